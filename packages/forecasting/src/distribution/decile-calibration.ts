import type { ForecastPoint } from '../data/forecast-point.ts';
import { withExactPoint } from './period-distribution.ts';
import { type PriceDistribution, quantileAt } from './price-distribution.ts';

/** Where a price lay in the distribution that was forecast: how many of the nine deciles are below it; undefined where that is not known. */
export interface DecileRank {
  decilesBelow: number | undefined;
}

/** How often prices lay at or below each decile. */
export interface DecileCalibration {
  /** Prices whose place among the deciles is known. */
  count: number;
  /** Percent of them at or below each decile; right when it is 100 times the level. Empty without a price. */
  levels: { level: number; atMost: number; observedPercent: number }[];
}

const DECILES = Array.from({ length: 9 }, (_, k) => (k + 1) / 10);

/** How many of the nine deciles of a distribution, with the point forecast and bounds that were issued of it, lie below a price. */
export function decilesBelow(
  distribution: PriceDistribution,
  point: Omit<ForecastPoint, 'start'>,
  price: number,
): number {
  const exact = withExactPoint(distribution, point);
  return DECILES.filter((level) => quantileAt(exact, level) < price).length;
}

/** Of prices by their place among the deciles. */
export function decileCalibration(prices: readonly DecileRank[]): DecileCalibration {
  const ranks = prices.flatMap((price) => price.decilesBelow ?? []);
  const count = ranks.length;
  if (count === 0) return { count, levels: [] };
  return {
    count,
    levels: DECILES.map((level, k) => {
      const atMost = ranks.filter((rank) => rank <= k).length;
      return { level, atMost, observedPercent: (100 * atMost) / count };
    }),
  };
}
