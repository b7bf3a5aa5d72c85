import { meanAbsoluteError } from '@lonja/forecasting';
import { addDays, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import {
  DRIFT_DAYS,
  errorDrift,
  type ErrorDrift,
  levelDrift,
  type LevelDrift,
  meansOfDays,
} from '@lonja/forecasting/metrics';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import type { Cutoff } from '../runs/cutoff.ts';
import { type AccuracyBasis, listScoredHours } from './list-scored-hours.ts';

/** Whether the market has left what forecasts rest on: `level` and `errors` are undefined where too few days are known. */
export interface Drift {
  /** The last delivery day with prices; undefined where there is none. */
  until: DeliveryDay | undefined;
  level: LevelDrift | undefined;
  errors: ErrorDrift | undefined;
}

/** How the market and the errors of a product stood when `to` was over, or at the last day before it that has prices. */
export async function findDrift(
  context: ReadContext,
  query: { product: Product; to: DeliveryDay; basis: AccuracyBasis; cutoff: Cutoff },
): Promise<Drift> {
  const { to } = query;
  const seen = { product: query.product, from: addDays(to, 1 - DRIFT_DAYS.ofLevel), to };
  const prices = await readKnownPrices(context, seen);
  const means = meansOfDays(prices?.hours ?? new Map());
  const scored = await listScoredHours(context, {
    ...query,
    from: addDays(to, 1 - DRIFT_DAYS.ofErrors),
  });
  const errors = [...Map.groupBy(scored.hours, ({ day }) => day)].map(([day, hours]) => ({
    day,
    mae: meanAbsoluteError(
      hours.map(({ value }) => value),
      hours.map(({ price }) => price),
    ),
  }));
  return {
    until: means.at(-1)?.day,
    level: levelDrift(means.map(({ mean }) => mean)),
    errors: errorDrift(errors),
  };
}
