import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';

/** What keeping sites needs of the running service. */
export interface SiteContext {
  db: Db;
  clock: Clock;
}
