import type { Clock } from '../../ground/timing/clock.ts';
import type { Db } from '../../ground/database/database.ts';

/** What the identity services need of the running service. */
export interface IdentityContext {
  db: Db;
  clock: Clock;
}
