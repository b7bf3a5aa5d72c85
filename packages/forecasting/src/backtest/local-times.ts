import type { DeliveryDay } from '../market/delivery-day.ts';
import { DAY_MS, MINUTE_MS } from '../market/madrid-time.ts';
import { readTimeText } from '../market/time-text.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import type { DateOrder } from './date-order.ts';

/** Where a period starts on a clock. */
export interface WallTime {
  day: DeliveryDay;
  hour: number;
  minute: number;
  /** Ms since 1970 on that clock. */
  wallMs: number;
}

/** The first cell of a row: the start of a period on a local clock, with or without that clock's offset from UTC. */
export interface LocalTime extends WallTime {
  text: string;
  line: number;
  /** Local clock minus UTC, null where the file does not say. */
  offsetMs: number | null;
}

/** One row of a file, or one that it lacks: its values are NaN then. */
export interface TimedRow {
  time: LocalTime;
  values: number[];
}

/** A time as it stands in a cell; the end of a day may be written `24:00` where times are ends. */
export function parseLocalTime(
  text: string,
  { line, dates, isEnd = false }: { line: number; dates: DateOrder; isEnd?: boolean },
): LocalTime {
  const time = readTimeText(text, dates.read);
  if (time === undefined && dates.isUnclear(text)) {
    throw new BacktestInputError(
      `Line ${line}: "${text}" is not clear: the day or the month may stand first. Say how dates are written, such as dd/mm/yyyy.`,
    );
  }
  if (time === undefined || (time.sinceMidnight >= DAY_MS && !isEnd)) {
    throw new BacktestInputError(`Line ${line}: "${text}" is not a local time YYYY-MM-DD HH:MM.`);
  }
  const { wallMs, offsetMs } = time;
  if (wallMs % MINUTE_MS !== 0) {
    throw new BacktestInputError(
      `Line ${line}: "${text}" is not the start of an hour, a half hour or a quarter hour.`,
    );
  }
  return { text, line, ...wallTimeOf(wallMs), offsetMs };
}

export function wallTimeOf(wallMs: number): WallTime {
  const wall = new Date(wallMs).toISOString();
  return {
    day: wall.slice(0, 10),
    hour: Number(wall.slice(11, 13)),
    minute: Number(wall.slice(14, 16)),
    wallMs,
  };
}

/** `09:30`. */
export function clockText({ wallMs }: WallTime): string {
  return new Date(wallMs).toISOString().slice(11, 16);
}

/** So much later or earlier on the same clock, as a file would write it there. */
export function laterBy(time: LocalTime, ms: number): LocalTime {
  const wall = wallTimeOf(time.wallMs + ms);
  const offset = /(Z|[+-]\d\d:?(\d\d)?)$/.exec(time.offsetMs === null ? '' : time.text)?.[0] ?? '';
  const text = `${wall.day}${time.text.includes('T') ? 'T' : ' '}${clockText(wall)}${offset}`;
  return { ...time, ...wall, text };
}

export function instantOf(time: LocalTime): number {
  return time.wallMs - (time.offsetMs ?? 0);
}
