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
  /** Of the point forecast. */
  pointMin: number;
  max: number;
}

/** With fewer known hours the harmonised limits alone hold. */
const FEWEST_HOURS = 28 * 24;
/** An auction with fewer hours of its own has not seen all seasons: those of the other auctions count as well. */
const FEWEST_OWN_HOURS = 182 * 24;
/**
 * How far beyond the lowest and highest price that cleared a forecast may go, as shares of their distances to the median. New lows
 * come in small steps and new highs in leaps: before March 2022 the highest Spanish price was 409 EUR/MWh, then 700.
 */
const BELOW_LOWEST = 0.1;
const ABOVE_HIGHEST = 0.75;
/**
 * Days before the day within which the day-ahead auction has shown how low it clears at present. Where supply exceeds demand a model
 * extrapolates far below: held at the lowest price of these days its point errs less (benchmarks/accuracy/price-limits.md).
 */
const RECENT_DAYS = 59;

/**
 * The limits of a product's forecast for `day` and later: those of the market, narrowed to what its own auction has cleared from the day
 * `since` to before `day`, as far as that was known at `asOf`, with some room beyond. Of auctions that come before the product's own, the
 * prices of `day` count too. A product without half a year of prices has the limits of all auctions together, and without four weeks of
 * those the harmonised limits of the market. The point forecast of the day-ahead market does not fall below what its auction cleared
 * lately, and its lower quantiles little; intraday forecasts start from a known price.
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
  if (cleared.hours + before.hours < FEWEST_HOURS) return { min, pointMin: min, max };
  const ever = rangeOf([...cleared.prices, ...before.prices]);
  const recent = product === 'da' ? recentRange(inputs, past, day) : undefined;
  const lowest = Math.max(min, belowLowest(ever), recent === undefined ? min : belowLowest(recent));
  return {
    min: lowest,
    pointMin: Math.max(lowest, recent?.lowest ?? lowest),
    max: Math.min(max, ever.highest + ABOVE_HIGHEST * (ever.highest - ever.median)),
  };
}

/** EUR/MWh. */
interface PriceRange {
  lowest: number;
  median: number;
  highest: number;
}

function rangeOf(prices: number[]): PriceRange {
  const ascending = Float64Array.from(prices).sort();
  return {
    lowest: ascending[0],
    median: ascending[ascending.length >> 1],
    highest: ascending[ascending.length - 1],
  };
}

/** What the day-ahead auction cleared lately; undefined where less than four weeks of it are known. */
function recentRange(
  inputs: ForecastInputs,
  past: { from: number; to: number; asOf: number },
  day: DeliveryDay,
): PriceRange | undefined {
  const from = dayStart(addDays(day, -RECENT_DAYS));
  const { prices, hours } = knownPrices(inputs, ['da'], { ...past, from });
  return hours < FEWEST_HOURS ? undefined : rangeOf(prices);
}

function belowLowest({ lowest, median }: PriceRange): number {
  return lowest - BELOW_LOWEST * (median - lowest);
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
