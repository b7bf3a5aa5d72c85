import type { ForecastPoint } from '../data/forecast-point.ts';
import { type PriceDistribution, quantileAt } from '../distribution/price-distribution.ts';
import type { PriceLimits } from '../distribution/price-distribution.ts';
import { meanOf } from '../metrics/price-summary.ts';
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

/** What a period of a later auction is expected to clear at before the auction has a forecast of its own. Unit of the prices. */
export interface OutlookPeriod extends ForecastPoint {
  /** The price of the earlier auction, or the point forecast of it. */
  reference: number;
  /** The price less that of the earlier auction. */
  spread: Spread;
  meanSpread: number;
}

/**
 * The outlook of each period of an earlier auction. `starts` are those of all periods of the later auction on that day, and `spreads` those of past
 * days in the same places.
 */
export function outlookPeriods(
  earlier: readonly { start: number; value: number; likely: readonly number[] }[],
  spreads: readonly ArrayLike<number>[],
  { starts, limits }: { starts: readonly number[]; limits: PriceLimits },
): OutlookPeriod[] {
  const place = new Map(starts.map((start, t) => [start, t]));
  return earlier.map(({ start, value, likely }) => {
    const ofPeriod = spreads.map((ofDay) => ofDay[place.get(start) ?? -1]);
    const meanSpread = meanOf(ofPeriod);
    return { start, reference: value, meanSpread, ...auctionOutlook(likely, ofPeriod, limits) };
  });
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
