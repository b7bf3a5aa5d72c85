import type { ForecastPoint } from '@lonja/forecasting/data';
import { createRecentResults } from '../../recent-results.ts';
import type { Db } from '../../store/database.ts';
import { listPoints } from '../../store/forecast-queries.ts';

/** Points of published runs, in order of time. */
export interface RunPoints {
  read(runId: string, resolution: 'PT15M' | 'PT1H'): Promise<readonly ForecastPoint[]>;
}

const MAX_RUNS = 256;

/** Keeps the points of the runs asked for last in memory: a published run never changes. */
export function createRunPoints(db: Db): RunPoints {
  const kept = createRecentResults<readonly ForecastPoint[]>(MAX_RUNS);
  return {
    read: (runId, resolution) => kept.get(`${runId} ${resolution}`, () => listPoints(db, runId, resolution)),
  };
}
