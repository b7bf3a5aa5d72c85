import type { Series } from '@lonja/forecasting/data';
import { CURVE_STEPS_MW, type OmieCurves } from './parse-curves.ts';

/** The series of the curves' prices by the MW more that had cleared, and of what cleared. */
export const CURVE_KEYS = CURVE_STEPS_MW.map(
  (step) => `curve.${step < 0 ? 'less' : 'more'}${Math.abs(step)}`,
);
export const CLEARED_KEY = 'curve.cleared';
export const CURVE_UNITS: Readonly<Record<string, string>> = {
  [CLEARED_KEY]: 'MW',
  ...Object.fromEntries(CURVE_KEYS.map((key) => [key, 'EUR/MWh'])),
};

/** What is stored of a day's curves: a series of what cleared and one of each price. */
export function curveSeries({ resolution, issuedAt, start, clearedMw, prices }: OmieCurves): Series[] {
  const availableAt = new Float64Array(start.length).fill(issuedAt);
  return [CLEARED_KEY, ...CURVE_KEYS].map((key, k): Series => ({
    key,
    unit: CURVE_UNITS[key],
    resolution,
    start,
    value: k === 0 ? clearedMw : prices[k - 1],
    availableAt,
  }));
}
