import {
  AUCTION_CALENDAR,
  auctionsBefore,
  dayStart,
  type DeliveryDay,
  type Product,
  PRODUCTS,
} from '@lonja/forecasting/market';
import { pricesOf } from '@lonja/forecasting/intraday';
import type { ForecastInputs } from './forecast-inputs.ts';

/** Prices that a forecast may name, EUR/MWh. */
export interface PriceLimits {
  min: number;
  max: number;
}

/** Fewer known periods are too small a sample: the harmonised limits alone hold. */
const FEWEST_PERIODS = 28 * 24;
/**
 * How far beyond the lowest and highest price ever cleared a forecast may go, as shares of their distances to the median. New lows
 * come in small steps and new highs in leaps: before March 2022 the highest Spanish price was 409 EUR/MWh, then 700.
 */
const BELOW_LOWEST = 0.1;
const ABOVE_HIGHEST = 0.75;

/**
 * The limits of a product's forecast for `day` and later: those of the market, narrowed to what the auctions have cleared from the day
 * `since` to before `day`, as far as that was known at `asOf`, with some room beyond. Of auctions that come before the product's own,
 * `day` counts too.
 */
export function clearedLimits(
  inputs: ForecastInputs,
  request: { product: Product; since: DeliveryDay; day: DeliveryDay; asOf: number },
): PriceLimits {
  const { product, since, day, asOf } = request;
  const { min, max } = AUCTION_CALENDAR[product].priceLimits;
  const [begin, end] = [dayStart(since), dayStart(day)];
  const earlier = new Set<Product>(auctionsBefore(product));
  const known = PRODUCTS.flatMap((auction) =>
    pricesOf(inputs, auction).map(({ start, value, availableAt }) =>
      value.filter(
        (_, i) => availableAt[i] <= asOf && start[i] >= begin && (start[i] < end || earlier.has(auction)),
      ),
    ),
  );
  const prices = new Float64Array(known.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of known) {
    prices.set(part, at);
    at += part.length;
  }
  if (prices.length < FEWEST_PERIODS) return { min, max };
  prices.sort();
  const [lowest, median, highest] = [prices[0], prices[prices.length >> 1], prices[prices.length - 1]];
  return {
    min: Math.max(min, lowest - BELOW_LOWEST * (median - lowest)),
    max: Math.min(max, highest + ABOVE_HIGHEST * (highest - median)),
  };
}
