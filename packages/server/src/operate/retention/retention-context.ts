import type { Logger } from 'pino';
import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';
import type { RetentionDays } from '../../ground/config/retention-days.ts';

/** What deleting old things needs of its surroundings. */
export interface RetentionContext {
  db: Db;
  clock: Clock;
  /** The machine's own time, by which files are dated. */
  wallClock: Clock;
  logger: Logger;
  retention: RetentionSettings;
}

export interface RetentionSettings {
  days: RetentionDays;
  /** Where mail is written that has no server to go to. */
  outboxDir: string;
}
