import { meanAbsoluteError } from '@lonja/forecasting';
import { addDays, type DeliveryDay, deliveryDayOf, type Product } from '@lonja/forecasting/market';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { readKnownPrices } from '../../market/prices/known-prices.ts';
import type { Cutoff } from '../runs/cutoff.ts';
import { type AccuracyBasis, listScoredHours } from './list-scored-hours.ts';

/** The longest window of days that the day-ahead model learns from. */
const SEEN_DAYS = 728;
/** Fewer days before it say little of what a model has seen. */
const FEWEST_SEEN_DAYS = 91;
const LEVEL_DAYS = 7;
const USUAL_DAYS = 91;
const FEWEST_USUAL_DAYS = 28;
const USUAL_SHARE = 0.95;
/** A single bad day is chance. */
const DAYS_BEYOND = 3;

/** Whether the market has left what forecasts rest on: `level` and `errors` are undefined where too few days are known. */
export interface Drift {
  /** The last delivery day with prices; undefined where there is none. */
  until: DeliveryDay | undefined;
  level: LevelDrift | undefined;
  errors: ErrorDrift | undefined;
}

/** The mean price of the last seven days beside those of every seven days in a row before them, EUR/MWh. */
export interface LevelDrift {
  mean: number;
  lowest: number;
  highest: number;
  /** Days before the last seven that were looked at, 728 at most. */
  seenDays: number;
  outside: 'above' | 'below' | undefined;
}

/** The errors of the last three scored days beside those of the days before them, EUR/MWh. */
export interface ErrorDrift {
  /** The last days in order of time. */
  days: { day: DeliveryDay; mae: number }[];
  /** What 95 % of the days before did not exceed. */
  usual: number;
  /** Days before that were looked at, 91 at most. */
  usualDays: number;
  /** Whether each of the last days exceeded it. */
  isBeyond: boolean;
}

/** How the market and the errors of a product stood when `to` was over, or at the last day before it that has prices. */
export async function findDrift(
  context: ReadContext,
  query: { product: Product; to: DeliveryDay; basis: AccuracyBasis; cutoff: Cutoff },
): Promise<Drift> {
  const { to } = query;
  const seen = { product: query.product, from: addDays(to, 1 - LEVEL_DAYS - SEEN_DAYS), to };
  const prices = await readKnownPrices(context, seen);
  const means = meansOfDays(prices?.hours ?? new Map());
  const scored = await listScoredHours(context, {
    ...query,
    from: addDays(to, 1 - DAYS_BEYOND - USUAL_DAYS),
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

/** Of the means of days with prices, in order of time; undefined where they are too few. */
export function levelDrift(means: readonly number[]): LevelDrift | undefined {
  const seenDays = means.length - LEVEL_DAYS;
  if (seenDays < FEWEST_SEEN_DAYS) return undefined;
  const levels = means
    .slice(LEVEL_DAYS - 1)
    .map((_, i) => means.slice(i, i + LEVEL_DAYS).reduce((sum, mean) => sum + mean, 0) / LEVEL_DAYS);
  const mean = levels[levels.length - 1];
  const before = levels.slice(0, -LEVEL_DAYS);
  const [lowest, highest] = [Math.min(...before), Math.max(...before)];
  const outside = mean > highest ? 'above' : mean < lowest ? 'below' : undefined;
  return { mean, lowest, highest, seenDays, outside };
}

/** Of the errors of scored days, in order of time; undefined where they are too few. */
export function errorDrift(errors: readonly { day: DeliveryDay; mae: number }[]): ErrorDrift | undefined {
  const before = errors.slice(0, -DAYS_BEYOND);
  if (before.length < FEWEST_USUAL_DAYS) return undefined;
  const days = errors.slice(-DAYS_BEYOND);
  const sorted = before.map(({ mae }) => mae).toSorted((a, b) => a - b);
  const usual = sorted[Math.ceil(USUAL_SHARE * sorted.length) - 1];
  return { days, usual, usualDays: before.length, isBeyond: days.every(({ mae }) => mae > usual) };
}

function meansOfDays(hours: ReadonlyMap<number, number>): { day: DeliveryDay; mean: number }[] {
  return [...Map.groupBy(hours, ([start]) => deliveryDayOf(start))].map(([day, ofDay]) => ({
    day,
    mean: ofDay.reduce((sum, [, price]) => sum + price / ofDay.length, 0),
  }));
}
