import { type MailContext, deliverDueMail } from './deliver-due-mail.ts';
import { type Turns, startTurns } from '../../ground/jobs/turns.ts';

const POLLING_MS = 5000;

/** Sends queued mail while it runs. */
export function startMailDelivery(context: MailContext): Turns {
  return startTurns(() => deliverDueMail(context), {
    everyMs: POLLING_MS,
    logger: context.logger,
    failure: 'mail could not be delivered',
  });
}
