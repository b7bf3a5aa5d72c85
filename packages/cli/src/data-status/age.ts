import { deliveryDay } from '../output/madrid-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `5 min`, `26 h`, `12 d`: how long ago an instant was, in one unit. */
export function ageText(instant: string | null, now: string): string {
  if (instant === null) return '';
  const ms = Math.max(0, Date.parse(now) - Date.parse(instant));
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}

/** The same of a delivery day that is over, by the calendar of Spain. */
export function dayAgeText(day: string | null, now: string): string {
  if (day === null) return '';
  const days = Math.round((Date.parse(deliveryDay(Date.parse(now))) - Date.parse(day)) / DAY_MS);
  return days > 0 ? `${days} d` : '';
}
