import { HOUR_MS, MINUTE_MS, type Resolution } from '@lonja/forecasting/market';
import { reason } from '../../ground/reasons/reasons.ts';
import { answerFault } from './payload-fault.ts';

/** The values of one delivery day at one resolution. */
export interface DayValues {
  resolution: Resolution;
  /** Period start in epoch ms to value. */
  values: ReadonlyMap<number, number>;
  /** Of the values that they were made of, in ms. */
  step: number | 'day';
}

/** Length of a period in ms; `day`: one value for each delivery day; `by day`: what the instants of each day show. */
export type Step = number | 'day' | 'by day';

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The step of a day's values whose source does not name it: the longest that all of them stand on, an hour at most. A gap
 * does not lengthen it, unless everything between two hours is gone.
 */
export function stepOfDay(starts: Iterable<number>): number {
  let step = HOUR_MS;
  for (const start of starts) step = greatestCommonDivisor(step, start % HOUR_MS);
  return step;
}

/**
 * One day's values in hours or quarters: values of another step become means of the hours of which at least `leastShare`
 * is there. Throws PayloadFault for a step that does not make an hour.
 */
export function resampleDay(
  step: Step,
  values: ReadonlyMap<number, number>,
  { key, leastShare }: { key: string; leastShare: number },
): DayValues {
  const length = step === 'by day' ? stepOfDay(values.keys()) : step;
  const kept = { values, step: length };
  if (length === 'day') return { ...kept, resolution: 'P1D' };
  if (length === HOUR_MS) return { ...kept, resolution: 'PT1H' };
  if (length === QUARTER_MS) return { ...kept, resolution: 'PT15M' };
  if (!Number.isInteger(HOUR_MS / length)) {
    throw answerFault(key, reason('odd_steps', { minutes: length / MINUTE_MS }));
  }
  return { ...kept, resolution: 'PT1H', values: meansOfHours(values, (leastShare * HOUR_MS) / length) };
}

/** Means of the hours that have at least `fewest` values. */
export function meansOfHours(values: ReadonlyMap<number, number>, fewest: number): Map<number, number> {
  const hours = Map.groupBy(values, ([start]) => start - (start % HOUR_MS));
  return new Map(
    [...hours]
      .filter(([, rows]) => rows.length >= fewest)
      .map(([hour, rows]) => [hour, rows.reduce((sum, [, value]) => sum + value, 0) / rows.length]),
  );
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
