import { type IntradayPanel, referenceOf, spreadsOf } from './intraday-panel.ts';
import { dayMeans, NO_SPREAD } from './spread-history.ts';

/** How past hours are likened to one that is forecast. */
export interface AnalogueOptions {
  /** Days before a row that are searched. */
  windowDays: number;
  /** Age at which a day counts 1/e of what it would count today. */
  ageScaleDays: number;
  /** Distance within the day, as a share of it, at which a slot counts 1/e. */
  slotScaleShare: number;
  /** How much a difference counts, for each mean absolute deviation over the window. */
  weights: AnalogueWeights;
}

/** In what two hours are compared. */
export interface AnalogueWeights {
  /** Of the reference price. */
  price: number;
  /** Of the mean reference price of the day. */
  dayMean: number;
  /** Of the change of the reference price from the day before. */
  change: number;
  /** Of the spread of the slot on the day before. */
  spreadBefore: number;
}

/** How far apart hours are in one respect: `values` in mean absolute deviations over the window, times `weight`. */
interface Likeness {
  values: Float64Array;
  weight: number;
}

/** Spreads of the analogues of each covered slot: past hours that are like it. One value for each covered slot. */
export interface Analogues {
  /** Median of their spreads, EUR/MWh; NaN where none is known. */
  median: Float64Array;
  /** Shares of them, by weight, that cleared above and below the auction before. */
  above: Float64Array;
  below: Float64Array;
}

/**
 * The spreads that analogues of the last weeks showed, for each covered slot of a row, weighted by likeness
 * exp(-distance). The distance adds up the differences of the reference price, of its mean over the day, of its change from the
 * day before and of the own spread of the day before, each in its mean absolute deviation over the window, and those of slot and
 * age. What is unknown of either hour adds nothing. O(windowDays x slots^2).
 */
export function analoguesOf(panel: IntradayPanel, row: number, options: AnalogueOptions): Analogues {
  const { slotsPerDay, fromSlot, toSlot } = panel;
  const { windowDays, ageScaleDays, slotScaleShare } = options;
  const first = Math.max(0, row - windowDays);
  const spreads = spreadsOf(panel);
  const past = knownSlots(panel, spreads, first, row);
  const respects = likenesses(panel, spreads, options.weights).map((respect) => scaled(respect, past));
  const weights = new Float64Array(past.length);
  const analogues = {
    median: new Float64Array(toSlot - fromSlot),
    above: new Float64Array(toSlot - fromSlot),
    below: new Float64Array(toSlot - fromSlot),
  };
  for (let i = 0; i < toSlot - fromSlot; i++) {
    const own = row * slotsPerDay + fromSlot + i;
    past.forEach((at, k) => {
      const apart = Math.abs((at % slotsPerDay) - (own % slotsPerDay));
      let distance =
        (row - Math.floor(at / slotsPerDay)) / ageScaleDays +
        Math.min(apart, slotsPerDay - apart) / (slotScaleShare * slotsPerDay);
      for (const values of respects) {
        const difference = Math.abs(values[at] - values[own]);
        if (difference > 0) distance += difference;
      }
      weights[k] = Math.exp(-distance);
    });
    analogues.median[i] = medianOf(past, spreads, weights);
    analogues.above[i] = shareOf(past, weights, (at) => spreads[at] >= NO_SPREAD);
    analogues.below[i] = shareOf(past, weights, (at) => spreads[at] <= -NO_SPREAD);
  }
  return analogues;
}

function likenesses(panel: IntradayPanel, spreads: Float64Array, weights: AnalogueWeights): Likeness[] {
  const { slotsPerDay } = panel;
  const reference = referenceOf(panel);
  const before = dayBefore(reference, slotsPerDay);
  const mean = dayMeans(reference, slotsPerDay, 0, slotsPerDay);
  return [
    { values: reference, weight: weights.price },
    { values: reference.map((_, i) => mean(Math.floor(i / slotsPerDay))), weight: weights.dayMean },
    { values: reference.map((price, i) => price - before[i]), weight: weights.change },
    { values: dayBefore(spreads, slotsPerDay), weight: weights.spreadBefore },
  ];
}

/** Places of the covered slots of the rows `[first, end)` whose spread is known, by rising spread. */
function knownSlots(panel: IntradayPanel, spreads: Float64Array, first: number, end: number): Int32Array {
  const { slotsPerDay, fromSlot, toSlot } = panel;
  const places: number[] = [];
  for (let row = first; row < end; row++) {
    for (let slot = fromSlot; slot < toSlot; slot++) {
      const at = row * slotsPerDay + slot;
      if (!Number.isNaN(spreads[at])) places.push(at);
    }
  }
  return Int32Array.from(places).sort((a, b) => spreads[a] - spreads[b] || a - b);
}

/** Values over their mean absolute deviation at the given places, times the weight; all zero where they do not vary. */
function scaled({ values, weight }: Likeness, places: Int32Array): Float64Array {
  const known: number[] = [];
  for (const at of places) if (!Number.isNaN(values[at])) known.push(values[at]);
  const mean = known.reduce((sum, value) => sum + value / known.length, 0);
  const deviation = known.reduce((sum, value) => sum + Math.abs(value - mean) / known.length, 0);
  return values.map((value) => (deviation > 0 ? (weight * value) / deviation : 0));
}

/** Weighted median of the values at places that are sorted by them. */
function medianOf(places: Int32Array, values: Float64Array, weights: Float64Array): number {
  const half = weights.reduce((sum, weight) => sum + weight, 0) / 2;
  let reached = 0;
  for (let k = 0; k < places.length; k++) {
    reached += weights[k];
    if (reached >= half) return values[places[k]];
  }
  return Number.NaN;
}

/** The weight of some places in that of all. */
function shareOf(places: Int32Array, weights: Float64Array, isSo: (at: number) => boolean): number {
  let [sum, all] = [0, 0];
  places.forEach((at, k) => {
    all += weights[k];
    if (isSo(at)) sum += weights[k];
  });
  return sum / all;
}

function dayBefore(values: Float64Array, slotsPerDay: number): Float64Array {
  return values.map((_, i) => (i < slotsPerDay ? Number.NaN : values[i - slotsPerDay]));
}
