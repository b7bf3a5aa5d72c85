import {
  isQuarterHourly,
  type RelativeTime,
  AUCTION_CALENDAR,
  type ProductCalendar,
  type Zone,
  PRODUCTS,
  zoneOf,
} from '@lonja/forecasting/market';
import { z } from 'zod';
import { formatInstant } from '../../ground/http/wire.ts';
import { productFields } from '../../ground/market-ids.ts';
import {
  ForecastIdField,
  MarketIdField,
  ProductField,
  SimulatedField,
  UnitField,
  instantField,
} from '../../ground/http/fields.ts';
import { findNewestRun, findVisibleRuns } from '../runs/run-store.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

export const MarketRecord = z
  .object({
    market_id: MarketIdField,
    name: z.string().meta({ examples: ['Spain'] }),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2', examples: ['ES'] }),
    bidding_zone: z.string().meta({ description: 'EIC code', examples: ['10YES-REE------0'] }),
    timezone: z
      .string()
      .meta({ description: 'Zone of delivery days and hours', examples: ['Europe/Madrid'] }),
    currency: z.string().meta({ examples: ['EUR'] }),
    unit: UnitField,
  })
  .meta({ id: 'Market' });
export type MarketRecord = z.infer<typeof MarketRecord>;

export const ProductRecord = z
  .object({
    market_product_id: z.string().meta({ description: 'Identifier of the pair', examples: ['es-da'] }),
    market_id: MarketIdField,
    product: ProductField,
    name: z.string().meta({ examples: ['Day-ahead'] }),
    session: z.int().min(1).max(3).nullable().meta({ description: 'Intraday session, null for day-ahead' }),
    resolution: z.enum(['PT15M', 'PT1H']).meta({ description: 'Resolution that the auction clears in' }),
    gate_closure: z.string().meta({
      description: 'Day relative to the delivery day D and local time at which bids close',
      examples: ['D-1 12:00'],
    }),
    delivery_from_hour: z.int().meta({ description: 'First local hour covered', examples: [0] }),
    delivery_to_hour: z.int().meta({ description: 'Local hour at which coverage ends', examples: [24] }),
    latest_forecast_id: ForecastIdField.nullable(),
    latest_issued_at: instantField('When the latest run was issued').nullable(),
  })
  .meta({ id: 'MarketProduct' });
export type ProductRecord = z.infer<typeof ProductRecord>;

export const MarketList = z
  .object({ items: z.array(MarketRecord), total: z.int().min(0) })
  .meta({ id: 'MarketList' });

export const ProductList = z
  .object({ items: z.array(ProductRecord), total: z.int().min(0), simulated: SimulatedField })
  .meta({ id: 'MarketProductList' });

export interface MarketProduct {
  calendar: ProductCalendar;
  /** The most recently issued run, where there is one. */
  latestRun: { id: string; issuedAt: number } | undefined;
}

/** A market's products in the order of their auctions. */
export async function listProducts(context: ReadContext, marketId: Zone): Promise<MarketProduct[]> {
  const products: MarketProduct[] = [];
  for (const product of PRODUCTS.filter((one) => zoneOf(one) === marketId)) {
    const visible = await findVisibleRuns(context, product);
    const latestRun = visible && (await findNewestRun(context.db, visible));
    products.push({ calendar: AUCTION_CALENDAR[product], latestRun });
  }
  return products;
}

/** A product of a market, with its newest run. */
export function toProductRecord({ calendar, latestRun }: MarketProduct): ProductRecord {
  return {
    ...productFields(calendar.product),
    name: calendar.name,
    session: calendar.session,
    resolution: isQuarterHourly(calendar) ? 'PT15M' : 'PT1H',
    gate_closure: formatRelative(calendar.gateClosure),
    delivery_from_hour: calendar.deliveryFromHour,
    delivery_to_hour: calendar.deliveryToHour,
    latest_forecast_id: latestRun?.id ?? null,
    latest_issued_at: latestRun === undefined ? null : formatInstant(latestRun.issuedAt),
  };
}

/** `D-1 12:00`: the day counts from the delivery day, the time is local. */
function formatRelative({ dayOffset, time }: RelativeTime): string {
  return dayOffset === 0 ? `D ${time}` : `D${dayOffset > 0 ? '+' : ''}${dayOffset} ${time}`;
}
