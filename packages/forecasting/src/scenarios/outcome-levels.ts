import { empiricalQuantile } from './empirical-quantile.ts';

/** A past day: a position that was chosen by its forecast, and the errors (price minus forecast) of its prices, one for each slot. */
export interface PastChoice {
  position: Float64Array;
  errors: Float64Array;
}

/**
 * Where the money of chosen positions came to lie among what the errors of the other days would have made of it: one level in (0, 1)
 * for each day, ascending. Of positions that do not depend on the forecast the levels are spread evenly. Who sells where the
 * forecast is highest sells more often than not where it is too high, so such choices have more low levels.
 */
export function outcomeLevels(choices: readonly PastChoice[]): Float64Array {
  const levels = choices.map(({ position, errors }) => {
    const own = moneyOf(position, errors);
    const below = choices.filter((other) => moneyOf(position, other.errors) < own).length;
    return (below + 0.5) / choices.length;
  });
  return Float64Array.from(levels).sort();
}

/**
 * Draws from the distribution of a sample as past outcomes came to lie in it, in the sample's order: the value at the i-th place of n becomes the
 * sample's quantile at the level below which a share (i + 1/2) / n of the outcomes lay (Kuleshov and others 2018, ICML).
 */
export function recalibrate(sample: Float64Array, levels: Float64Array): Float64Array {
  const ascending = sample.toSorted();
  const order = [...sample.keys()].sort((a, b) => sample[a] - sample[b] || a - b);
  const drawn = new Float64Array(sample.length);
  order.forEach((place, rank) => {
    const level = empiricalQuantile(levels, (rank + 0.5) / sample.length);
    drawn[place] = empiricalQuantile(ascending, level);
  });
  return drawn;
}

function moneyOf(position: Float64Array, prices: Float64Array): number {
  return position.reduce((sum, mw, slot) => sum + mw * prices[slot], 0);
}
