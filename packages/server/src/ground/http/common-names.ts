import { type Product, ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import { dayParameter, MARKET_NAMES, MarketId, PRODUCT_OF_MARKET, ProductName } from './parameters.ts';
import type { DayZone } from './relative-day.ts';

type Text = string | undefined;
/** What a schema's `transform` hands on to report faults. */
type Check = Pick<z.RefinementCtx, 'addIssue'>;

/** An auction by the names that all routes take, and by the one that a route had before: `resolveAuction` makes one of them. */
export const auctionParameters = {
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.optional().meta({
    description: 'Market product: day-ahead (`da`, default) or one of the three intraday auctions',
    examples: ['da'],
  }),
  market: z
    .enum(MARKET_NAMES)
    .optional()
    .meta({
      description: 'The product by its other name: `day-ahead` is `da`, `intraday-1` is `ida1`, and so on',
      examples: ['day-ahead'],
    }),
};

type Market = (typeof MARKET_NAMES)[number];

/** The query with both names of its auction; a fault where they are of two. */
export function resolveAuction<Q extends { product?: Product | undefined; market?: Market | undefined }>(
  query: Q,
  check: Check,
): Q & { product: Product; market: Market } {
  const product = query.product ?? PRODUCT_OF_MARKET[query.market ?? 'day-ahead'];
  const market = MARKET_NAMES.find((name) => PRODUCT_OF_MARKET[name] === product) ?? 'day-ahead';
  if (query.market !== undefined && query.market !== market) {
    const message = `market=${query.market} is product=${PRODUCT_OF_MARKET[query.market]}, not ${product}; send one of the two.`;
    check.addIssue({ code: 'custom', path: ['product'], message, input: query.product });
  }
  return { ...query, product, market };
}

/** Delivery days by the names that all routes take: a span, both ends included, or one day. `resolveDays` reads them. */
export const daySpanParameters = daySpan('delivery day');

/** The same of days of another kind, such as those of a record in UTC. */
export function daySpan(
  noun: string,
  { zone, defaults = ['', ''] }: { zone?: DayZone; defaults?: [string, string] } = {},
) {
  return {
    date: dayParameter(`One ${noun}; instead of date_from and date_to`, '2026-03-31', zone).optional(),
    date_from: dayParameter(`First ${noun}, inclusive${defaults[0]}`, '2026-03-01', zone).optional(),
    date_to: dayParameter(`Last ${noun}, inclusive${defaults[1]}`, '2026-03-31', zone).optional(),
  };
}

/** Days of a query, by the names that all routes take. */
export interface Days {
  date?: Text;
  date_from?: Text;
  date_to?: Text;
}

/** The query with `date` as a span of one day; a fault where both are given and differ. */
export function resolveDay<Q extends Days>(query: Q, check: Check): Omit<Q, 'date'> {
  const { date, ...rest } = query;
  if (date === undefined) return rest;
  for (const name of ['date_from', 'date_to'] as const) {
    const other = query[name];
    if (other === undefined || other === date) continue;
    const message = `date=${date} is one day, and ${name}=${other} is another; send date, or date_from and date_to.`;
    check.addIssue({ code: 'custom', path: [name], message, input: other });
  }
  return { ...rest, date_from: date, date_to: date };
}

/** The same where a span is required: what is missing is a fault. */
export function resolveDays<Q extends Days>(
  query: Q,
  check: Check,
): Omit<Omit<Q, 'date'>, 'date_from' | 'date_to'> & { date_from: string; date_to: string } {
  const { date_from: from, date_to: to, ...rest } = resolveDay(query, check);
  for (const [name, day] of [
    ['date_from', from],
    ['date_to', to],
  ] as const) {
    if (day !== undefined) continue;
    const message = `Missing: send ${name} and the other end of the span, or date for one day.`;
    check.addIssue({ code: 'custom', path: [name], message, input: undefined });
  }
  return { ...rest, date_from: from ?? '', date_to: to ?? '' };
}
