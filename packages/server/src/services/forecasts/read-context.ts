import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import type { DataOrigin } from '../../store/service-state.ts';

/** What reading forecasts and prices needs of the running service. */
export interface ReadContext {
  db: Db;
  clock: Clock;
  /** The world that is served; undefined before any data were loaded. */
  dataOrigin(): Promise<DataOrigin | undefined>;
}
