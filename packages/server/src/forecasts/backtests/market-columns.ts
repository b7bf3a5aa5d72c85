import { hourlyLookup, panelColumn, panelDays, panelWindow, type Series } from '@lonja/forecasting/data';
import type { DeliveryDay } from '@lonja/forecasting/market';

const HOURS = 24;
const WEEK_DAYS = 7;

interface Rows {
  from: number;
  to: number;
}

/** Hours of consecutive days on the grid of a panel, of each day as known at one instant or at that of the day; NaN where not known. */
export function columnOf(
  days: DeliveryDay[],
  series: readonly Series[],
  knownAt: number | ((day: DeliveryDay) => number),
): Float64Array {
  const column = new Float64Array(days.length * HOURS).fill(Number.NaN);
  if (series.length === 0) return column;
  if (typeof knownAt === 'number') {
    const [first, last] = [days[0], days[days.length - 1]];
    const lookup = hourlyLookup(series, { ...panelWindow(first, last), asOf: knownAt });
    return panelColumn(panelDays(first, last), lookup);
  }
  days.forEach((day, row) => {
    const lookup = hourlyLookup(series, { ...panelWindow(day, day), asOf: knownAt(day) });
    column.set(panelColumn(panelDays(day, day), lookup), row * HOURS);
  });
  return column;
}

/** The first row of which every hour is known; the number of rows where there is none. */
export function firstKnownRow(values: Float64Array): number {
  let row = 0;
  while (row < values.length / HOURS && values.subarray(row * HOURS, (row + 1) * HOURS).some(Number.isNaN))
    row++;
  return row;
}

/** The part of the hours of rows that is not known; 1 where there are no rows. */
export function shareMissing(values: Float64Array, { from, to }: Rows): number {
  const part = values.subarray(from * HOURS, to * HOURS);
  return part.length === 0 ? 1 : part.filter(Number.isNaN).length / part.length;
}

/**
 * Fills hours of rows that are not known with the same hour of a week before, or of the day before in the first week: nothing of later days
 * shows through. The hours of the first row are known. Gives the local starts of what was filled.
 */
export function fillColumn(
  { name, values }: { name: string; values: Float64Array },
  days: readonly DeliveryDay[],
  { from, to }: Rows,
): { name: string; values: Float64Array; times: string[] } {
  const filled = values.slice();
  const times: string[] = [];
  for (let i = from * HOURS; i < to * HOURS; i++) {
    if (!Number.isNaN(filled[i])) continue;
    const weekBefore = i - WEEK_DAYS * HOURS;
    filled[i] = filled[weekBefore >= from * HOURS ? weekBefore : i - HOURS];
    times.push(`${days[Math.floor(i / HOURS)]} ${String(i % HOURS).padStart(2, '0')}:00`);
  }
  return { name, values: filled, times };
}
