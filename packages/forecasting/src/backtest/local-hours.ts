import { type DeliveryDay, isDeliveryDay } from '../market/delivery-day.ts';
import { HOUR_MS, MINUTE_MS } from '../market/madrid-time.ts';
import { groupBy } from '../data/group-by.ts';
import { BacktestInputError } from './backtest-input-error.ts';

/** The first cell of a row: an hour on a local clock, with or without that clock's offset from UTC. */
export interface LocalHour {
  text: string;
  line: number;
  day: DeliveryDay;
  hour: number;
  /** Ms since 1970 on the local clock. */
  wallMs: number;
  /** Local clock minus UTC, null where the file does not say. */
  offsetMs: number | null;
}

const LOCAL_HOUR =
  /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)? ?(?:(Z)|([+-])(\d{2}):?(\d{2})?)?$/;

export function parseLocalHour(text: string, line: number): LocalHour {
  const match = LOCAL_HOUR.exec(text);
  const [
    ,
    day = '',
    hours = '',
    minutes = '',
    seconds = '00',
    fraction = '0',
    utc,
    sign,
    offsetHours,
    offsetMinutes = '00',
  ] = match ?? [];
  if (match === null || !isDeliveryDay(day) || Number(hours) > 23) {
    throw new BacktestInputError(`Line ${line}: "${text}" is not a local hour YYYY-MM-DD HH:MM:SS.`);
  }
  if (Number(minutes) !== 0 || Number(seconds) !== 0 || Number(fraction) !== 0) {
    throw new BacktestInputError(
      `Line ${line}: "${text}" is not a full hour; average shorter periods to hours first.`,
    );
  }
  const hour = Number(hours);
  const size = Number(offsetHours) * HOUR_MS + Number(offsetMinutes) * MINUTE_MS;
  const offsetMs = utc === undefined ? (sign === undefined ? null : sign === '-' ? -size : size) : 0;
  return { text, line, day, hour, wallMs: Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS, offsetMs };
}

/** Every row is one hour after the row before it: no gap, no repetition, and offsets in all rows or in none. */
export function requireConsecutive(hours: LocalHour[]): void {
  for (let i = 1; i < hours.length; i++) {
    const [previous, current] = [hours[i - 1], hours[i]];
    if ((previous.offsetMs === null) !== (current.offsetMs === null)) {
      throw new BacktestInputError(
        `Line ${current.line}: "${current.text}" and line ${previous.line} must both have a UTC offset or both have none.`,
      );
    }
    const step = instantOf(current) - instantOf(previous);
    if (step === HOUR_MS) continue;
    const hint = current.offsetMs === null ? '; where clocks change, the first column needs UTC offsets' : '';
    if (step === 0)
      throw new BacktestInputError(`Line ${current.line} repeats the hour ${previous.text}${hint}.`);
    if (step < 0)
      throw new BacktestInputError(`Line ${current.line}: ${current.text} comes after ${previous.text}.`);
    throw new BacktestInputError(
      `Line ${current.line}: there is a gap between ${previous.text} and ${current.text}${step === 2 * HOUR_MS ? hint : ''}.`,
    );
  }
}

/** The file starts with hour 0 and ends with hour 23, and no day is further from 24 hours than one clock change takes it. */
export function requireWholeDays(hours: LocalHour[]): void {
  const first = hours[0];
  const last = hours[hours.length - 1];
  if (first.hour !== 0)
    throw new BacktestInputError(`The first hour is ${first.text}; the file must start at 00:00.`);
  if (last.hour !== 23)
    throw new BacktestInputError(`The last hour is ${last.text}; the file must end at 23:00.`);
  const rowsOfDay = groupBy(hours, ({ day }) => day);
  for (const [day, rows] of rowsOfDay) {
    if (new Set(rows.map(({ hour }) => hour)).size < 23 || rows.length > 25) {
      throw new BacktestInputError(
        `${day} has ${rows.length} hours; a day has 24, or 23 or 25 where clocks change.`,
      );
    }
  }
}

function instantOf(hour: LocalHour): number {
  return hour.wallMs - (hour.offsetMs ?? 0);
}
