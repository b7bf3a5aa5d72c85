import type { ReadContext } from '../../ground/database/read-context.ts';
import type { RunPoints } from './run-points.ts';

/** What reading forecasts needs of the running service. */
export interface ForecastReadContext extends ReadContext {
  points: RunPoints;
}
