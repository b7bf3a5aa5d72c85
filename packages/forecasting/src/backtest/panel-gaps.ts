import { HOURS_PER_PANEL_DAY as HOURS, panelColumn, panelDays, panelWindow } from '../data/build-panel.ts';
import { hourlyLookup } from '../data/resolve-values.ts';
import type { Series } from '../data/series.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';

const WEEK_DAYS = 7;

/** Rows of a panel, from the first on up to the one before `to`. */
interface Rows {
  from: number;
  to: number;
}

/** Hours of consecutive days on the grid of a panel, of each day as known at one instant or at that of the day; NaN where not known. */
export function columnKnownAt(
  days: readonly DeliveryDay[],
  series: readonly Series[],
  knownAt: number | ((day: DeliveryDay) => number),
): Float64Array {
  const column = new Float64Array(days.length * HOURS).fill(Number.NaN);
  if (series.length === 0) return column;
  const hoursOf = (first: DeliveryDay, last: DeliveryDay, asOf: number) =>
    panelColumn(panelDays(first, last), hourlyLookup(series, { ...panelWindow(first, last), asOf }));
  if (typeof knownAt === 'number') return hoursOf(days[0], days[days.length - 1], knownAt);
  days.forEach((day, row) => column.set(hoursOf(day, day, knownAt(day)), row * HOURS));
  return column;
}

/** The first row of which every hour is known; the number of rows where there is none. */
export function firstKnownRow(values: Float64Array): number {
  let row = 0;
  while (row < values.length / HOURS && !isKnown(values, row)) row++;
  return row;
}

/** The last row of which every hour is known; -1 where there is none. */
export function lastKnownRow(values: Float64Array): number {
  let row = values.length / HOURS - 1;
  while (row >= 0 && !isKnown(values, row)) row--;
  return row;
}

function isKnown(values: Float64Array, row: number): boolean {
  return !values.subarray(row * HOURS, (row + 1) * HOURS).some(Number.isNaN);
}

/** The part of the hours of rows that is not known, 0 to 1; 1 where there are no rows. */
export function shareMissing(values: Float64Array, { from, to }: Rows): number {
  const part = values.subarray(from * HOURS, to * HOURS);
  return part.length === 0 ? 1 : part.filter(Number.isNaN).length / part.length;
}

/**
 * Fills hours of rows that are not known with the same hour of a week before, or of the day before in the first week: nothing of later days
 * shows through. The hours of the first row are known. Gives the local starts of what was filled.
 */
export function fillByWeek(
  values: Float64Array,
  days: readonly DeliveryDay[],
  { from, to }: Rows,
): { values: Float64Array; times: string[] } {
  const filled = values.slice();
  const times: string[] = [];
  for (let i = from * HOURS; i < to * HOURS; i++) {
    if (!Number.isNaN(filled[i])) continue;
    const weekBefore = i - WEEK_DAYS * HOURS;
    filled[i] = filled[weekBefore >= from * HOURS ? weekBefore : i - HOURS];
    times.push(`${days[Math.floor(i / HOURS)]} ${String(i % HOURS).padStart(2, '0')}:00`);
  }
  return { values: filled, times };
}
