import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';

/** What keeping sites needs of the running service. */
export interface SiteContext {
  db: Db;
  clock: Clock;
}
