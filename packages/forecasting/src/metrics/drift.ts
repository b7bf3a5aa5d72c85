import { groupBy } from '../data/group-by.ts';
import { type DeliveryDay, deliveryDayOf } from '../market/delivery-day.ts';

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

/** Days up to the last one that drift of the level, and of the errors, is found from. */
export const DRIFT_DAYS = { ofLevel: LEVEL_DAYS + SEEN_DAYS, ofErrors: DAYS_BEYOND + USUAL_DAYS };

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

/** The mean price of each delivery day, in order of time, from prices by start (epoch ms) in that order. */
export function meansOfDays(hours: ReadonlyMap<number, number>): { day: DeliveryDay; mean: number }[] {
  return [...groupBy(hours, ([start]) => deliveryDayOf(start))].map(([day, ofDay]) => ({
    day,
    mean: ofDay.reduce((sum, [, price]) => sum + price / ofDay.length, 0),
  }));
}
