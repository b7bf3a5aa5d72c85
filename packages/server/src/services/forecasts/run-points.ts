import type { ForecastPoint } from '@lonja/forecasting';
import type { Db } from '../../store/database.ts';
import { listPoints } from '../../store/forecast-queries.ts';

/** Points of published runs, in order of time. */
export interface RunPoints {
  read(runId: string, resolution: 'PT15M' | 'PT1H'): Promise<readonly ForecastPoint[]>;
}

const MAX_RUNS = 256;

/** Keeps the points of the runs asked for last in memory: a published run never changes. */
export function createRunPoints(db: Db): RunPoints {
  const kept = new Map<string, Promise<readonly ForecastPoint[]>>();

  return {
    async read(runId, resolution) {
      const key = `${runId} ${resolution}`;
      const points = kept.get(key) ?? listPoints(db, runId, resolution);
      // A Map keeps the order of insertion: what is used moves to the end, what is oldest goes first.
      kept.delete(key);
      kept.set(key, points);
      const [oldest] = kept.keys();
      if (kept.size > MAX_RUNS && oldest !== undefined) kept.delete(oldest);
      try {
        return await points;
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
  };
}
