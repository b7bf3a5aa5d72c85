import { z } from 'zod';

const DAY = /^(yesterday|today|tomorrow|\d{4}-\d{2}-\d{2})$/;

/** A delivery day in Spain, as a date or as a word. */
export function dayArgument(description: string) {
  return z
    .string()
    .regex(DAY, 'Send a day as YYYY-MM-DD, or yesterday, today or tomorrow.')
    .describe(`${description}: YYYY-MM-DD, yesterday, today or tomorrow`);
}

export const PRODUCT = z
  .enum(['da', 'ida1', 'ida2', 'ida3'])
  .default('da')
  .describe('Day-ahead auction (da) or one of the three intraday auctions');

export const RESOLUTION = z
  .enum(['PT1H', 'PT15M'])
  .default('PT1H')
  .describe('Hours (PT1H) or quarter hours (PT15M)');

export const MARKET = z
  .enum(['day-ahead', 'intraday-1', 'intraday-2', 'intraday-3'])
  .default('day-ahead')
  .describe('Auction');

/** Market and product of an auction by its name. */
export function productIdOf(market: z.infer<typeof MARKET>): string {
  return market === 'day-ahead' ? 'es-da' : `es-ida${market.slice(-1)}`;
}
