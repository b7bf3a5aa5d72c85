import { type DeliveryDay, isDeliveryDay } from './delivery-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './madrid-time.ts';

/** A date and a time of day as files write them. */
export interface TimeText {
  day: DeliveryDay;
  /** What the clock shows, in ms since midnight: at most 24:00. */
  sinceMidnight: number;
  /** Ms since 1970 on that clock. */
  wallMs: number;
  /** Clock minus UTC in ms; null where the text does not say. */
  offsetMs: number | null;
}

const DATE_AND_CLOCK = /^([\d/.-]+)(?:T|\s+)(\d.*)$/i;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(\S.*)?$/;
const OFFSET = /^([+-])(\d{2})(?::?(\d{2}))?$/;
/** The zone behind an offset, as `2026-03-31T12:00+02:00[Europe/Madrid]`, tells nothing that the offset does not. */
const ZONE_NAME = /(?<=[+-]\d{2}(?::?\d{2})?|Z)\[[\w/+-]+\]$/i;
const LONGEST_OFFSET_MS = 14 * HOUR_MS;
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Names of the clocks of Europe, in hours ahead of UTC; no name here means another offset elsewhere. */
const CLOCKS = new Map([
  ['Z', 0],
  ['UTC', 0],
  ['GMT', 0],
  ['WET', 0],
  ['WEST', 1],
  ['CET', 1],
  ['CEST', 2],
  ['EET', 2],
  ['EEST', 3],
]);

/**
 * The one grammar of times in files. Date and time of day have a `T` or blanks between them; hours may lack their zero, seconds and
 * their fractions may be absent. Behind them may stand, after blanks or not, the offset from UTC: `Z`, `+02`, `+0200`, `+02:00`, with the
 * zone behind it or not, or the name of a clock, `UTC`, `CEST` or `(CEST)`. Fractions of a millisecond count as a whole one. Undefined for
 * any other text.
 */
export function readTimeText(
  text: string,
  readDay: (date: string) => DeliveryDay | undefined = readIsoDay,
): TimeText | undefined {
  const [, date = '', clockText = ''] = DATE_AND_CLOCK.exec(text.trim().replace(ZONE_NAME, '')) ?? [];
  const clock = readClock(clockText);
  const day = clock === undefined ? undefined : readDay(date);
  if (clock === undefined || day === undefined) return undefined;
  return { day, ...clock, wallMs: Date.parse(`${day}T00:00:00Z`) + clock.sinceMidnight };
}

/** A time of day, with its offset from UTC or without. */
export function readClock(text: string): Pick<TimeText, 'sinceMidnight' | 'offsetMs'> | undefined {
  const match = CLOCK.exec(text);
  if (match === null) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '', zone] = match;
  const offsetMs = zone === undefined ? null : readOffset(zone);
  const sinceMidnight =
    Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000 + millisecondsOf(fraction);
  const isClock = sinceMidnight <= DAY_MS && Number(minutes) < 60 && Number(seconds) < 60;
  return isClock && offsetMs !== undefined ? { sinceMidnight, offsetMs } : undefined;
}

/** `2026-03-31`. */
export function readIsoDay(date: string): DeliveryDay | undefined {
  return isDeliveryDay(date) ? date : undefined;
}

/** `2026-03-31`, or day before month as spreadsheets of most countries write it: `31/3/2026`. */
export function readIsoOrDayFirst(date: string): DeliveryDay | undefined {
  const [, day, month, year] = DAY_FIRST.exec(date) ?? [];
  if (day === undefined) return readIsoDay(date);
  return readIsoDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function millisecondsOf(fraction: string): number {
  const whole = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return /[1-9]/.test(fraction.slice(3)) ? whole + 1 : whole;
}

function readOffset(text: string): number | undefined {
  const name = /^\((.*)\)$/.exec(text)?.[1] ?? text;
  const hoursAhead = CLOCKS.get(name.trim().toUpperCase());
  if (hoursAhead !== undefined) return hoursAhead * HOUR_MS;
  const [, sign, hours, minutes = '00'] = OFFSET.exec(text) ?? [];
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  if (sign === undefined || Number(minutes) > 59 || size > LONGEST_OFFSET_MS) return undefined;
  return sign === '-' ? -size : size;
}
