import type { ForecastPoint } from '../data/forecast-point.ts';
import { type PriceDistribution, probabilityAtMost } from '../distribution/price-distribution.ts';
import { empiricalQuantile } from './empirical-quantile.ts';

/** How far a price lies from that of an earlier auction, in the unit of the prices: median, 10th and 90th percentile. */
export interface Spread {
  value: number;
  p10: number;
  p90: number;
  /** That it is above 0, 0 to 1. */
  probabilityPositive: number;
}

/** The spread to a price that is known: the distribution of a period, with its point forecast and bounds, moved by that price. */
export function spreadToPrice(
  { value, p10, p90 }: Omit<ForecastPoint, 'start'>,
  distribution: PriceDistribution,
  price: number,
): Spread {
  return {
    value: value - price,
    p10: p10 - price,
    p90: p90 - price,
    probabilityPositive: 1 - probabilityAtMost(distribution, price),
  };
}

/** The spread of two periods of paths, path by path: those of the same number go together. `i` and `j` are the places of the periods. */
export function spreadOfPaths(
  { paths, i }: { paths: readonly Float64Array[]; i: number },
  { paths: others, j }: { paths: readonly Float64Array[]; j: number },
): Spread {
  return spreadOfSample(paths.map((path, k) => path[i] - others[k][j]));
}

/** The spread of which a sample has been seen. The sample is not empty. */
export function spreadOfSample(sample: readonly number[]): Spread {
  return {
    ...middleOf(sample),
    probabilityPositive: sample.filter((spread) => spread > 0).length / sample.length,
  };
}

/** Median, 10th and 90th percentile of a sample that is not empty. */
export function middleOf(sample: readonly number[]): Omit<ForecastPoint, 'start'> {
  const ascending = Float64Array.from(sample).sort();
  const [p10, value, p90] = [0.1, 0.5, 0.9].map((level) => empiricalQuantile(ascending, level));
  return { value, p10, p90 };
}
