import { lengthOfComplete } from './complete-columns.ts';

/**
 * Mean squared difference between the probability of an event and whether it came (1 or 0); lower is better, 0 to 1. NaN is refused. O(n).
 * Source: Brier (1950), Monthly Weather Review 78:1-3.
 */
export function brierScore(probability: ArrayLike<number>, came: ArrayLike<number>): number {
  const n = lengthOfComplete({ probability, came });
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (probability[i] - came[i]) ** 2;
  return sum / n;
}

/** Of the periods with a probability between two bounds, how often the event came. */
export interface ProbabilityBin {
  from: number;
  to: number;
  count: number;
  /** Means over the bin, 0 to 1; null where it is empty. */
  forecast: number | null;
  observed: number | null;
}

/** Forecast probabilities beside observed frequencies. */
export interface EventReliability {
  bins: ProbabilityBin[];
  /** Mean distance between forecast and observed, weighted by the count of each bin, 0 to 1. */
  error: number;
}

/** Reliability of the probabilities of an event in `binCount` bins of equal width. NaN is refused. O(n). */
export function eventReliability(
  probability: ArrayLike<number>,
  came: ArrayLike<number>,
  binCount: number = 10,
): EventReliability {
  const n = lengthOfComplete({ probability, came });
  const sums = Array.from({ length: binCount }, () => ({ count: 0, forecast: 0, observed: 0 }));
  for (let i = 0; i < n; i++) {
    const bin = sums[Math.min(binCount - 1, Math.floor(probability[i] * binCount))];
    bin.count++;
    bin.forecast += probability[i];
    bin.observed += came[i];
  }
  const error = sums.reduce((sum, bin) => sum + Math.abs(bin.forecast - bin.observed), 0) / n;
  const bins = sums.map(({ count, forecast, observed }, k) => ({
    from: k / binCount,
    to: (k + 1) / binCount,
    count,
    forecast: count === 0 ? null : forecast / count,
    observed: count === 0 ? null : observed / count,
  }));
  return { bins, error };
}
