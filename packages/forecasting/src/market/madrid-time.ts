import { OTHER_CLOCK } from './installed-markets.ts';

/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000;
/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;
/** Milliseconds of 24 hours, which a day of a clock change has not. */
export const DAY_MS = 86_400_000;

const FIRST_YEAR = 1996;
const LAST_YEAR = 2099;
const SUMMER_STARTS = transitionsOf(2);
const SUMMER_ENDS = transitionsOf(9);

/**
 * Offset of the market's local time from UTC at an instant, in ms. In Madrid 3,600,000 in winter and 7,200,000 in summer, by the rule in
 * force since 1996: summer time from 01:00 UTC on the last Sunday of March to 01:00 UTC on the last Sunday of October.
 * Source: Directive 2000/84/EC. All instants are epoch milliseconds.
 */
export function madridOffsetMs(instant: number): number {
  if (OTHER_CLOCK !== undefined) return OTHER_CLOCK.offsetAt(instant);
  const index = new Date(instant).getUTCFullYear() - FIRST_YEAR;
  const summerStart = SUMMER_STARTS[index];
  const summerEnd = SUMMER_ENDS[index];
  if (summerStart === undefined || summerEnd === undefined) {
    throw new RangeError(`Madrid time is known for ${FIRST_YEAR}..${LAST_YEAR}; got ${String(instant)}.`);
  }
  return instant >= summerStart && instant < summerEnd ? 2 * HOUR_MS : HOUR_MS;
}

/**
 * The instant of a local wall-clock time, given as ms since 1970-01-01T00:00 on the wall. A wall time that occurs twice
 * (02:00-03:00 in October) gives its first instant; one that does not exist (02:00-03:00 in March) is read with the
 * offset before the change, so 02:30 gives 03:30 summer time.
 */
export function instantOfWallTime(wallMs: number): number {
  if (OTHER_CLOCK !== undefined) return OTHER_CLOCK.instantOf(wallMs);
  const asSummer = wallMs - 2 * HOUR_MS;
  return madridOffsetMs(asSummer) === 2 * HOUR_MS ? asSummer : wallMs - HOUR_MS;
}

/** RFC 3339 text of an instant in the market's local time with its offset, such as `2026-03-31T12:00:00+02:00`. */
export function formatMadrid(instant: number): string {
  const offset = madridOffsetMs(instant);
  const hours = String(Math.abs(offset) / HOUR_MS).padStart(2, '0');
  return `${new Date(instant + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${hours}:00`;
}

/** The local minute of an instant in the market, for people: `2026-03-31 12:00`. */
export function madridMinute(instant: number): string {
  return formatMadrid(instant).slice(0, 16).replace('T', ' ');
}

function transitionsOf(month: number): number[] {
  const transitions: number[] = [];
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    const lastDayOfMonth = new Date(Date.UTC(year, month + 1, 0));
    transitions.push(Date.UTC(year, month, lastDayOfMonth.getUTCDate() - lastDayOfMonth.getUTCDay(), 1));
  }
  return transitions;
}
