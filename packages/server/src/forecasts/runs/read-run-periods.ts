import {
  distributionFromBounds,
  type QuarterDistribution,
  withExactPoint,
} from '@lonja/forecasting/distribution';
import type { Db } from '../../ground/database/database.ts';
import { findDistributions } from './forecast-distributions.ts';
import { listPoints } from './forecast-queries.ts';

/** Where the distributions of a run come from: they were forecast, or they are laid through the point forecast and bounds of an older run. */
export type DistributionBasis = 'forecast' | 'bounds';

/** The periods of a published run in one resolution, in order of time. */
export interface StoredPeriods {
  /** `share` is 0 for hours. */
  periods: QuarterDistribution[];
  basis: DistributionBasis;
}

/** The distributions of a run; its point forecasts and bounds are their median, 10th and 90th percentile to the last bit. */
export async function readRunPeriods(
  db: Db,
  runId: string,
  resolution: 'PT15M' | 'PT1H',
): Promise<StoredPeriods> {
  const [points, stored] = await Promise.all([
    listPoints(db, runId, resolution),
    findDistributions(db, runId, resolution),
  ]);
  return {
    basis: stored === undefined ? 'bounds' : 'forecast',
    periods: points.map((point, i) => ({
      start: point.start,
      distribution:
        stored === undefined ? distributionFromBounds(point) : withExactPoint(stored.distributions[i], point),
      share: stored?.quarterShares[i] ?? 0,
    })),
  };
}
