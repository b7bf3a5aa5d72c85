import {
  type DeliveryDay,
  DAY_MS,
  HOUR_MS,
  type TimeText,
  instantOfWallTime,
  madridOffsetMs,
  readTimeText,
  isDeliveryDay,
  addDays,
  deliveryDayOf,
  dayStart,
  periodMs,
  readClock,
} from '@lonja/forecasting/market';
import { type Reason, type Reasons, reason } from '../../../ground/reasons/reasons.ts';
import { excerpt } from '../payload-fault.ts';
import type { CsvMapping } from './mapping.ts';
import type { Step } from './time-columns.ts';

/** An instant read from a row. */
export interface KnownTime {
  instant: number;
  /** The local time occurs twice on that day; `instant` is the first of the two. */
  isRepeated: boolean;
  /** The change to summer time leaves the local time out: there is no such instant. */
  isSkipped: boolean;
}

/** The instant, or what was expected instead. */
type ReadTime = KnownTime | { expectation: Reasons };

/** What a time looks like behind its date, and what is expected where it does not. */
const FORMS = {
  utc: { clock: 'T10:00Z', time: 'expected_time_in_utc', interval: 'expected_interval_in_utc' },
  offset: {
    clock: 'T12:00+02:00',
    time: 'expected_time_with_offset',
    interval: 'expected_interval_with_offset',
  },
  madrid: { clock: ' 12:00', time: 'expected_local_time', interval: 'expected_local_interval' },
} as const;

/**
 * Reads a date with the time of day behind it. `24:00` is the end of the day, so it is read only where a time may be the end of
 * something: as a period's start it would be the next day's.
 */
export function readTime(
  text: string,
  options: { zone: CsvMapping['time']['zone']; dates: DateReader; isStart?: boolean },
): ReadTime {
  const { zone, dates, isStart = false } = options;
  const fault = (...more: Reason[]) => ({
    expectation: [expectedForm('time', { zone, dates, text }), ...more],
  });
  const time = readTimeText(text, (date) => dates.read(date));
  if (time === undefined) return fault();
  const { sinceMidnight, offsetMs } = time;
  if (sinceMidnight === DAY_MS && isStart) {
    return fault(reason('set_stamp_end'));
  }
  if (zone === 'offset' && offsetMs === null) return fault();
  return knownTime(time, zone) ?? fault(reason('set_zone_offset'));
}

/** The instant of a time, by its offset or by the clock of the zone; undefined where the offset is not of that clock. */
function knownTime({ wallMs, offsetMs }: TimeText, zone: CsvMapping['time']['zone']): KnownTime | undefined {
  if (zone === 'madrid' && offsetMs === null) return readWallTime(wallMs);
  if (zone === 'offset' && offsetMs === null) return undefined;
  const instant = wallMs - (offsetMs ?? 0);
  const isOther =
    zone === 'utc' ? instant !== wallMs : zone === 'madrid' && madridOffsetMs(instant) !== offsetMs;
  return isOther ? undefined : { instant, isRepeated: false, isSkipped: false };
}

/** What a time, or an interval of two, would look like in place of a text. */
function expectedForm(
  what: 'time' | 'interval',
  { zone, dates, text }: { zone: CsvMapping['time']['zone']; dates: DateReader; text: string },
): Reason {
  const form = FORMS[zone];
  return reason(form[what], { example: `${dates.example}${form.clock}`, found: excerpt(text) });
}

