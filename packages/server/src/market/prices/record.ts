import { daysBetween } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  CsvLocale,
  dayParameter,
  Format,
  Hour,
  KnownMarketId,
  MARKET_NAMES,
  MarketParameter,
  Page,
  PageSize,
  Resolution,
} from '../../ground/http/parameters.ts';
import {
  HourField,
  SimulatedField,
  StartField,
  UnitField,
  dayField,
  priceField,
  countField,
} from '../../ground/http/fields.ts';

export const MAX_RANGE_DAYS = 90;

export const PricesQuery = z
  .strictObject({
    market_id: KnownMarketId,
    market: MarketParameter,
    date_from: dayParameter('First delivery day, inclusive', '2026-03-01'),
    date_to: dayParameter('Last delivery day, inclusive; at most 90 days after date_from'),
    hour: Hour.optional(),
    page: Page,
    page_size: PageSize,
    resolution: Resolution.meta({
      description:
        'PT1H: hourly prices, the plain mean of the quarter hours where the auction cleared in quarters. PT15M: quarter-hour prices; the quarters of an hour that cleared as a whole repeat its price',
    }),
    format: Format,
    locale: CsvLocale,
  })
  .superRefine(({ date_from, date_to }, check) => {
    const fault = rangeFault(date_from, date_to);
    if (fault !== undefined) check.addIssue({ code: 'custom', path: ['date_to'], message: fault });
  });

const PriceRecord = z
  .object({
    date: dayField('Delivery day'),
    hour: HourField,
    market: z.enum(MARKET_NAMES),
    session: z.int().min(1).max(3).nullable().meta({ description: 'Intraday session, null for day-ahead' }),
    price: priceField('Cleared price', 61.27),
    unit: UnitField,
    start: StartField,
    minute: z
      .int()
      .optional()
      .meta({ description: 'Minute of the hour in which the quarter starts; with resolution PT15M only' }),
  })
  .meta({ id: 'PriceRecord' });
export type PriceRecord = z.infer<typeof PriceRecord>;

export const PricePage = z
  .object({
    total: countField('Matching records on all pages', 24),
    page: z.int().meta({ description: 'This page', examples: [1] }),
    page_size: countField('Records in this page', 24),
    items: z.array(PriceRecord),
    days_without_result: z.array(dayField('Delivery day')).meta({
      description:
        'Days of the asked range, on all pages, whose auction was published without prices: none are to be expected unless it is corrected',
      examples: [['2025-04-29']],
    }),
    simulated: SimulatedField,
  })
  .meta({ id: 'PricePage' });
export type PricePage = z.infer<typeof PricePage>;

function rangeFault(from: string, to: string): string | undefined {
  const days = daysBetween(from, to);
  if (days < 0) return 'date_to must not be before date_from.';
  if (days > MAX_RANGE_DAYS) {
    return `The range spans ${days} days; send at most ${MAX_RANGE_DAYS} and page through longer ones.`;
  }
  return undefined;
}
