import { addDays, daysBetween, isDay } from '../time/madrid-time.ts';

/** First and last delivery day, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** The range that an address names, where it is one; cut to what the service gives at once. */
export function readRange(
  { from, to }: { from?: unknown; to?: unknown },
  maxDays: number,
): Partial<DayRange> {
  if (!isDay(from) || !isDay(to) || to < from) return {};
  return { from, to: daysBetween(from, to) > maxDays ? addDays(from, maxDays) : to };
}

/** The range before or after, of the same length. */
export function shiftRange({ from, to }: DayRange, direction: -1 | 1): DayRange {
  const days = (daysBetween(from, to) + 1) * direction;
  return { from: addDays(from, days), to: addDays(to, days) };
}
