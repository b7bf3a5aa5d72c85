import type { Panel } from '../data/panel.ts';
import { type FitCache, readOnce } from '../kernel/fit-cache.ts';

/** Where prices stood just before a day and how far they moved: the unit in which prices of that day are normalised. */
export interface LocalScale {
  /** Mean price, price unit. */
  level: number;
  /** Typical distance from the middle, price unit, > 0. */
  spread: number;
}

/** Target normalisation by the prices just before each day. */
export interface Normalisation {
  /** Days before a day whose mean is its level. */
  levelDays: number;
  /** Days before a day whose mean distance from their mean is its spread. */
  spreadDays: number;
}

/** Keeps the spread of a quiet week from vanishing, as a share of the level. */
const LEAST_RELATIVE_SPREAD = 0.03;

/** Keeps the spread positive where all prices are 0, price unit. */
const LEAST_SPREAD = 1e-6;

/**
 * The level and spread of row `row` from the known prices of the days before it, or undefined where one of them has none: the
 * adaptive standardisation that lets a model carry over from cheap years to expensive ones.
 */
export function localScale(
  panel: Panel,
  row: number,
  { levelDays, spreadDays }: Normalisation,
  cache: FitCache,
): LocalScale | undefined {
  const { price, slotsPerDay } = panel;
  return readOnce(cache, price, `scale ${slotsPerDay} ${row} ${levelDays} ${spreadDays}`, () => {
    const before = (days: number): Float64Array =>
      price.subarray(Math.max(0, row - days) * slotsPerDay, row * slotsPerDay);
    const spreadOver = before(spreadDays);
    const middle = meanOf(spreadOver);
    const level = levelDays === spreadDays ? middle : meanOf(before(levelDays));
    if (Number.isNaN(level) || Number.isNaN(middle)) return undefined;
    const distance = meanDistance(spreadOver, middle);
    return { level, spread: distance + LEAST_RELATIVE_SPREAD * Math.abs(level) + LEAST_SPREAD };
  });
}

// A year of prices is read for each of a thousand days. NaN fails the comparisons, which take a third of the time of Number.isNaN here.

/** Of the known values; NaN where there is none. */
function meanOf(values: Float64Array): number {
  let sum = 0;
  let known = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!(value > -Infinity)) continue;
    sum += value;
    known++;
  }
  return sum / known;
}

/** Of the known values from the middle. */
function meanDistance(values: Float64Array, middle: number): number {
  let sum = 0;
  let known = 0;
  for (let i = 0; i < values.length; i++) {
    const distance = Math.abs(values[i] - middle);
    if (!(distance >= 0)) continue;
    sum += distance;
    known++;
  }
  return sum / known;
}
