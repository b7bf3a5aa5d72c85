import { isDay } from './madrid-time.ts';

const WRITTEN = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/;

/** The day that a reader has typed, YYYY-MM-DD: day, month and year, as in every language, or ISO 8601. Undefined where it is none. */
export function readDay(text: string): string | undefined {
  const typed = text.trim();
  if (isDay(typed)) return typed;
  const [, day = '', month = '', year = ''] = WRITTEN.exec(typed) ?? [];
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(read) ? read : undefined;
}
