import { lengthOfComplete } from './complete-columns.ts';

export type PriceRegime = 'zero or negative' | 'normal' | 'spike';

/** Share of the span's prices that are not spikes. */
const SPIKE_LEVEL = 0.95;

export interface PriceRegimes {
  /** Prices above it are spikes. */
  spikeAbove: number;
  /** Of each price, in order. */
  regimes: PriceRegime[];
}

/**
 * Sorts prices into zero or negative, normal, and spike: above the 95th percentile of these very prices and above zero. A
 * percentile rather than a multiple of a deviation, so that every market has spikes and as many of them, whatever its
 * unit and level. NaN is refused. O(n log n).
 */
export function priceRegimes(prices: ArrayLike<number>): PriceRegimes {
  lengthOfComplete({ prices });
  const spikeAbove = Math.max(0, percentile(prices, SPIKE_LEVEL));
  const regimes = Array.from(prices, (price): PriceRegime => {
    if (price <= 0) return 'zero or negative';
    return price > spikeAbove ? 'spike' : 'normal';
  });
  return { spikeAbove, regimes };
}

/** By linear interpolation between the two nearest order statistics, the first at 0 and the last at 1. */
function percentile(values: ArrayLike<number>, level: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = level * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}
