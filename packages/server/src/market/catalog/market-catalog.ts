import {
  type Auction,
  AUCTION_CALENDAR,
  AUCTIONS,
  auctionOf,
  PRODUCTS,
  type Product,
  productOf,
  type Zone,
  zoneOf,
  isFirstZone,
  MARKETS as DEFINED_MARKETS,
} from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { PRICE_UNIT, marketProductId } from '../../ground/market-ids.ts';
import { assertSubscription, type Principal } from '../../people/access/principal.ts';

interface Market {
  market_id: Zone;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** EIC code of the bidding zone. */
  bidding_zone: string;
  timezone: string;
  currency: string;
  unit: typeof PRICE_UNIT;
}

/** Every market, the one with forecasts of its own first. */
export const MARKETS: readonly Market[] = DEFINED_MARKETS.map(
  ({ id, name, country, biddingZone, timeZone, currency }) => ({
    market_id: id,
    name,
    country,
    bidding_zone: biddingZone,
    timezone: timeZone,
    currency,
    unit: PRICE_UNIT,
  }),
);

export function getMarket(marketId: string): Market {
  const market = MARKETS.find((one) => one.market_id === marketId);
  if (market === undefined) {
    throw new AppError('not_found', `There is no market "${marketId}"; GET /markets lists the markets.`);
  }
  return market;
}

/** Throws for a market whose load and generation are not known. */
export function assertHasFundamentals(marketId: string): void {
  if (isFirstZone(getMarket(marketId).market_id)) return;
  const [{ name, market_id: first }] = MARKETS;
  throw new AppError(
    'not_found',
    `Load, generation and flows are known of ${name} alone; send market_id=${first}.`,
  );
}

/** The intraday auction of a session number 1, 2 or 3. */
export function getAuctionOfSession(session: number): Auction {
  const product = AUCTIONS.find((name) => AUCTION_CALENDAR[name].session === session);
  if (product === undefined) throw new RangeError(`There is no intraday session ${session}.`);
  return product;
}

/** The product that a query names. Throws where there is no such market or the subscription lacks the product. */
export function readableProduct(
  principal: Principal,
  { market_id, product: auction }: { market_id: string; product: Auction },
): Product {
  const product = productOf(getMarket(market_id).market_id, auction);
  assertSubscription(principal, marketProductId(product));
  return product;
}

/** A query with the product that it names in place of the auction; throws as `readableProduct` does. */
export function withProduct<Query extends { market_id: string; product: Auction }>(
  principal: Principal,
  query: Query,
): Omit<Query, 'product'> & { product: Product } {
  return { ...query, product: readableProduct(principal, query) };
}

/** The products of the caller's subscription, of one market or of all, in the order of their auctions. */
export function readableProducts(
  { products }: Pick<Principal, 'products'>,
  market?: Pick<Market, 'market_id'>,
): Product[] {
  return PRODUCTS.filter(
    (product) =>
      products.includes(marketProductId(product)) &&
      (market === undefined || zoneOf(product) === market.market_id),
  );
}

/** The intraday auctions of a market that the caller's subscription has, in order. Throws where it has none. */
export function readableIntraday(principal: Principal, marketId: Zone): Product[] {
  const products = readableProducts(principal, { market_id: marketId }).filter(
    (product) => auctionOf(product) !== 'da',
  );
  if (products.length === 0) assertSubscription(principal, marketProductId(productOf(marketId, 'ida1')));
  return products;
}
