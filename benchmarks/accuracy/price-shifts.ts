import type { Panel } from '@lonja/forecasting';

/** Days whose mean price is the level. */
export const LEVEL_DAYS = 30;
/** Two months. */
export const MOVE_DAYS = 61;
/** Share of the earlier level. */
export const LEAST_MOVE = 0.3;
/** A level that falls back across the threshold for fewer days than these belongs to the same shift. */
const JOINED_DAYS = 7;

/**
 * For each row the week since the price level had moved, counted from 1, by prices of the days before it alone; undefined where it had
 * not.
 */
export function findShiftWeeks({ days, price, slotsPerDay }: Panel): (number | undefined)[] {
  const levelBefore = (row: number) => {
    if (row < LEVEL_DAYS) return Number.NaN;
    const known = price.subarray((row - LEVEL_DAYS) * slotsPerDay, row * slotsPerDay).filter(Number.isFinite);
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  const levels = days.map((_, row) => levelBefore(row));
  let start = 0;
  let last = -Infinity;
  return levels.map((level, row) => {
    const earlier = levels[row - MOVE_DAYS] ?? Number.NaN;
    if (!(Math.abs(level / earlier - 1) > LEAST_MOVE)) return undefined;
    if (row - last > JOINED_DAYS) start = row;
    last = row;
    return 1 + Math.floor((row - start) / 7);
  });
}
