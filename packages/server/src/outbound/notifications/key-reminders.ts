import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import { remindOfExpiry } from './remind-of-expiry.ts';
import type { Db } from '../../ground/database/database.ts';
import { type Turns, startTurns } from '../../ground/jobs/turns.ts';

const POLLING_MS = 10 * 60_000;

/** Reminds admins of keys that are about to end while it runs. */
export function startKeyReminders(context: {
  db: Db;
  clock: Clock;
  logger: Logger;
  onMailQueued: () => void;
}): Turns {
  const remind = async () => {
    if ((await remindOfExpiry(context)) > 0) context.onMailQueued();
  };
  return startTurns(remind, {
    everyMs: POLLING_MS,
    logger: context.logger,
    failure: 'reminders of keys could not be sent',
  });
}
