import type { AlertChannelTable } from '../../ground/database/notification-schema.ts';

/** When a channel may be written to, in local times such as `22:00`. */
export type ChannelTimes = Pick<AlertChannelTable, 'time_zone' | 'quiet_from' | 'quiet_to' | 'digest_at'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The instant from which an alert of `now` may be sent: at the time of the digest, and after quiet hours. */
export function dueAt(now: number, { time_zone, quiet_from, quiet_to, digest_at }: ChannelTimes): number {
  const due =
    digest_at === null
      ? now
      : next(now, (day) => instantsOf(day, digest_at, time_zone).slice(0, 1), time_zone);
  if (
    quiet_from === null ||
    quiet_to === null ||
    !isWithin(localOf(due, time_zone).time, quiet_from, quiet_to)
  )
    return due;
  return next(due, (day) => instantsOf(day, quiet_to, time_zone), time_zone);
}

/** Whether a local time is in `[from, to)`, which may pass midnight. Times of equal length compare as texts. */
function isWithin(time: string, from: string, to: string): boolean {
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** The first instant at `now` or later among those of today and the days after. */
function next(now: number, instantsOf: (day: string) => number[], timeZone: string): number {
  const { day } = localOf(now, timeZone);
  for (let ahead = 0; ; ahead++) {
    const found = instantsOf(dayAfter(day, ahead)).find((instant) => instant >= now);
    if (found !== undefined) return found;
  }
}

/**
 * The instants at which a local day has a time: two where the clock goes back over it. Where it goes forward over it, one: that much later,
 * as if the clock had not changed.
 */
function instantsOf(day: string, time: string, timeZone: string): number[] {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const before = wall - offsetMs(wall - DAY_MS, timeZone);
  const after = wall - offsetMs(wall + DAY_MS, timeZone);
  const isThere = (instant: number) => instant + offsetMs(instant, timeZone) === wall;
  const there = [...new Set([before, after])].filter(isThere).sort((a, b) => a - b);
  return there.length === 0 ? [before] : there;
}

function offsetMs(instant: number, timeZone: string): number {
  const { day, time } = localOf(instant, timeZone);
  return Date.parse(`${day}T${time}:00Z`) - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
}

/** Local day and time, to the minute. */
function localOf(instant: number, timeZone: string): { day: string; time: string } {
  let format = FORMATS.get(timeZone);
  if (format === undefined) {
    // Sweden writes 2026-03-29 03:30.
    format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    FORMATS.set(timeZone, format);
  }
  const [day = '', time = ''] = format.format(instant).split(' ');
  return { day, time };
}

/** No more than there are zones. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
