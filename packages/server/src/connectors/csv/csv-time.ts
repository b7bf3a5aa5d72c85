import {
  HOUR_MS,
  MINUTE_MS,
  type Resolution,
  dayStart,
  deliveryDayOf,
  instantOfWallTime,
  isDeliveryDay,
  madridOffsetMs,
  periodMs,
} from '@lonja/forecasting';
import { excerpt } from '../payload-fault.ts';
import type { CsvMapping } from './mapping.ts';

/** An instant read from a cell. */
export interface KnownTime {
  instant: number;
  /** The local time occurs twice on that day; `instant` is the first of the two. */
  isRepeated: boolean;
}

/** The instant, or what was expected instead. */
type ReadTime = KnownTime | { expectation: string };

const TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
/** Between them Madrid's clock is known, a day of margin for offsets included. */
const [FIRST_DAY, LAST_DAY] = ['1996-01-02', '2099-12-30'];
const FORMS = {
  utc: 'a time in UTC such as 2026-03-31T10:00Z',
  offset: 'a time with its offset such as 2026-03-31T12:00+02:00',
  madrid: 'a local time without offset such as 2026-03-31 12:00',
};

/** Reads a cell of the time column or of an availability column. */
export function readTime(cell: string, zone: CsvMapping['time']['zone']): ReadTime {
  const fault = { expectation: `expected ${FORMS[zone]}, found ${excerpt(cell)}` };
  const match = TIME.exec(cell.trim());
  if (match === null) return fault;
  const [, day, hours, minutes, seconds = '0', offset] = match;
  if (!isDeliveryDay(day) || day < FIRST_DAY || day > LAST_DAY) return fault;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return fault;
  if ((zone === 'offset' && offset === undefined) || (zone === 'madrid' && offset !== undefined))
    return fault;
  const wall =
    Date.parse(`${day}T00:00:00Z`) +
    Number(hours) * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * 1000;
  if (zone === 'madrid') return readWallTime(wall, cell);
  const offsetMs = parseOffset(offset ?? 'Z');
  if (zone === 'utc' && offsetMs !== 0) return fault;
  return { instant: wall - offsetMs, isRepeated: false };
}

/** Reads the start of a delivery period; a period of a day may be given by its date alone. */
export function readStart(cell: string, zone: CsvMapping['time']['zone'], resolution: Resolution): ReadTime {
  const day = cell.trim();
  if (resolution === 'P1D' && isDeliveryDay(day) && day >= FIRST_DAY && day <= LAST_DAY) {
    return { instant: dayStart(day), isRepeated: false };
  }
  const time = readTime(cell, zone);
  if ('expectation' in time || startsPeriod(time.instant, resolution)) return time;
  return { expectation: `expected the start of a period of ${resolution}, found "${cell}"` };
}

function startsPeriod(instant: number, resolution: Resolution): boolean {
  if (resolution === 'P1D') return dayStart(deliveryDayOf(instant)) === instant;
  return instant % periodMs(resolution) === 0;
}

function readWallTime(wall: number, cell: string): ReadTime {
  const instant = instantOfWallTime(wall);
  if (instant + madridOffsetMs(instant) !== wall) {
    return {
      expectation: `expected a local time, found "${cell}", which the change to summer time leaves out`,
    };
  }
  const second = instant + HOUR_MS;
  return { instant, isRepeated: second + madridOffsetMs(second) === wall };
}

function parseOffset(offset: string): number {
  if (offset === 'Z') return 0;
  const size = Number(offset.slice(1, 3)) * HOUR_MS + Number(offset.slice(-2)) * MINUTE_MS;
  return offset.startsWith('-') ? -size : size;
}
