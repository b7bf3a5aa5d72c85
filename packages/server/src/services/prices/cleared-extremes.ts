import type { Product } from '@lonja/forecasting/market';
import { findSeriesExtremes, type SeriesExtremes } from '../../store/series-extremes.ts';
import type { ReadContext } from '../forecasts/read-context.ts';

/** Fewer known periods say little of what prices are possible. */
const FEWEST_PERIODS = 28 * 24;

/** The lowest and highest price that ever cleared, as far as it is stored and public; undefined where hardly anything is known. */
export async function readClearedExtremes(
  context: ReadContext,
  product: Product,
): Promise<SeriesExtremes | undefined> {
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined) return undefined;
  const asOf = context.clock.now();
  const extremes = await findSeriesExtremes(context.db, { series: `price.${product}`, dataOrigin, asOf });
  return extremes !== undefined && extremes.periods >= FEWEST_PERIODS ? extremes : undefined;
}
