import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { startTurns, type Turns } from '../../ground/jobs/turns.ts';
import { claimDueMail, deleteMail, isMailDue, postponeMail, type QueuedMail } from '../mail/mail-queue.ts';
import type { MailTransport } from '../mail/mail-transport.ts';
import { renderLetter } from '../mail/render-letter.ts';
import { type LetterContext, writeLetter } from './write-letter.ts';

const POLLING_MS = 5000;

/** Sends queued mail while it runs. */
export function startMailDelivery(context: MailContext): Turns {
  return startTurns(() => deliverDueMail(context), {
    everyMs: POLLING_MS,
    logger: context.logger,
    failure: 'mail could not be delivered',
  });
}

export interface MailContext extends LetterContext {
  db: Db;
  logger: Logger;
  transport: MailTransport;
  /** Mails on their way at once, each with a connection to the database; absent: 4. */
  atOnce?: number;
}

/** A mail server may take seconds for one. */
const AT_ONCE = 4;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first, second, ... failure; after the last one the mail is given up, about a day after it was queued. */
const RETRY_DELAYS_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

/**
 * Sends every mail that is due, a few at once. Several processes may do so at once: each mail is taken by one of them. A
 * mail that fails is tried again later and holds up no other.
 */
export async function deliverDueMail(context: MailContext): Promise<void> {
  if (!(await isMailDue(context.db, context.clock.now()))) return;
  const deliverOnes = async () => {
    while (await deliverNext(context));
  };
  await Promise.all(Array.from({ length: context.atOnce ?? AT_ONCE }, deliverOnes));
}

/** False when nothing is due. */
async function deliverNext(context: MailContext): Promise<boolean> {
  const { db, clock, logger, transport } = context;
  let mail: QueuedMail | undefined;
  try {
    return await db.transaction().execute(async (tx) => {
      mail = await claimDueMail(tx, clock.now());
      if (mail === undefined) return false;
      const letter = await writeLetter(context, tx, mail);
      await deleteMail(tx, mail.id);
      if (letter === undefined) return true;
      const { file } = await transport.send({ to: mail.to, ...renderLetter(letter) });
      logger.info({ mailId: mail.id, file }, file === undefined ? 'mail sent' : 'mail written to the outbox');
      return true;
    });
  } catch (error) {
    if (mail === undefined) throw error;
    await postpone(context, mail, error);
    return true;
  }
}

async function postpone({ db, clock, logger }: MailContext, mail: QueuedMail, error: unknown): Promise<void> {
  const delayMs = RETRY_DELAYS_MS[mail.attempts];
  if (delayMs === undefined) {
    logger.error({ mailId: mail.id, error }, 'mail given up');
    await deleteMail(db, mail.id);
    return;
  }
  logger.warn({ mailId: mail.id, error, retryInS: delayMs / SECOND_MS }, 'mail could not be sent');
  await postponeMail(db, mail.id, clock.now() + delayMs);
}
