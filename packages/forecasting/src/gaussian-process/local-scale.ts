import type { Panel } from '../series/panel.ts';

/** Where prices stood just before a day and how far they moved: what a price of that day is measured by. */
export interface LocalScale {
  /** Mean price, price unit. */
  level: number;
  /** Typical distance from the middle, price unit, > 0. */
  spread: number;
}

export interface LocalScaleOptions {
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
 * adaptive standardisation that lets a model carry over from cheap years to dear ones.
 */
export function localScale(
  panel: Panel,
  row: number,
  { levelDays, spreadDays }: LocalScaleOptions,
): LocalScale | undefined {
  const level = meanOf(panel, row - levelDays, row, (price) => price);
  const middle = meanOf(panel, row - spreadDays, row, (price) => price);
  if (level === undefined || middle === undefined) return undefined;
  const distance = meanOf(panel, row - spreadDays, row, (price) => Math.abs(price - middle)) ?? 0;
  return { level, spread: distance + LEAST_RELATIVE_SPREAD * Math.abs(level) + LEAST_SPREAD };
}

/** Over the known prices of some days, undefined where there is none. */
function meanOf(
  { price, slotsPerDay }: Panel,
  from: number,
  to: number,
  measure: (price: number) => number,
): number | undefined {
  let sum = 0;
  let count = 0;
  for (let at = Math.max(0, from) * slotsPerDay; at < to * slotsPerDay; at++) {
    if (Number.isNaN(price[at])) continue;
    sum += measure(price[at]);
    count++;
  }
  return count === 0 ? undefined : sum / count;
}
