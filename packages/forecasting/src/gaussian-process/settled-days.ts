import { dayNumber } from '../calendar/delivery-day.ts';
import { MAX_LAG_DAYS } from '../features/lear-features.ts';
import type { Panel } from '../series/panel.ts';

/** Days between two changes of what counts as settled. */
export const SETTLED_FOR_DAYS = 28;

/** Most days from the first that is not settled to the one that is forecast. */
export const MOST_UNSETTLED_DAYS = MAX_LAG_DAYS + SETTLED_FOR_DAYS - 1;

/**
 * Days before this row are settled for a forecast of row `target`: they lie more than a week back, up to a multiple of 28 days. So what
 * is worked out from them changes every four weeks only, and is the same for all days of a horizon.
 */
export function settledRow(panel: Panel, target: number): number {
  return multipleUpTo(panel, target - MAX_LAG_DAYS);
}

/** The last row up to `row` whose day number is a multiple of 28. */
export function multipleUpTo(panel: Panel, row: number): number {
  return row - ((dayNumber(panel.days[0]) + row) % SETTLED_FOR_DAYS);
}
