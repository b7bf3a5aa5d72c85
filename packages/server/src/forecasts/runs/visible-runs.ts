import type { Product } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import type { ForecastRun, VisibleRuns } from './forecast-queries.ts';

export type { ForecastRun } from './forecast-queries.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

/** A run with the points that answer a request. */
export interface ServedRun {
  run: ForecastRun;
  points: readonly ForecastPoint[];
}

/**
 * The runs a caller may see now, or saw at `asOf` where that is earlier: those of the world that is served. Undefined while
 * there is no such world yet.
 */
export async function findVisibleRuns(
  context: ReadContext,
  product: Product,
  asOf = Number.POSITIVE_INFINITY,
): Promise<VisibleRuns | undefined> {
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined) return undefined;
  return { product, dataOrigin, asOf: Math.min(asOf, context.clock.now()) };
}
