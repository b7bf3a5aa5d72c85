import { pricesOf } from '../intraday/build-intraday-panel.ts';
import type { SeriesByKey } from '../intraday/intraday-fundamentals.ts';
import { addDays, dayStart, type DeliveryDay } from '../market/delivery-day.ts';
import { AUCTIONS, auctionsBefore, type Product, productOf, type Zone, zoneOf } from '../market/products.ts';
import type { ClearedLimits, ClearedMarket } from './cleared-limits.ts';

const HOURS_PER_DAY = 24;

/**
 * What an auction has cleared from the day `since` to before `day`, as far as that was known at `asOf`. Of auctions that come before it the prices
 * of `day` count too, and where its own history is short all that the others have cleared. Without `recentDays`, as of intraday forecasts,
 * which start from a known price, there is no lowest price of late.
 */
export function clearedInSeries(
  inputs: SeriesByKey,
  {
    product,
    since,
    day,
    asOf,
    limits,
    recentDays,
  }: {
    product: Product;
    since: DeliveryDay;
    day: DeliveryDay;
    asOf: number;
    limits: ClearedLimits;
    recentDays?: number | undefined;
  },
): ClearedMarket {
  const past = { from: dayStart(since), to: dayStart(day), asOf };
  const ofDay = { from: past.to, to: dayStart(addDays(day, 1)), asOf };
  const own = knownPrices(inputs, [product], past);
  const isOwnEnough = own.hours >= limits.fewestOwnDays * HOURS_PER_DAY;
  const cleared = isOwnEnough ? own : knownPrices(inputs, productsOf(zoneOf(product)), past);
  const before = knownPrices(inputs, auctionsBefore(product), ofDay);
  return {
    ever: {
      prices: Float64Array.from([...cleared.prices, ...before.prices]),
      hours: cleared.hours + before.hours,
    },
    recent:
      recentDays === undefined
        ? undefined
        : knownPrices(inputs, [product], { ...past, from: dayStart(addDays(day, -recentDays)) }),
  };
}

function productsOf(zone: Zone): Product[] {
  return AUCTIONS.map((auction) => productOf(zone, auction));
}

/** Prices of some auctions for `from <= start < to` that were known at `asOf`. */
function knownPrices(
  inputs: SeriesByKey,
  auctions: readonly Product[],
  { from, to, asOf }: { from: number; to: number; asOf: number },
): { prices: number[]; hours: number } {
  const prices: number[] = [];
  let hours = 0;
  for (const { start, value, availableAt, resolution } of auctions.flatMap((name) =>
    pricesOf(inputs, name),
  )) {
    for (let i = 0; i < value.length; i++) {
      if (availableAt[i] > asOf || start[i] < from || start[i] >= to) continue;
      prices.push(value[i]);
      hours += resolution === 'PT15M' ? 0.25 : 1;
    }
  }
  return { prices, hours };
}
