import type { Clock } from '../../clock.ts';
import type { Db } from '../../store/database.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import type { RunPoints } from './run-points.ts';

/** What reading market data needs of the running service. */
export interface ReadContext {
  db: Db;
  clock: Clock;
  /** The world that is served; undefined before any data were loaded. */
  dataOrigin(): Promise<DataOrigin | undefined>;
}

/** What reading forecasts needs on top of it. */
export interface ForecastReadContext extends ReadContext {
  points: RunPoints;
  /** The same on the primary database, where `db` may be a replica, which lacks for a moment what is new. */
  primary?: ForecastReadContext;
}

/** Whether what is served now comes from the simulator. */
export async function isSimulated(context: ReadContext): Promise<boolean> {
  return (await context.dataOrigin()) === 'simulator';
}
