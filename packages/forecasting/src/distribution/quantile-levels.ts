import { normalQuantile } from '../metrics/normal-distribution.ts';

const TAIL = [0.005, 0.01, 0.02, 0.05];

/** Levels of the quantiles that a distribution consists of, rising: every twentieth, and closer together in the tails. */
export const QUANTILE_LEVELS: readonly number[] = [
  ...TAIL,
  ...Array.from({ length: 17 }, (_, k) => (k + 2) / 20),
  ...TAIL.toReversed().map((level) => 1 - level),
];

/** The quantiles that bounds stand for. */
export const BOUND_LEVELS = [0.1, 0.9];

/** Where a level stands among `QUANTILE_LEVELS`. Throws RangeError for one that is not there. */
export function indexOfLevel(level: number): number {
  const index = QUANTILE_LEVELS.indexOf(level);
  if (index < 0) throw new RangeError(`${level} is none of the levels ${QUANTILE_LEVELS.join(', ')}.`);
  return index;
}

/** Where the median and the bounds stand among the levels. */
export const [LOWER, MEDIAN, UPPER] = [0.1, 0.5, 0.9].map(indexOfLevel);

/** Distances of the quantiles from the median of a normal distribution, in units of that of the bounds, which is exactly 1. */
export const NORMAL_REACH: readonly number[] = QUANTILE_LEVELS.map((level, k) =>
  k === LOWER ? 1 : Math.abs(normalQuantile(level)) / normalQuantile(0.9),
);
