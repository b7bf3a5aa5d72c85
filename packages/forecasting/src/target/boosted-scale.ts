import type { Panel } from '../data/panel.ts';
import { type FitCache, readOnce } from '../runtime/fit-cache.ts';
import { medianInPlace } from '../linalg/median.ts';

/** Where values lie around a day and how far they spread, seen from the days before it. */
export interface LocalScale {
  level: number;
  /** >= 0; NaN like the level where nothing is known. */
  spread: number;
}

/** Days before a day over which the spread is taken, and the level of an input. */
export const SPREAD_DAYS = 28;

/** Days before a day over which the level of its prices is taken, where any of them is known. */
const LEVEL_DAYS = 7;

/** Days before a day that say what is usual in the year. */
const YEAR_DAYS = 364;

/** Share of the level that counts as spread, so that calm weeks do not blow up what follows. */
const LEVEL_SHARE = 0.03;

/** Mean price of the week before row `row`, and mean distance from their median of the prices of the four weeks before it. */
export function priceScale({ price, slotsPerDay }: Panel, row: number, cache: FitCache): LocalScale {
  return readOnce(cache, price, `price scale ${slotsPerDay} ${row}`, () => {
    const known = knownValues(price, slotsPerDay, row, SPREAD_DAYS);
    if (known.length === 0) return { level: Number.NaN, spread: Number.NaN };
    const recent = knownValues(price, slotsPerDay, row, LEVEL_DAYS);
    const level = meanOf(recent.length > 0 ? recent : known);
    return { level, spread: distanceFrom(medianInPlace(known), known) + LEVEL_SHARE * Math.abs(level) };
  });
}

/** What the prices of a day are measured by: `recent` carries over from cheap years to dear ones, `year` knows what a level means. */
export type PriceScaleName = 'recent' | 'year';

/** The scales of a panel's rows, in their order: `priceScale` or `yearScale`. */
export function priceScalesOf(
  panel: Panel,
  rows: number[],
  name: PriceScaleName,
  cache: FitCache,
): LocalScale[] {
  if (name === 'recent') return rows.map((row) => priceScale(panel, row, cache));
  const span = { from: Math.max(0, Math.min(...rows) - YEAR_DAYS), to: Math.max(...rows) };
  const key = `day moments ${panel.slotsPerDay} ${span.from} ${span.to}`;
  const moments = readOnce(cache, panel.price, key, () => dayMoments(panel, span));
  return rows.map((row) => yearScale(moments, row));
}

/** Mean price of each day and mean distance of its prices from it; NaN for a day of which none is known. */
interface DayMoments {
  means: Float64Array;
  distances: Float64Array;
}

/** Of the days from row `from` on and before row `to`; the others are left NaN. */
function dayMoments(
  { days, price, slotsPerDay }: Panel,
  { from, to }: { from: number; to: number },
): DayMoments {
  const means = new Float64Array(days.length).fill(Number.NaN);
  const distances = means.slice();
  for (let row = from; row < to; row++) {
    const known = knownValues(price, slotsPerDay, row + 1, 1);
    means[row] = meanOf(known);
    distances[row] = distanceFrom(means[row], known);
  }
  return { means, distances };
}

/**
 * Mean price of the year before row `row`, and how far its days lie from that plus how far hours lie from the mean of their day: from
 * sums of days, because each of a thousand training days has a year before it.
 */
function yearScale({ means, distances }: DayMoments, row: number): LocalScale {
  const known = knownValues(means, 1, row, YEAR_DAYS);
  const level = meanOf(known);
  const spread = distanceFrom(level, known) + meanOf(knownValues(distances, 1, row, YEAR_DAYS));
  return { level, spread: spread + LEVEL_SHARE * Math.abs(level) };
}

/** Mean and standard deviation of an input in the four weeks before row `row`; a constant input has spread 1. */
export function inputScale(values: Float64Array, slotsPerDay: number, row: number): LocalScale {
  const known = knownValues(values, slotsPerDay, row, SPREAD_DAYS);
  const level = known.length > 0 ? meanOf(known) : Number.NaN;
  let squares = 0;
  for (let i = 0; i < known.length; i++) squares += (known[i] - level) ** 2 / known.length;
  const deviation = Math.sqrt(squares);
  return { level, spread: deviation > 1e-9 * Math.abs(level) ? deviation : 1 };
}

function knownValues(values: Float64Array, slotsPerDay: number, row: number, days: number): Float64Array {
  const first = Math.max(0, row - days) * slotsPerDay;
  const known = new Float64Array(row * slotsPerDay - first);
  let count = 0;
  for (let i = first; i < row * slotsPerDay; i++) if (Number.isFinite(values[i])) known[count++] = values[i];
  return known.subarray(0, count);
}

/** Mean distance of the values from the middle; NaN where that is. */
function distanceFrom(middle: number, values: Float64Array): number {
  if (Number.isNaN(middle)) return Number.NaN;
  let distance = 0;
  for (let i = 0; i < values.length; i++) distance += Math.abs(values[i] - middle) / values.length;
  return distance;
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}
