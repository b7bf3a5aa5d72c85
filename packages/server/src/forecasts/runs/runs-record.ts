import { ZONES, type Product, formatMadrid, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  DATA_FIELDS,
  type PointOfRun,
  PublishedField,
  RUN_COLUMNS,
  toRunFields,
} from './forecasts-record.ts';
import { POINT_FIELDS, TimeField } from './points-record.ts';
import { POINT_COLUMNS, pointFields } from './wire.ts';
import {
  countField,
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
import type { Evolution as FoundEvolution } from './list-runs.ts';
import { PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { toBeyond } from '../../market/prices/cleared-record.ts';
import type { CsvColumns } from '../../ground/http/csv.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';

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
    published_at: PublishedField,
    ...DATA_FIELDS,
    ...OCCASION_FIELDS,
    ...DEGRADED_FIELDS,
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastRunSummary' });
type RunSummary = z.infer<typeof RunSummary>;

export const RunList = z
  .object({
    items: z.array(RunSummary).meta({ description: 'Newest first' }),
    total: countField('Runs on all pages', 14),
    page: z.int().meta({ description: 'This page', examples: [1] }),
    page_size: countField('Runs in this page', 14),
  })
  .meta({ id: 'ForecastRunList' });
export type RunList = z.infer<typeof RunList>;

export const Evolution = z
  .object({
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    delivery: TimeField,
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
            ...POINT_FIELDS,
            ...DEGRADED_FIELDS,
            beyond_cleared: BeyondClearedField,
          })
          .meta({ id: 'ForecastVintage' }),
      )
      .meta({ description: 'What each run said of the period, oldest run first' }),
    total: countField('Runs that cover the period', 14, 1),
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastEvolution' });
export type Evolution = z.infer<typeof Evolution>;

/** Runs as a list, in the order of a file's columns. */
export const RUN_LIST_CSV: CsvColumns<RunSummary> = {
  forecast_id: ({ forecast_id }) => forecast_id,
  product: ({ product }) => product,
  'issued_at (UTC)': ({ issued_at }) => issued_at,
  [`first_date (${TIME_ZONE})`]: ({ first_date }) => first_date,
  [`last_date (${TIME_ZONE})`]: ({ last_date }) => last_date,
  model_version: ({ model_version }) => model_version,
  'data_as_of (UTC)': ({ data_as_of }) => data_as_of,
  'known_until (UTC)': ({ known_until }) => known_until,
  degraded: ({ degraded }) => degraded.join('; '),
  simulated: ({ simulated }) => simulated,
  'scheduled_for (UTC)': ({ scheduled_for }) => scheduled_for,
  trigger: ({ trigger }) => trigger,
  before_gate: ({ before_gate }) => before_gate,
};

export function toEvolution(
  { start, vintages, priceEurPerMwh }: FoundEvolution,
  query: { product: Product; resolution: 'PT1H' | 'PT15M'; simulated: boolean },
): Evolution {
  const { product, resolution, simulated } = query;
  return {
    ...productFields(product),
    delivery: formatInstant(start),
    resolution,
    unit: PRICE_UNIT,
    price: priceEurPerMwh === undefined ? null : roundPrice(priceEurPerMwh),
    items: vintages.map(({ run, point }) => ({
      ...toRunFields(run),
      ...pointFields(point),
      ...toBeyond(run.clearedExtremes, point),
    })),
    total: vintages.length,
    simulated,
  };
}

/** The same as a file. */
export function evolutionCsvTable({ start, vintages, priceEurPerMwh }: FoundEvolution, product: Product) {
  const columns: CsvColumns<PointOfRun> = {
    'delivery (UTC)': () => formatInstant(start),
    [`delivery (${TIME_ZONE})`]: () => formatMadrid(start),
    forecast_id: ({ run }) => run.id,
    'issued_at (UTC)': ({ run }) => formatInstant(run.issuedAt),
    ...POINT_COLUMNS,
    'price (EUR/MWh)': () => (priceEurPerMwh === undefined ? null : roundPrice(priceEurPerMwh)),
    ...RUN_COLUMNS,
  };
  const records = vintages.map(({ run, point }) => ({ ...point, run }));
  return { name: ['evolution', product, formatInstant(start)], columns, records };
}
