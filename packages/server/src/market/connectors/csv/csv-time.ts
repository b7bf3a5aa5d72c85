import {
  type DeliveryDay,
  DAY_MS,
  HOUR_MS,
  type TimeText,
  instantOfWallTime,
  madridOffsetMs,
  readTimeText,
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

const FORMS = {
  utc: (date: string) => `a time in UTC such as ${date}T10:00Z`,
  offset: (date: string) => `a time with its offset such as ${date}T12:00+02:00`,
  madrid: (date: string) => `a local time such as ${date} 12:00`,
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
    expectation: `expected ${formOf(zone, dates.example)}, found ${excerpt(text)}${more}`,
  });
  const time = readTimeText(text, (date) => dates.read(date));
  if (time === undefined) return fault();
  const { sinceMidnight, offsetMs } = time;
  if (sinceMidnight === DAY_MS && isStart) {
    return fault('; set "stamp": "end" in the mapping where times stand at the end of the period');
  }
  if (zone === 'offset' && offsetMs === null) return fault();
  return (
    knownTime(time, zone) ?? fault('; set "zone": "offset" in the mapping where each time has its own offset')
  );
}

/** The instant of a time, by its offset or by the clock of the zone; undefined where the offset is not of that clock. */
export function knownTime(
  { wallMs, offsetMs }: TimeText,
  zone: CsvMapping['time']['zone'],
): KnownTime | undefined {
  if (zone === 'madrid' && offsetMs === null) return readWallTime(wallMs);
  if (zone === 'offset' && offsetMs === null) return undefined;
  const instant = wallMs - (offsetMs ?? 0);
  const isOther =
    zone === 'utc' ? instant !== wallMs : zone === 'madrid' && madridOffsetMs(instant) !== offsetMs;
  return isOther ? undefined : { instant, isRepeated: false, isSkipped: false };
}

/** What a time looks like, for messages. */
export function formOf(zone: CsvMapping['time']['zone'], date: string): string {
  return FORMS[zone](date);
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
