import { dayStart, hoursOfDay, madridClock, madridDay } from './madrid-time.ts';
import { readDay } from './read-day.ts';

const HOUR_MS = 3_600_000;
/** `18`, `18h`, `18:00`, `2b` behind a day or alone. */
const WRITTEN = /^(?:(.+?)[\s,]+)?(\d{1,2})(?::(?:00|15|30|45)|\s*h)?([ab]?)$/i;

/**
 * Start of the delivery hour that a reader has typed, epoch ms: `24/11/2026 18:00`, or `18:00` of `usualDay`. Of the two hours 2 of the long
 * day the first is `2` or `2a`, the second `2b`. Undefined where the text is no hour, or the day has none such.
 */
export function readHour(text: string, usualDay: string): number | undefined {
  const [, dayText, hourText = '', mark = ''] = WRITTEN.exec(text.trim()) ?? [];
  if (hourText === '') return undefined;
  const day = dayText === undefined ? usualDay : readDay(dayText);
  if (day === undefined) return undefined;
  const first = dayStart(day);
  const wanted = `${hourText.padStart(2, '0')}:00`;
  const starts = Array.from({ length: hoursOfDay(day) }, (_, hour) => first + hour * HOUR_MS);
  const named = starts.filter((start) => madridClock(start).startsWith(wanted) && madridDay(start) === day);
  return mark.toLowerCase() === 'b' ? named[1] : named[0];
}
