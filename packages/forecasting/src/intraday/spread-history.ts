import { groupBy } from '../data/group-by.ts';
import type { IntradayPanel } from './intraday-panel.ts';

/** Which past hours are like one, and how much each counts in their mean spread: 1/e at each of the scales. */
export interface LikeHoursOptions {
  /** Days before a row that are searched. */
  windowDays: number;
  /** Difference of the reference price, EUR/MWh. */
  priceScale: number;
  /** Slots between both, around midnight too. */
  slotScale: number;
  ageScaleDays: number;
}

/** The past of an auction: its spreads, the prices that they are to, and which hours of it are like each other. */
export interface SpreadHistory {
  spreads: Float64Array;
  reference: Float64Array;
  likeHours: LikeHoursOptions;
}

/** A spread nearer to 0 than half a cent is none, EUR/MWh. */
export const NO_SPREAD = 0.005;

/**
 * Exponentially weighted means of past values of each slot: row d holds the mean over the rows before d, NaN before the first
 * known one. An unknown value leaves the mean as it is.
 */
export function pastMeans(values: Float64Array, slotsPerDay: number, weight: number): Float64Array {
  const means = new Float64Array(values.length).fill(Number.NaN);
  for (let i = slotsPerDay; i < values.length; i++) {
    const last = values[i - slotsPerDay];
    const mean = means[i - slotsPerDay];
    means[i] = Number.isNaN(last) ? mean : Number.isNaN(mean) ? last : mean + weight * (last - mean);
  }
  return means;
}

/** The same over past rows of the kind that a row is of, such as working days. */
export function pastMeansOfKind(
  values: Float64Array,
  slotsPerDay: number,
  weight: number,
  kindOf: (row: number) => unknown,
): Float64Array {
  const means = new Float64Array(values.length).fill(Number.NaN);
  const rows = Array.from({ length: values.length / slotsPerDay }, (_, row) => row);
  for (const alike of groupBy(rows, kindOf).values()) {
    const own = new Float64Array(alike.length * slotsPerDay);
    alike.forEach((row, i) => {
      own.set(values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay), i * slotsPerDay);
    });
    const past = pastMeans(own, slotsPerDay, weight);
    alike.forEach((row, i) => {
      means.set(past.subarray(i * slotsPerDay, (i + 1) * slotsPerDay), row * slotsPerDay);
    });
  }
  return means;
}

/**
 * The spread that earlier hours showed which were like this one: a mean over the last days weighted by likeness of the
 * reference price, by distance in the day (which goes around midnight) and by age. NaN without a known spread. Nadaraya-Watson
 * with exponential kernels: O(windowDays x slots).
 */
export function analogueSpread(
  { slotsPerDay, fromSlot, toSlot }: Pick<IntradayPanel, 'slotsPerDay' | 'fromSlot' | 'toSlot'>,
  { spreads, reference, likeHours }: SpreadHistory,
  row: number,
  slot: number,
): number {
  const { windowDays, priceScale, slotScale, ageScaleDays } = likeHours;
  const price = reference[row * slotsPerDay + slot];
  let sum = 0;
  let weights = 0;
  for (let age = 1; age <= Math.min(windowDays, row); age++) {
    const start = (row - age) * slotsPerDay;
    for (let other = fromSlot; other < toSlot; other++) {
      const spread = spreads[start + other];
      if (Number.isNaN(spread)) continue;
      const apart = Math.abs(other - slot);
      const weight = Math.exp(
        -Math.abs(reference[start + other] - price) / priceScale -
          Math.min(apart, slotsPerDay - apart) / slotScale -
          age / ageScaleDays,
      );
      sum += weight * spread;
      weights += weight;
    }
  }
  return weights > 0 ? sum / weights : Number.NaN;
}

/** Mean of the known slots `[from, to)` of a row; NaN where there is none. */
export function dayMeans(
  column: Float64Array,
  slotsPerDay: number,
  from: number,
  to: number,
): (row: number) => number {
  const means = new Float64Array(column.length / slotsPerDay);
  for (let row = 0; row < means.length; row++) {
    let [sum, known] = [0, 0];
    for (let at = row * slotsPerDay + from; at < row * slotsPerDay + to; at++) {
      if (Number.isNaN(column[at])) continue;
      sum += column[at];
      known++;
    }
    means[row] = sum / known;
  }
  return (row) => (row < 0 ? Number.NaN : means[row]);
}
