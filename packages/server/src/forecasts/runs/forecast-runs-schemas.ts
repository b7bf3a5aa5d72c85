import { ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  DEGRADED_FIELDS,
  ForecastIdField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  OCCASION_FIELDS,
  ProductField,
  ResolutionField,
  SimulatedField,
  UnitField,
  dayField,
  instantField,
  priceField,
} from '../../ground/http/fields.ts';
import {
  AsOf,
  CsvLocale,
  Format,
  MarketId,
  Page,
  PageSize,
  ProductName,
  Quantiles,
  Resolution,
  dayParameter,
  instantParameter,
} from '../../ground/http/parameters.ts';
import { BeyondClearedField } from '../../market/prices/cleared-record.ts';

export const RunsQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.default('da'),
  date: dayParameter('Only runs that cover this delivery day').optional(),
  issued_from: instantParameter(
    'Only runs issued at or after this moment',
    '2026-03-30T00:00:00Z',
  ).optional(),
  as_of: AsOf,
  page: Page,
  page_size: PageSize,
  format: Format,
  locale: CsvLocale,
});

/** Any text: an id that does not exist, whatever it looks like, is not found. */
export const RunPath = z.strictObject({
  forecast_id: z
    .string()
    .meta({ description: 'Identifier of the run', examples: ['0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de'] }),
});

export const RunQuery = z.strictObject({
  resolution: Resolution,
  quantiles: Quantiles,
  format: Format,
  locale: CsvLocale,
});

export const EvolutionQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.default('da'),
  delivery: instantParameter('Any instant of the delivery period', '2026-03-31T18:00:00Z'),
  resolution: Resolution,
  as_of: AsOf,
  format: Format,
  locale: CsvLocale,
});

const RunSummary = z
  .object({
    forecast_id: ForecastIdField,
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    issued_at: instantField('When the run was issued'),
    first_date: dayField('First delivery day that the run covers'),
    last_date: dayField('Last delivery day that the run covers', '2026-04-06'),
    model_version: ModelVersionField,
    published_at: instantField(
      'When the run could be read: `as_of` from then on shows it',
      '2026-03-30T10:06:30Z',
    ),
    data_as_of: instantField('Newest input data used', '2026-03-30T10:00:00Z'),
    known_until: instantField('Up to when cleared prices were known to the run', '2026-03-30T22:00:00Z'),
    ...OCCASION_FIELDS,
    ...DEGRADED_FIELDS,
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastRunSummary' });
export type RunSummary = z.infer<typeof RunSummary>;

export const RunList = z
  .object({
    items: z.array(RunSummary).meta({ description: 'Newest first' }),
    total: z
      .int()
      .min(0)
      .meta({ description: 'Runs on all pages', examples: [14] }),
    page: z.int().meta({ description: 'This page', examples: [1] }),
    page_size: z
      .int()
      .min(0)
      .meta({ description: 'Runs in this page', examples: [14] }),
  })
  .meta({ id: 'ForecastRunList' });
export type RunList = z.infer<typeof RunList>;

export const Evolution = z
  .object({
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    delivery: instantField('Start of the delivery period', '2026-03-31T18:00:00Z'),
    resolution: ResolutionField,
    unit: UnitField,
    price: priceField('Price that cleared; null until it is public', 80.5).nullable(),
    items: z
      .array(
        z
          .object({
            forecast_id: ForecastIdField,
            issued_at: instantField('When the run was issued'),
            model_version: ModelVersionField,
            value: priceField('Point estimate', 84.12),
            p10: priceField('10th percentile', 71.4),
            p90: priceField('90th percentile', 97.03),
            ...DEGRADED_FIELDS,
            beyond_cleared: BeyondClearedField,
          })
          .meta({ id: 'ForecastVintage' }),
      )
      .meta({ description: 'What each run said of the period, oldest run first' }),
    total: z
      .int()
      .min(1)
      .meta({ description: 'Runs that cover the period', examples: [14] }),
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastEvolution' });
export type Evolution = z.infer<typeof Evolution>;
