import {
  type DeliveryDay,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  instantOfWallTime,
  madridOffsetMs,
} from '@lonja/forecasting/market';
import { excerpt } from '../payload-fault.ts';
import type { DateReader } from './date-format.ts';
import type { CsvMapping } from './mapping.ts';

/** An instant read from a row. */
export interface KnownTime {
  instant: number;
  /** The local time occurs twice on that day; `instant` is the first of the two. */
  isRepeated: boolean;
  /** The change to summer time leaves the local time out: there is no such instant. */
  isSkipped: boolean;
}

/** The instant, or what was expected instead. */
export type ReadTime = KnownTime | { expectation: string };

const DATE_AND_CLOCK = /^([\d/.-]+)(?:T|\s+)(\d.*)$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const FORMS = {
  utc: (date: string) => `a time in UTC such as ${date}T10:00Z`,
  offset: (date: string) => `a time with its offset such as ${date}T12:00+02:00`,
  madrid: (date: string) => `a local time without offset such as ${date} 12:00`,
};

/**
 * Reads a date with the time of day behind it. `24:00` is the end of the day, so it is read only where a time may be the end of
 * something: as a period's start it would be the next day's.
 */
export function readTime(
  text: string,
  options: { zone: CsvMapping['time']['zone']; dates: DateReader; isStart?: boolean },
): ReadTime {
  const { zone, dates, isStart = false } = options;
  const fault = (more = '') => ({
    expectation: `expected ${FORMS[zone](dates.example)}, found ${excerpt(text)}${more}`,
  });
  const [, date, clock] = DATE_AND_CLOCK.exec(text.trim()) ?? [];
  const day = date === undefined ? undefined : dates.read(date);
  const match = CLOCK.exec(clock ?? '');
  if (day === undefined || match === null) return fault();
  const [, hours, minutes, seconds = '0', offset] = match;
  const sinceMidnight = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000;
  if (sinceMidnight > DAY_MS || Number(minutes) > 59 || Number(seconds) > 59) return fault();
  if (sinceMidnight === DAY_MS && isStart) {
    return fault('; set "stamp": "end" in the mapping where times stand at the end of the period');
  }
  if ((zone === 'offset' && offset === undefined) || (zone === 'madrid' && offset !== undefined)) {
    return fault();
  }
  const wall = wallTimeOf(day) + sinceMidnight;
  if (zone === 'madrid') return readWallTime(wall);
  const offsetMs = parseOffset(offset ?? 'Z');
  if (zone === 'utc' && offsetMs !== 0) return fault();
  return { instant: wall - offsetMs, isRepeated: false, isSkipped: false };
}

/** Midnight of a day on the wall, in ms since 1970 there. */
export function wallTimeOf(day: DeliveryDay): number {
  return Date.parse(`${day}T00:00:00Z`);
}

export function readWallTime(wall: number): KnownTime {
  const instant = instantOfWallTime(wall);
  const second = instant + HOUR_MS;
  return {
    instant,
    isRepeated: second + madridOffsetMs(second) === wall,
    isSkipped: instant + madridOffsetMs(instant) !== wall,
  };
}

export function skippedFault(cell: string): string {
  return `expected a local time, found ${excerpt(cell)}, which the change to summer time leaves out`;
}

function parseOffset(offset: string): number {
  if (offset === 'Z') return 0;
  const size = Number(offset.slice(1, 3)) * HOUR_MS + Number(offset.slice(-2)) * MINUTE_MS;
  return offset.startsWith('-') ? -size : size;
}
