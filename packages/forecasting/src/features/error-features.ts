import type { HourFeature } from './hour-features.ts';
import { flat, meanOf, measured } from './profiles.ts';

/** Past errors (price minus forecast) of a base forecast, by panel row; a day whose error is not known has none. */
export type ErrorDays = ReadonlyMap<number, Float64Array>;

const LAGS_DAYS = [1, 2, 3, 7];
const WEEK_DAYS = 7;

/** How the size of the errors to be expected of a day is taken. */
export interface ErrorSizeOptions {
  /** Days before the day. */
  days: number;
  /** Fewest of them with known errors. */
  fewestDays: number;
}

/** Mean absolute error of each day. */
export function errorSizes(errors: ErrorDays): ReadonlyMap<number, number> {
  return new Map(Array.from(errors, ([row, error]) => [row, meanOf(error.map(Math.abs))]));
}

/** Mean absolute error of the days before row `row`; undefined where the errors of too few are known, or all are 0. */
export function errorScale(
  sizes: ReadonlyMap<number, number>,
  row: number,
  { days, fewestDays }: ErrorSizeOptions,
): number | undefined {
  let sum = 0;
  let known = 0;
  for (let before = row - days; before < row; before++) {
    const size = sizes.get(before);
    if (size === undefined) continue;
    sum += size;
    known++;
  }
  return known >= fewestDays && sum > 0 ? sum / known : undefined;
}

/** The recent errors of the base forecast, in units of the error to be expected. An error that is not known counts as none. */
export function errorFeatures(
  errors: ErrorDays,
  { row, scale, slots }: { row: number; scale: number; slots: number },
): HourFeature[] {
  const none = new Float64Array(slots);
  const features: HourFeature[] = [];
  const add = (name: string, profile: Float64Array): void => {
    features.push({ name, group: 'price', profile });
  };
  for (const lag of LAGS_DAYS) add(`error[d-${lag}]`, measured(errors.get(row - lag) ?? none, 0, scale));
  const yesterday = errors.get(row - 1) ?? none;
  add('error[d-1] mean', flat(meanOf(yesterday) / scale, slots));
  add('error[d-1] last', flat(yesterday[slots - 1] / scale, slots));
  const week = new Float64Array(slots);
  const days = errorsBefore(errors, row, WEEK_DAYS);
  for (const day of days)
    for (let slot = 0; slot < slots; slot++) week[slot] += day[slot] / days.length / scale;
  add('error of the week', week);
  add('error of the week mean', flat(meanOf(week), slots));
  return features;
}

function errorsBefore(errors: ErrorDays, row: number, days: number): Float64Array[] {
  const known: Float64Array[] = [];
  for (let before = row - days; before < row; before++) {
    const day = errors.get(before);
    if (day !== undefined) known.push(day);
  }
  return known;
}
