import { groupBy } from '../data/group-by.ts';
import type { DeliveryDay } from '../market/delivery-day.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../market/madrid-time.ts';
import { readIsoDay, readIsoOrDayFirst, readTimeText } from '../market/time-text.ts';
import { BacktestInputError } from './backtest-input-error.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const FEWEST_HOURS = 23;
const MOST_HOURS = 25;

/** The first cell of a row: the start of a period on a local clock, with or without that clock's offset from UTC. */
export interface LocalTime {
  text: string;
  line: number;
  day: DeliveryDay;
  hour: number;
  /** 0, 15, 30 or 45. */
  minute: number;
  /** Ms since 1970 on the local clock. */
  wallMs: number;
  /** Local clock minus UTC, null where the file does not say. */
  offsetMs: number | null;
}

/** `hasDayFirst`: dates may be written `31/03/2026`, which is not read where it might be the month first. */
export function parseLocalTime(
  text: string,
  { line, hasDayFirst = false }: { line: number; hasDayFirst?: boolean },
): LocalTime {
  const time = readTimeText(text, hasDayFirst ? readIsoOrDayFirst : readIsoDay);
  if (time === undefined || time.sinceMidnight >= DAY_MS) {
    throw new BacktestInputError(`Line ${line}: "${text}" is not a local time YYYY-MM-DD HH:MM.`);
  }
  const { day, sinceMidnight, wallMs, offsetMs } = time;
  if (sinceMidnight % QUARTER_MS !== 0) {
    throw new BacktestInputError(
      `Line ${line}: "${text}" is not the start of an hour or a quarter hour; average shorter periods first.`,
    );
  }
  const hour = Math.floor(sinceMidnight / HOUR_MS);
  const minute = (sinceMidnight % HOUR_MS) / MINUTE_MS;
  return { text, line, day, hour, minute, wallMs, offsetMs };
}

/** The days that are in quarter hours: those of which a time is no full hour. */
export function quarterHourDays(times: readonly LocalTime[]): Set<DeliveryDay> {
  return new Set(times.filter(({ minute }) => minute !== 0).map(({ day }) => day));
}

const READ_STEPS = new Set([QUARTER_MS, HOUR_MS]);

/** A day whose rows mostly follow each other by another step than an hour or a quarter hour is not one with gaps. */
export function requireReadableSteps(times: readonly LocalTime[]): void {
  for (const [day, rows] of groupBy(times, (time) => time.day)) {
    const counts = new Map<number, number>();
    rows.slice(1).forEach((time, i) => {
      const step = instantOf(time) - instantOf(rows[i]);
      counts.set(step, (counts.get(step) ?? 0) + 1);
    });
    const [usual] = [...counts].toSorted(([, a], [, b]) => b - a);
    if (usual === undefined || READ_STEPS.has(usual[0]) || usual[0] <= 0 || 2 * usual[1] < rows.length)
      continue;
    throw new BacktestInputError(
      `Line ${rows[1].line}: ${day} is in steps of ${usual[0] / MINUTE_MS} minutes; hours and quarter hours are read. ` +
        (usual[0] < HOUR_MS
          ? 'Write the mean of each hour instead.'
          : 'Write each of its hours or quarter hours as a row.'),
    );
  }
}

/** Rows without days at the two ends that are not whole, as a file has them on another clock than its own. */
export function withinWholeDays<T extends { time: LocalTime }>(rows: readonly T[]): T[] {
  const quarterDays = quarterHourDays(rows.map(({ time }) => time));
  const first = rows[0].time;
  const last = rows[rows.length - 1].time;
  const startsWhole = first.hour === 0 && first.minute === 0;
  const endsWhole = last.hour === 23 && last.minute === (quarterDays.has(last.day) ? 45 : 0);
  return rows.filter(
    ({ time: { day } }) => (startsWhole || day !== first.day) && (endsWhole || day !== last.day),
  );
}

/** Length of the periods of a day. */
export function stepOf(day: DeliveryDay, quarterDays: ReadonlySet<DeliveryDay>): number {
  return quarterDays.has(day) ? QUARTER_MS : HOUR_MS;
}

/** What a row must fit after the row before it: no gap beyond `longestGapMs`, no repetition, and offsets in all rows or in none. */
export function requireConsecutive(
  times: readonly LocalTime[],
  quarterDays: ReadonlySet<DeliveryDay>,
  longestGapMs: number,
): void {
  for (let i = 1; i < times.length; i++) {
    const [previous, current] = [times[i - 1], times[i]];
    if ((previous.offsetMs === null) !== (current.offsetMs === null)) {
      throw new BacktestInputError(
        `Line ${current.line}: "${current.text}" and line ${previous.line} must both have a UTC offset or both have none.`,
      );
    }
    const length = stepOf(previous.day, quarterDays);
    const step = instantOf(current) - instantOf(previous);
    if (step === length) continue;
    const hint = current.offsetMs === null ? '; where clocks change, the first column needs UTC offsets' : '';
    if (step === 0)
      throw new BacktestInputError(
        `Line ${current.line} repeats the ${length === HOUR_MS ? 'hour' : 'quarter hour'} ${previous.text}${hint}.`,
      );
    if (step < 0) {
      throw new BacktestInputError(
        `Line ${current.line}: ${current.text} comes after ${previous.text}${-step < HOUR_MS ? hint : ''}.`,
      );
    }
    if (step > length && step % length === 0 && step - length <= longestGapMs) continue;
    const limit =
      longestGapMs > 0
        ? `; gaps of up to ${longestGapMs / HOUR_MS} hours are filled, longer ones are not`
        : '';
    throw new BacktestInputError(
      `Line ${current.line}: there is a gap between ${previous.text} and ${current.text}${limit || (step === 2 * HOUR_MS ? hint : '')}.`,
    );
  }
}

/** The file starts with the first period of a day and ends with the last, and no day is further from 24 hours than one clock change takes it. */
export function requireWholeDays(times: readonly LocalTime[], quarterDays: ReadonlySet<DeliveryDay>): void {
  const first = times[0];
  const last = times[times.length - 1];
  // The usual file of UTC has the market's days, which begin at another hour of UTC.
  const hint =
    first.offsetMs === null
      ? ''
      : " on the clock of its offset; name the zone of the market's days if it is another";
  if (first.hour !== 0 || first.minute !== 0)
    throw new BacktestInputError(`The first time is ${first.text}; the file must start at 00:00${hint}.`);
  const lastMinute = quarterDays.has(last.day) ? 45 : 0;
  if (last.hour !== 23 || last.minute !== lastMinute)
    throw new BacktestInputError(
      `The last time is ${last.text}; the file must end at 23:${lastMinute || '00'}${hint}.`,
    );
  for (const [day, rows] of groupBy(times, (time) => time.day)) {
    const perHour = HOUR_MS / stepOf(day, quarterDays);
    if (new Set(rows.map(({ hour }) => hour)).size < FEWEST_HOURS || rows.length > MOST_HOURS * perHour) {
      const [what, usual, short, long] =
        perHour === 1 ? ['hours', 24, 23, 25] : ['quarter hours', 96, 92, 100];
      throw new BacktestInputError(
        `${day} has ${rows.length} ${what}; a day has ${usual}, or ${short} or ${long} where clocks change.`,
      );
    }
  }
}

export function instantOf(time: LocalTime): number {
  return time.wallMs - (time.offsetMs ?? 0);
}
