import {
  addDays,
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

/** With fewer known hours the harmonised limits alone hold. */
const FEWEST_HOURS = 28 * 24;
/** An auction with fewer hours of its own has not seen all seasons: those of the other auctions count as well. */
const FEWEST_OWN_HOURS = 182 * 24;
/**
 * How far beyond the lowest and highest price ever cleared a forecast may go, as shares of their distances to the median. New lows
 * come in small steps and new highs in leaps: before March 2022 the highest Spanish price was 409 EUR/MWh, then 700.
 */
const BELOW_LOWEST = 0.1;
const ABOVE_HIGHEST = 0.75;

/**
 * The limits of a product's forecast for `day` and later: those of the market, narrowed to what its own auction has cleared from the day
 * `since` to before `day`, as far as that was known at `asOf`, with some room beyond. Of auctions that come before the product's own, the
 * prices of `day` count too. A product without half a year of prices has the limits of all auctions together, and without four weeks of
 * those the harmonised limits of the market.
 */
export function clearedLimits(
  inputs: ForecastInputs,
  request: { product: Product; since: DeliveryDay; day: DeliveryDay; asOf: number },
): PriceLimits {
  const { product, since, day, asOf } = request;
  const { min, max } = AUCTION_CALENDAR[product].priceLimits;
  const past = { from: dayStart(since), to: dayStart(day), asOf };
  const ofDay = { from: past.to, to: dayStart(addDays(day, 1)), asOf };
  const own = knownPrices(inputs, [product], past);
  const cleared = own.hours >= FEWEST_OWN_HOURS ? own : knownPrices(inputs, PRODUCTS, past);
  const before = knownPrices(inputs, auctionsBefore(product), ofDay);
  if (cleared.hours + before.hours < FEWEST_HOURS) return { min, max };
  const ascending = Float64Array.from([...cleared.prices, ...before.prices]).sort();
  const [lowest, median, highest] = [
    ascending[0],
    ascending[ascending.length >> 1],
    ascending[ascending.length - 1],
  ];
  return {
    min: Math.max(min, lowest - BELOW_LOWEST * (median - lowest)),
    max: Math.min(max, highest + ABOVE_HIGHEST * (highest - median)),
  };
}

interface KnownPrices {
  /** EUR/MWh. */
  prices: number[];
  hours: number;
}

/** Prices of some auctions for `from <= start < to` that were known at `asOf`. */
function knownPrices(
  inputs: ForecastInputs,
  auctions: readonly Product[],
  { from, to, asOf }: { from: number; to: number; asOf: number },
): KnownPrices {
  const known: KnownPrices = { prices: [], hours: 0 };
  for (const { start, value, availableAt, resolution } of auctions.flatMap((name) =>
    pricesOf(inputs, name),
  )) {
    for (let i = 0; i < value.length; i++) {
      if (availableAt[i] > asOf || start[i] < from || start[i] >= to) continue;
      known.prices.push(value[i]);
      known.hours += resolution === 'PT15M' ? 0.25 : 1;
    }
  }
  return known;
}
