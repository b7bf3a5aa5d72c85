import type { Panel } from '../data/panel.ts';
import { type FitCache, readOnce } from '../kernel/fit-cache.ts';
import { normalQuantile } from '../metrics/normal-distribution.ts';
import { standardDeviation } from '../linalg/statistics.ts';

/**
 * A partial probability integral transform: a rising, piecewise linear map that moves the prices below the median part of the way to where
 * they would lie if prices were normally distributed, and leaves those above the median as they are. Supply is flat near its floor: there a
 * little more wind hardly moves the price, and a little less lets it jump. On the transformed scale prices respond evenly.
 */
export interface PartialPit {
  /** Prices at the knots, rising, price unit. */
  prices: number[];
  /** What they are mapped to, rising. Above the last knot a price keeps its distance to it. */
  mapped: number[];
}

/** Shares of the prices that lie below each knot, up to the median. */
const LEVELS = Array.from({ length: 31 }, (_, k) => 0.01 + (0.98 * k) / 60);
const SCORES = LEVELS.map(normalQuantile);

/**
 * The map that takes the lower half of the known `prices` by a part `share` (0 to below 1) from where they are to where they would lie
 * below the median if they were normally distributed; undefined where they have no lower half. Source of the full step: the normal
 * probability integral transform of Uniejewski, Weron and Ziel (2018), IEEE Trans. Power Systems 33(2).
 */
export function fitPartialPit(prices: Float64Array, share: number): PartialPit | undefined {
  const sorted = prices.filter(Number.isFinite).sort();
  const { length } = sorted;
  if (length === 0) return undefined;
  const middle = sorted[Math.floor(length / 2)];
  const spread = standardDeviation(sorted);
  const knots: { price: number; scores: number[] }[] = [];
  LEVELS.forEach((level, k) => {
    const price = sorted[Math.floor(level * length)];
    const last = knots.at(-1);
    if (last?.price === price) last.scores.push(SCORES[k]);
    else knots.push({ price, scores: [SCORES[k]] });
  });
  if (knots.length === 1) return undefined;
  return {
    prices: knots.map(({ price }) => price),
    mapped: knots.map(({ price, scores }) => {
      const score = (scores[0] + scores[scores.length - 1]) / 2;
      return price + share * (middle + spread * score - price);
    }),
  };
}

/** The transformed price; NaN for NaN. */
export function applyPit({ prices, mapped }: PartialPit, price: number): number {
  return between(prices, mapped, price);
}

/** The inverse of `applyPit`. */
export function invertPit({ prices, mapped }: PartialPit, value: number): number {
  return between(mapped, prices, value);
}

/** The panel with its prices transformed, and the price signals that follow from them: steps from the price of the day before. */
export function panelUnderPit(panel: Panel, pit: PartialPit, cache: FitCache): Panel {
  const { signals, slotsPerDay } = panel;
  const key = `pit ${slotsPerDay} ${pit.prices.join()} ${pit.mapped.join()}`;
  const price = readOnce(cache, panel.price, key, () => panel.price.map((value) => applyPit(pit, value)));
  return {
    ...panel,
    price,
    signals: signals?.map(({ name, values }) => ({
      name,
      values: signalUnderPit(values, { prices: panel.price, mapped: price, slotsPerDay }, pit),
    })),
  };
}

/** A signal starts from the price of the same slot of the day before; where that is not known it stays as it is. */
function signalUnderPit(
  signal: Float64Array,
  { prices, mapped, slotsPerDay }: { prices: Float64Array; mapped: Float64Array; slotsPerDay: number },
  pit: PartialPit,
): Float64Array {
  return signal.map((step, i) => {
    const price = i < slotsPerDay ? Number.NaN : prices[i - slotsPerDay];
    return Number.isNaN(price) ? step : applyPit(pit, price + step) - mapped[i - slotsPerDay];
  });
}

/** Linear between the knots, below them as steep as they are on the whole, above them with slope 1. */
function between(from: number[], to: number[], value: number): number {
  const last = from.length - 1;
  if (value >= from[last]) return to[last] + (value - from[last]);
  if (value < from[0]) return to[0] + ((value - from[0]) * (to[last] - to[0])) / (from[last] - from[0]);
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle] <= value) low = middle;
    else high = middle;
  }
  return to[low] + ((value - from[low]) * (to[high] - to[low])) / (from[high] - from[low]);
}
