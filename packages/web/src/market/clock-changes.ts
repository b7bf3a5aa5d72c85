import { addDays, daysBetween, hoursOfDay } from '../time/madrid-time.ts';
import type { DayRange } from './day-range.ts';

/** The days of a range that have 23 or 25 hours. */
export function clockChanges({ from, to }: DayRange): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index)).filter(
    (day) => hoursOfDay(day) !== 24,
  );
}
