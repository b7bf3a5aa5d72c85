import type { ForecastPoint } from '../data/forecast-point.ts';
import { type PriceDistribution, quantileAt } from '../distribution/price-distribution.ts';
import type { PriceLimits } from '../distribution/price-distribution.ts';
import { middleOf, type Spread, spreadOfSample } from './spread.ts';

/**
 * Days before a day whose spreads to an earlier auction it is expected to have: of 14 to 182 days, 91 had the lowest pinball loss in the first
 * intraday auction of 2025-07-15..2025-12-31. Of fewer than 28 the tails are not known.
 */
export const OUTLOOK_SPREADS = { days: 91, fewestDays: 28 };

/** Levels of the distribution that each spread is added to. */
const LIKELY_LEVELS = Array.from({ length: 20 }, (_, i) => (i + 0.5) / 20);

/** Equally likely prices of a distribution. */
export function likelyPrices(distribution: PriceDistribution): number[] {
  return LIKELY_LEVELS.map((level) => quantileAt(distribution, level));
}

/**
 * What a later auction is expected to clear at before it has a forecast of its own: equally likely prices of an earlier one plus each spread
 * that was seen on past days, within the limits of the auction. Unit of the prices.
 */
export function auctionOutlook(
  likely: readonly number[],
  spreads: readonly number[],
  { lowest, highest }: PriceLimits,
): Omit<ForecastPoint, 'start'> & { spread: Spread } {
  const prices = likely.flatMap((price) => spreads.map((spread) => price + spread));
  return {
    ...middleOf(prices.map((price) => Math.min(highest, Math.max(lowest, price)))),
    spread: spreadOfSample(spreads),
  };
}
