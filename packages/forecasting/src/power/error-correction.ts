import { appendVariable, createCholesky, solveInPlace } from '../linalg/cholesky.ts';
import type { Outlook } from './power-panel.ts';
import { LONGEST_LEAD } from './training-days.ts';

/** What was measured of a day and what was predicted of it from the days before, slot by slot; NaN where not known. */
export interface DayRecord {
  shares: ArrayLike<number>;
  predicted: ArrayLike<number>;
}

/** How far a forecast follows its newest errors, as plain JSON. */
export interface ErrorCorrection {
  /** By slot: what errors are measured by. */
  spreads: number[];
  /** By days ahead, slot and input. */
  factors: number[][][];
}

/** Slots before the origin whose errors count together. */
const LAST_SLOTS = 2;
/** The predictions of the first days rest on too few before them. */
const FEWEST_DAYS = 56;
const RIDGE = 20;

/**
 * Learns, for each number of days ahead and each slot, how much of three things a forecast should follow: how far the newest
 * measurement of the slot lies from it, how wrong the forecast of that measurement was, and how wrong those of the last measured
 * slots were. Ridge regression on the errors of `records`, by row; O(leads x slots x records).
 */
export function fitCorrection(
  records: ReadonlyMap<number, DayRecord>,
  { spreads, originSlot }: { spreads: number[]; originSlot: number },
): ErrorCorrection {
  const slotsPerDay = spreads.length;
  const learnt = [...records].slice(FEWEST_DAYS);
  const factors = Array.from({ length: LONGEST_LEAD + 1 }, (_, lead) =>
    spreads.map((spread, slot) =>
      ridge(
        learnt.map(([row, { shares, predicted }]) => ({
          inputs: inputsOf(
            records,
            spreads,
            { row, origin: (row - lead) * slotsPerDay + originSlot },
            slot,
            predicted[slot],
          ),
          target: (shares[slot] - predicted[slot]) / spread,
        })),
      ),
    ),
  );
  return { spreads, factors };
}

/** What to add to the prediction of an outlook's slot. */
export function correctionOf(
  { spreads, factors }: ErrorCorrection,
  records: ReadonlyMap<number, DayRecord>,
  outlook: Outlook,
  slot: number,
  predicted: number,
): number {
  const daysAhead = outlook.row - Math.floor(outlook.origin / spreads.length);
  const lead = Math.max(0, Math.min(LONGEST_LEAD, daysAhead));
  return inputsOf(records, spreads, outlook, slot, predicted).reduce(
    (sum, input, i) => sum + spreads[slot] * factors[lead][slot][i] * input,
    0,
  );
}

/** In spreads; what is not known counts as nothing to correct. */
function inputsOf(
  records: ReadonlyMap<number, DayRecord>,
  spreads: readonly number[],
  { origin }: Outlook,
  slot: number,
  predicted: number,
): number[] {
  const slotsPerDay = spreads.length;
  const newest = records.get(Math.floor((origin - 1 - slot) / slotsPerDay));
  const distance = ((newest?.shares[slot] ?? Number.NaN) - predicted) / spreads[slot];
  let sum = 0;
  let known = 0;
  for (let place = origin - LAST_SLOTS; place < origin; place++) {
    const error = errorOf(records.get(Math.floor(place / slotsPerDay)), spreads, place % slotsPerDay);
    if (!Number.isFinite(error)) continue;
    sum += error;
    known++;
  }
  return [distance, errorOf(newest, spreads, slot), sum / known].map((input) =>
    Number.isFinite(input) ? input : 0,
  );
}

function errorOf(record: DayRecord | undefined, spreads: readonly number[], slot: number): number {
  return record === undefined ? Number.NaN : (record.shares[slot] - record.predicted[slot]) / spreads[slot];
}

/** The factors b that minimise sum (target - inputs b)^2 + RIDGE mean(input^2) b^2; 0 for an input that is always 0. */
function ridge(rows: readonly { inputs: number[]; target: number }[]): number[] {
  const width = rows[0]?.inputs.length ?? 0;
  const products = Array.from({ length: width }, () => new Float64Array(width));
  const right = new Float64Array(width);
  for (const { inputs, target } of rows) {
    for (let j = 0; j < width; j++) {
      right[j] += inputs[j] * target;
      for (let k = 0; k <= j; k++) products[j][k] += inputs[j] * inputs[k];
    }
  }
  const factor = createCholesky(width);
  for (let j = 0; j < width; j++) {
    const own = products[j][j] * (1 + RIDGE / rows.length);
    appendVariable(factor, products[j], own > 0 ? own : 1, 0);
  }
  solveInPlace(factor, right);
  return [...right];
}
