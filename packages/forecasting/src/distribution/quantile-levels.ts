const TAIL = [0.005, 0.01, 0.02, 0.05];

/** Levels of the quantiles that a distribution consists of, rising: every twentieth, and closer together in the tails. */
export const QUANTILE_LEVELS: readonly number[] = [
  ...TAIL,
  ...Array.from({ length: 17 }, (_, k) => (k + 2) / 20),
  ...TAIL.toReversed().map((level) => 1 - level),
];

/** Where a level stands among `QUANTILE_LEVELS`. Throws RangeError for one that is not there. */
export function indexOfLevel(level: number): number {
  const index = QUANTILE_LEVELS.indexOf(level);
  if (index < 0) throw new RangeError(`${level} is none of the levels ${QUANTILE_LEVELS.join(', ')}.`);
  return index;
}
