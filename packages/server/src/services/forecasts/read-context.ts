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
}

/** Whether what is served now comes from the simulator. */
export async function isSimulated(context: ReadContext): Promise<boolean> {
  return (await context.dataOrigin()) === 'simulator';
}
