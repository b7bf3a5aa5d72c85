import { z } from 'zod';
import { CallFault } from './describe-failure.ts';

const DAY = /^(yesterday|today|tomorrow|\d{4}-\d{2}-\d{2})$/;

/** A delivery day of Madrid, as a date or as a word. */
export function dayArgument(description: string) {
  return z
    .string()
    .regex(DAY, 'Send a day as YYYY-MM-DD, or yesterday, today or tomorrow.')
    .describe(`${description}: YYYY-MM-DD, yesterday, today or tomorrow`);
}

const PRODUCTS = ['da', 'ida1', 'ida2', 'ida3'] as const;
const MARKETS = ['day-ahead', 'intraday-1', 'intraday-2', 'intraday-3'] as const;

export type Market = (typeof MARKETS)[number];

const MARKET_IDS = ['es', 'pt'] as const;

/** A market that tools answer for. */
export type MarketId = (typeof MARKET_IDS)[number];

/** The market that is asked for; without one, `initial`. */
export function marketArgument(initial: MarketId) {
  return z.enum(MARKET_IDS).default(initial).describe('Market: Spain or Portugal, both by days of Madrid');
}

export const MARKET_ID = marketArgument('es');

/** Which market is meant by its id; undefined for one that tools have no answers of. */
export function marketNamed(id: string | undefined): MarketId | undefined {
  return MARKET_IDS.find((known) => known === id);
}

/** An auction by the names of the API: `auctionOf` reads them. */
export const AUCTION = {
  market_id: MARKET_ID,
  product: z
    .enum(PRODUCTS)
    .optional()
    .describe('Day-ahead auction (da, default) or one of the three intraday auctions'),
  market: z.enum(MARKETS).optional().describe('The product by its other name'),
};

/** Both names of the auction that is asked for. */
export function auctionOf({
  product,
  market,
}: {
  product?: (typeof PRODUCTS)[number] | undefined;
  market?: Market | undefined;
}): { product: (typeof PRODUCTS)[number]; market: Market } {
  const named = PRODUCTS[MARKETS.indexOf(market ?? 'day-ahead')];
  if (product !== undefined && market !== undefined && product !== named)
    throw new CallFault(`market ${market} is the product ${named}, not ${product}: send one of the two.`);
  const wanted = product ?? named;
  return { product: wanted, market: MARKETS[PRODUCTS.indexOf(wanted)] };
}

/** The auction of a forecast, for routes that take `product`. */
export function forecastOf({
  market_id,
  ...named
}: { market_id: MarketId } & Parameters<typeof auctionOf>[0]) {
  const { product } = auctionOf(named);
  return { market_id, product };
}

/** Days by the names of the API: a span, or one day. `daysOf` reads them. */
export const DAYS = {
  date: dayArgument('One delivery day; instead of date_from and date_to').optional(),
  date_from: dayArgument('First delivery day').optional(),
  date_to: dayArgument('Last delivery day').optional(),
};

interface Days {
  date?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

export function daysOf({ date, date_from: from, date_to: to }: Days): Omit<Days, 'date'> {
  if (date === undefined) return { date_from: from, date_to: to };
  if ((from ?? date) !== date || (to ?? date) !== date)
    throw new CallFault('date is one day, and date_from and date_to say another: send one of the two.');
  return { date_from: date, date_to: date };
}

export const RESOLUTION = z
  .enum(['PT1H', 'PT15M'])
  .default('PT1H')
  .describe('Hours (PT1H) or quarter hours (PT15M)');

/** Market and product of an auction by its name. */
export function productIdOf(marketId: string, market: Market): string {
  return `${marketId}-${PRODUCTS[MARKETS.indexOf(market)]}`;
}
