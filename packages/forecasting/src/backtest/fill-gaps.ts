import { groupBy } from '../data/group-by.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import type { StepOf } from './file-steps.ts';
import { type LocalTime, type TimedRow, instantOf, laterBy } from './local-times.ts';

/** Values of a column that a file lacks and that were filled. */
export interface FilledGaps {
  column: string;
  /** Local starts of the periods. */
  times: string[];
}

/** The rows with empty ones in place of those that are missing between them, of which the caller has seen that they are few. */
export function withMissingRows(rows: readonly TimedRow[], stepOf: StepOf): TimedRow[] {
  return rows.flatMap((row, i) => {
    const next = rows.at(i + 1);
    const length = stepOf(row.time.day);
    const missing = next === undefined ? 0 : (instantOf(next.time) - instantOf(row.time)) / length - 1;
    const empty = Array.from({ length: Math.max(0, missing) }, (_, k) => ({
      time: laterBy(row.time, (k + 1) * length),
      values: row.values.map(() => Number.NaN),
    }));
    return [row, ...empty];
  });
}

/**
 * A column without its NaN: a run of them is filled along the straight line between the values on both sides **of its own day**, so
 * that no later day shows through, and by the nearest one at the day's ends. A run longer than `longestGapMs` stays unknown where it may,
 * and is a BacktestInputError otherwise.
 */
export function fillColumn(
  values: Float64Array,
  {
    times,
    name,
    stepOf,
    longestGapMs,
    mayBeUnknown,
  }: {
    times: readonly LocalTime[];
    name: string;
    stepOf: StepOf;
    longestGapMs: number;
    mayBeUnknown: boolean;
  },
): { values: Float64Array; filled: FilledGaps } {
  const full = values.slice();
  const filled: string[] = [];
  for (const [day, rows] of groupBy(times.keys(), (i) => times[i].day)) {
    const known = rows.filter((i) => !Number.isNaN(values[i]));
    if (known.length === rows.length || (known.length === 0 && mayBeUnknown)) continue;
    const most = longestGapMs / stepOf(day);
    for (const i of rows) {
      if (!Number.isNaN(values[i])) continue;
      const before = known.findLast((k) => k < i);
      const after = known.find((k) => k > i);
      const length = (after ?? rows[rows.length - 1] + 1) - (before ?? rows[0] - 1) - 1;
      if (length > most && mayBeUnknown) continue;
      if (length > most) throw tooLong(times[i], { name, length, hours: longestGapMs / HOUR_MS });
      full[i] = between(values, { before, after, at: i });
      filled.push(times[i].text);
    }
  }
  return { values: full, filled: { column: name, times: filled } };
}

function between(
  values: Float64Array,
  { before, after, at }: { before: number | undefined; after: number | undefined; at: number },
): number {
  if (before === undefined) return after === undefined ? Number.NaN : values[after];
  if (after === undefined) return values[before];
  return values[before] + ((values[after] - values[before]) * (at - before)) / (after - before);
}

function tooLong(
  { line, text }: LocalTime,
  { name, length, hours }: { name: string; length: number; hours: number },
): BacktestInputError {
  if (hours === 0) return new BacktestInputError(`Line ${line}: column "${name}" is empty.`);
  return new BacktestInputError(
    `Line ${line}: column "${name}" lacks ${length} values in a row from ${text} on; ` +
      `gaps of up to ${hours} hours are filled. Fill it in, or cut the file off before or after it; of a day that is still to be forecast no price is given.`,
  );
}
