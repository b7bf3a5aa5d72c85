import { groupBy } from '../data/group-by.ts';
import { DAY_MS, HOUR_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { nameOfStep, type StepOf } from './file-steps.ts';
import { clockText, instantOf, type LocalTime, type WallTime, wallTimeOf } from './local-times.ts';

const FEWEST_HOURS = 23;
const MOST_HOURS = 25;

/** Rows without days at the two ends that are not whole, as a file has them on another clock than its own. */
export function withinWholeDays<T extends { time: LocalTime }>(rows: readonly T[], stepOf: StepOf): T[] {
  const first = rows[0].time;
  const last = rows[rows.length - 1].time;
  const startsWhole = first.hour === 0 && first.minute === 0;
  const endsWhole = isLastOfDay(last, stepOf);
  return rows.filter(
    ({ time: { day } }) => (startsWhole || day !== first.day) && (endsWhole || day !== last.day),
  );
}

function isLastOfDay({ day, wallMs }: LocalTime, stepOf: StepOf): boolean {
  return (wallMs + stepOf(day)) % DAY_MS === 0;
}

/** What a row must fit after the row before it: no gap beyond `longestGapMs`, no repetition, and offsets in all rows or in none. */
export function requireConsecutive(times: readonly LocalTime[], stepOf: StepOf, longestGapMs: number): void {
  for (let i = 1; i < times.length; i++) {
    const [previous, current] = [times[i - 1], times[i]];
    if ((previous.offsetMs === null) !== (current.offsetMs === null)) {
      throw new BacktestInputError(
        `Line ${current.line}: "${current.text}" and line ${previous.line} must both have a UTC offset or both have none.`,
      );
    }
    const length = stepOf(previous.day);
    const step = instantOf(current) - instantOf(previous);
    if (step === length) continue;
    const hint =
      current.offsetMs === null
        ? '; where clocks change, the first column needs UTC offsets, or the zone of its clock must be named'
        : '';
    if (step === 0)
      throw new BacktestInputError(
        `Line ${current.line} repeats the ${nameOfStep(length)} ${previous.text}${hint}.`,
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
export function requireWholeDays(times: readonly LocalTime[], stepOf: StepOf): void {
  const first = times[0];
  const last = times[times.length - 1];
  // The usual file of UTC has the market's days, which begin at another hour of UTC.
  const hint =
    first.offsetMs === null
      ? ''
      : " on the clock of its offset; name the zone of the market's days if it is another";
  if (first.hour !== 0 || first.minute !== 0)
    throw new BacktestInputError(`The first time is ${first.text}; the file must start at 00:00${hint}.`);
  if (!isLastOfDay(last, stepOf))
    throw new BacktestInputError(
      `The last time is ${last.text}; the file must end at ${clockText(wallOfLast(stepOf(last.day)))}${hint}.`,
    );
  for (const [day, rows] of groupBy(times, (time) => time.day)) {
    const step = stepOf(day);
    const perHour = HOUR_MS / step;
    if (new Set(rows.map(({ hour }) => hour)).size < FEWEST_HOURS || rows.length > MOST_HOURS * perHour) {
      const [usual, short, long] = [24, FEWEST_HOURS, MOST_HOURS].map((hours) => hours * perHour);
      throw new BacktestInputError(
        `${day} has ${rows.length} ${nameOfStep(step)}s; a day has ${usual}, or ${short} or ${long} where clocks change.`,
      );
    }
  }
}

function wallOfLast(step: number): WallTime {
  return wallTimeOf(DAY_MS - step);
}
