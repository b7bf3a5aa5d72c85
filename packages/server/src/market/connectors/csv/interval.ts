import {
  DAY_MS,
  HOUR_MS,
  type TimeText,
  addDays,
  deliveryDayOf,
  dayStart,
  periodMs,
  readClock,
  readTimeText,
} from '@lonja/forecasting/market';
import { excerpt } from '../payload-fault.ts';
import { type KnownTime, formOf, knownTime, wallTimeOf } from './csv-time.ts';
import type { DateReader } from './date-format.ts';
import type { CsvMapping } from './mapping.ts';
import type { Step } from './start-reader.ts';

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
): (KnownTime & { step: Step | undefined }) | { expectation: string } {
  const found = excerpt(`${startText} - ${endText}`);
  const fault = (more: string) => ({ expectation: `expected ${more}, found ${found}` });
  const first = readTimeText(startText, (date) => dates.read(date));
  const last = first && readEnd(endText, first, dates);
  const form = `an interval of ${formOf(zone, dates.example)}`;
  if (first === undefined || last === undefined || first.sinceMidnight === DAY_MS) return fault(form);
  const start = knownTime(first, zone);
  const ends = last.map((time) => knownTime(time, zone));
  if (start === undefined || ends.some((end) => end === undefined)) {
    return fault(`${form} whose offsets are those of "zone": "${zone}"`);
  }
  const known = ends.filter((end) => end !== undefined).flatMap(bothOf);
  if (resolution === 'P1D') {
    const next = dayStart(addDays(deliveryDayOf(start.instant), 1));
    return known.includes(next) ? { ...start, step: undefined } : fault('an interval of one day');
  }
  const lengths = new Set(bothOf(start).flatMap((from) => known.map((to) => to - from)));
  const step = (['PT15M', 'PT1H'] as const).find((one) => lengths.has(periodMs(one)));
  if (step === undefined) return fault('an interval of 15 or of 60 minutes');
  if (resolution === 'PT1H' && step === 'PT15M') {
    return fault(
      'an interval of an hour; set "resolution": "PT15M" in the mapping, which reads days in hours as hours',
    );
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