/** What is wrong with text that is no date of a format. */
export function expectedDate({ example }: DateReader, text: string): Reason {
  return reason('expected_date', { example, found: excerpt(text) });
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

/** What is wrong with a local time that there is not. */
export function skippedFault(cell: string): Reason {
  return reason('time_left_out', { found: excerpt(cell) });
}

/** Reads dates of one format; undefined for text that is no such date. */
export interface DateReader {
  read(text: string): DeliveryDay | undefined;
  /** The 31st of March 2026 in the format. */
  example: string;
}

const FORMAT = /^(dd|mm|yyyy|yy)([-/.]?)(dd|mm|yyyy|yy)\2(dd|mm|yyyy|yy)$/;
/** Between them Madrid's clock is known, a day of margin for offsets included. */
const [FIRST_DAY, LAST_DAY] = ['1996-01-02', '2099-12-30'];

/**
 * The reader of a format: `dd`, `mm` and `yyyy` or `yy` (of this century), in any order, with `-`, `/`, `.` or nothing between them; day and
 * month may be written with one digit where something stands between them. Undefined when it is no such format.
 */
export function findDateReader(format: string): DateReader | undefined {
  const match = FORMAT.exec(format);
  if (match === null) return undefined;
  const [, first, separator, second, third] = match;
  const parts = [first, second, third];
  if (new Set(parts.map((part) => part[0])).size < parts.length) return undefined;
  const dayOrMonth = separator === '' ? String.raw`(\d{2})` : String.raw`(\d{1,2})`;
  const digits = parts.map((part) => (part[0] === 'y' ? String.raw`(\d{${part.length}})` : dayOrMonth));
  const pattern = new RegExp(`^${digits.join(separator === '' ? '' : `\\${separator}`)}$`);
  const [day, month, year] = ['d', 'm', 'y'].map(
    (letter) => 1 + parts.findIndex((part) => part[0] === letter),
  );
  return {
    read(text) {
      const found = pattern.exec(text);
      if (found === null) return undefined;
      const date = `${found[year].padStart(4, '20')}-${found[month].padStart(2, '0')}-${found[day].padStart(2, '0')}`;
      return isDeliveryDay(date) && date >= FIRST_DAY && date <= LAST_DAY ? date : undefined;
    },
    example: format.replace('yyyy', '2026').replace('yy', '26').replace('mm', '03').replace('dd', '31'),
  };
}

type Zone = CsvMapping['time']['zone'];

const SPACED = /^(.*?\d.*?)\s+[-\u2013\u2014]\s+(\d.*)$/;
/** `00:00-01:00`, which with offsets would be a time and its offset. */
const ATTACHED = /^(.*\d:\d{2})[-\u2013\u2014](\d{1,2}:\d{2}.*)$/;
/** A slash in brackets is one of a zone's name. */
const ISO = /^([^/[]*T[^/[]*)\/([^/]*)$/i;

/** The two ends of a period that is written `start - end`; undefined for a single time. */
export function splitInterval(text: string, zone: Zone): [start: string, end: string] | undefined {
  const match = SPACED.exec(text) ?? ISO.exec(text) ?? (zone === 'offset' ? null : ATTACHED.exec(text));
  return match === null ? undefined : [match[1], match[2]];
}

/**
 * Reads `start - end`. The end may lack its date. It tells how long the period is, also in the hour that occurs twice: of the ways to
 * read both times the one counts that gives a period.
 */
export function readInterval(
  [startText, endText]: readonly [string, string],
  { zone, dates, resolution }: { zone: Zone; dates: DateReader; resolution: CsvMapping['resolution'] },
): (KnownTime & { step: Step | undefined }) | { expectation: Reasons } {
  const text = `${startText} - ${endText}`;
  const found = excerpt(text);
  const fault = (...expectation: Reason[]) => ({ expectation });
  const first = readTimeText(startText, (date) => dates.read(date));
  const last = first && readEnd(endText, first, dates);
  const form = expectedForm('interval', { zone, dates, text });
  if (first === undefined || last === undefined || first.sinceMidnight === DAY_MS) return fault(form);
  const start = knownTime(first, zone);
  const ends = last.map((time) => knownTime(time, zone));
  if (start === undefined || ends.some((end) => end === undefined)) {
    return fault(form, reason('offsets_of_zone', { zone }));
  }
  const known = ends.filter((end) => end !== undefined).flatMap(bothOf);
  if (resolution === 'P1D') {
    const next = dayStart(addDays(deliveryDayOf(start.instant), 1));
    return known.includes(next)
      ? { ...start, step: undefined }
      : fault(reason('expected_interval_of_day', { found }));
  }
  const lengths = new Set(bothOf(start).flatMap((from) => known.map((to) => to - from)));
  const step = (['PT15M', 'PT1H'] as const).find((one) => lengths.has(periodMs(one)));
  if (step === undefined) return fault(reason('expected_interval_of_period', { found }));
  if (resolution === 'PT1H' && step === 'PT15M') {
    return fault(reason('expected_interval_of_hour', { found }), reason('set_quarter_hours'));
  }
  return { ...start, step };
}

/** The instants that a time may be. */
function bothOf({ instant, isRepeated }: KnownTime): number[] {
  return isRepeated ? [instant, instant + HOUR_MS] : [instant];
}

/** The end, on the day after as well where it is a time of day alone. */
function readEnd(text: string, { day, wallMs }: TimeText, dates: DateReader): TimeText[] | undefined {
  const clock = readClock(text);
  if (clock === undefined) {
    const time = readTimeText(text, (date) => dates.read(date));
    return time && [time];
  }
  return [day, addDays(day, 1)]
    .map((one) => ({ ...clock, day: one, wallMs: wallTimeOf(one) + clock.sinceMidnight }))
    .filter((end) => end.wallMs > wallMs - HOUR_MS);
}
