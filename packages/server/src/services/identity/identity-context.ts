import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';

/** What the identity services need of the running service. */
export interface IdentityContext {
  db: Db;
  clock: Clock;
}
