import type { Panel } from '../series/panel.ts';
import { medianInPlace } from '../transforms/median.ts';

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

/** Share of the level that counts as spread, so that calm weeks do not blow up what follows. */
const LEVEL_SHARE = 0.03;

/** Mean price of the week before row `row`, and mean distance from their median of the prices of the four weeks before it. */
export function priceScale(panel: Panel, row: number): LocalScale {
  const known = knownValues(panel.price, panel.slotsPerDay, row, SPREAD_DAYS);
  if (known.length === 0) return { level: Number.NaN, spread: Number.NaN };
  const recent = knownValues(panel.price, panel.slotsPerDay, row, LEVEL_DAYS);
  const level = meanOf(recent.length > 0 ? recent : known);
  const middle = medianInPlace(known);
  let distance = 0;
  for (let i = 0; i < known.length; i++) distance += Math.abs(known[i] - middle) / known.length;
  return { level, spread: distance + LEVEL_SHARE * Math.abs(level) };
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

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}
