import { AUCTION_CALENDAR, PRODUCTS, type Product, TIME_ZONE } from '@lonja/forecasting/market';
import { AppError } from '../../ground/errors.ts';
import { MARKET_ID, PRICE_UNIT, marketProductId } from '../../ground/market-ids.ts';
import { assertSubscription, type Principal } from '../../people/access/principal.ts';

export { PRICE_UNIT, marketProductId } from '../../ground/market-ids.ts';

export interface Market {
  marketId: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** EIC code of the bidding zone. */
  biddingZone: string;
  timeZone: string;
  currency: string;
  unit: typeof PRICE_UNIT;
}

export const SPAIN: Market = {
  marketId: MARKET_ID,
  name: 'Spain',
  country: 'ES',
  biddingZone: '10YES-REE------0',
  timeZone: TIME_ZONE,
  currency: 'EUR',
  unit: PRICE_UNIT,
};

/** The resolution that the auctions clear in: day-ahead since delivery 2025-10-01, intraday since 2025-03-19. */
export const NATIVE_RESOLUTION = 'PT15M';

export function getMarket(marketId: string): Market {
  if (marketId !== SPAIN.marketId) {
    throw new AppError('not_found', `There is no market "${marketId}"; GET /markets lists the markets.`);
  }
  return SPAIN;
}

/** The intraday product of a session number 1, 2 or 3. */
export function getProductOfSession(session: number): Product {
  const product = PRODUCTS.find((name) => AUCTION_CALENDAR[name].session === session);
  if (product === undefined) throw new RangeError(`There is no intraday session ${session}.`);
  return product;
}

/** Throws where there is no such market or the subscription lacks the product. */
export function assertReadable(principal: Principal, query: { market_id: string; product: Product }): void {
  getMarket(query.market_id);
  assertSubscription(principal, marketProductId(query.product));
}

/** The products of the caller's subscription, in the order of their auctions. */
export function readableProducts({ products }: Pick<Principal, 'products'>): Product[] {
  return PRODUCTS.filter((product) => products.includes(marketProductId(product)));
}
