import { TIME_ZONE, type DeliveryDay, type Product, formatMadrid, ZONES } from '@lonja/forecasting/market';
import type { ForecastPoint } from '@lonja/forecasting/data';
import { z } from 'zod';
import { checkRange, SERIES_PARAMETERS } from './span-parameters.ts';
import { POINT_FIELDS, TimeField } from './points-record.ts';
import {
  runOccasion,
  firstAndLastDay,
  HOUR_COLUMNS,
  PERIOD_COLUMNS,
  POINT_COLUMNS,
  pointFields,
  priceColumns,
} from './wire.ts';
import {
  DEGRADED_FIELDS,
  ForecastIdField,
  HourField,
  ModelVersionField,
  SimulatedField,
  StartField,
  UnitField,
  dayField,
  instantField,
  OCCASION_FIELDS,
  MarketIdField,
  MarketProductIdField,
  ProductField,
  QuantilesField,
  ResolutionField,
} from '../../ground/http/fields.ts';
import {
  CsvLocale,
  Format,
  Hour,
  dayParameter,
  AsOf,
  MarketId,
  ProductName,
  Quantiles,
  Resolution,
} from '../../ground/http/parameters.ts';
import { formatInstant, roundPrice } from '../../ground/http/wire.ts';
import {
  BeyondClearedField,
  ClearedExtremesField,
  beyondCell,
  toBeyond,
  toExtremes,
} from '../../market/prices/cleared-record.ts';
import type { ServedHours, ServedQuantiles } from './get-forecast.ts';
import { PRICE_UNIT, productFields } from '../../ground/market-ids.ts';
import { toDegraded } from './degraded.ts';
import { type CsvColumns, type CsvTable, runName } from '../../ground/http/csv.ts';
import type { ForecastRun } from './run-store.ts';

export const LatestQuery = z.strictObject({
  market_id: MarketId,
  product: ProductName,
  resolution: Resolution,
  quantiles: Quantiles,
  as_of: AsOf,
  format: Format,
  locale: CsvLocale,
});

export const SeriesQuery = z
  .strictObject({ ...SERIES_PARAMETERS, quantiles: Quantiles })
  .superRefine(checkRange);
export type SeriesQuery = z.infer<typeof SeriesQuery>;

const DeliveryDate = dayParameter(`Delivery day in ${TIME_ZONE}`);

export const HourlyQuery = z.strictObject({
  date: DeliveryDate,
  hour: Hour.optional(),
  format: Format,
  locale: CsvLocale,
});
export type HourlyQuery = z.infer<typeof HourlyQuery>;

export const IntradayPath = z.strictObject({
  session: z
    .int()
    .min(1)
    .max(3)
    .meta({ description: 'Intraday session', examples: [1] }),
});

export const AvailableDatesQuery = z.strictObject({
  market_id: MarketId.default(ZONES[0]),
  product: ProductName.default('da'),
  format: Format,
  locale: CsvLocale,
});

const ForecastPointRecord = z
  .object({
    time: TimeField,
    ...POINT_FIELDS,
    quantiles: QuantilesField.optional(),
    beyond_cleared: BeyondClearedField,
  })
  .meta({ id: 'ForecastPoint' });

/** What run, product and unit an answer is of. */
export const RUN_FIELDS = {
  market_id: MarketIdField,
  product: ProductField,
  market_product_id: MarketProductIdField,
  forecast_id: ForecastIdField,
  issued_at: instantField('When the run was issued'),
  unit: UnitField,
};

/** What was known to a run. */
export const DATA_FIELDS = {
  data_as_of: instantField('Newest input data used', '2026-03-30T10:00:00Z'),
  known_until: instantField('Up to when cleared prices were known to the run', '2026-03-30T22:00:00Z'),
};

/** When a run could be read, for answers that take `as_of`. */
export const PublishedField = instantField(
  'When the run could be read: `as_of` from then on shows it',
  '2026-03-30T10:06:30Z',
);

export const ForecastRunRecord = z
  .object({
    ...RUN_FIELDS,
    range_start: instantField('Start of the requested range', '2026-03-30T22:00:00Z').nullable(),
    range_end: instantField('End of the requested range', '2026-03-31T22:00:00Z').nullable(),
    points: z.array(ForecastPointRecord),
    resolution: ResolutionField,
    model_version: ModelVersionField,
    published_at: PublishedField,
    ...DATA_FIELDS,
    ...OCCASION_FIELDS,
    ...DEGRADED_FIELDS,
    cleared_extremes: ClearedExtremesField,
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastRun' });
export type ForecastRunRecord = z.infer<typeof ForecastRunRecord>;
const HourlyForecastRecord = z
  .object({
    hour: HourField,
    forecast_price: POINT_FIELDS.value,
    lower_bound: POINT_FIELDS.p10,
    upper_bound: POINT_FIELDS.p90,
    unit: UnitField,
    start: StartField,
    beyond_cleared: BeyondClearedField,
  })
  .meta({ id: 'HourlyForecast' });

const HourlyFields = z.object({
  date: dayField('Delivery day'),
  model_version: ModelVersionField,
  data_as_of: DATA_FIELDS.data_as_of,
  forecasts: z.array(HourlyForecastRecord),
  forecast_id: ForecastIdField,
  issued_at: instantField('When the run was issued'),
  ...DEGRADED_FIELDS,
  cleared_extremes: ClearedExtremesField,
  simulated: SimulatedField,
});
type HourlyFields = z.infer<typeof HourlyFields>;

export const DayAheadForecast = z
  .object({ market: z.literal('day-ahead'), ...HourlyFields.shape })
  .meta({ id: 'DayAheadForecast' });
export type DayAheadForecast = z.infer<typeof DayAheadForecast>;

export const IntradayForecast = z
  .object({ market: z.literal('intraday'), session: z.int().min(1).max(3), ...HourlyFields.shape })
  .meta({ id: 'IntradayForecast' });

export const AvailableDates = z
  .object({
    items: z.array(
      z
        .object({
          date: dayField('Delivery day'),
          product: ProductField,
          forecast_id: ForecastIdField,
          issued_at: instantField('When the newest run for the day was issued'),
          hours: z
            .int()
            .meta({ description: 'Delivery hours of the day that the product covers', examples: [24] }),
        })
        .meta({ id: 'AvailableDate' }),
    ),
    total: z.int().min(0),
    simulated: SimulatedField,
  })
  .meta({ id: 'AvailableDateList' });
export type AvailableDates = z.infer<typeof AvailableDates>;

/** All that answers say of a run: the schema of each has those that it sends, in its order. */
export function toRunFields(run: ForecastRun) {
  return {
    ...productFields(run.product),
    forecast_id: run.id,
    issued_at: formatInstant(run.issuedAt),
    unit: PRICE_UNIT,
    first_date: run.firstDay,
    last_date: run.lastDay,
    model_version: run.modelVersionId,
    published_at: formatInstant(run.publishedAt),
    data_as_of: formatInstant(run.dataAsOf),
    known_until: formatInstant(run.knownUntil),
    ...runOccasion(run),
    ...toDegraded(run),
    cleared_extremes: toExtremes(run.clearedExtremes),
    simulated: run.dataOrigin === 'simulator',
  };
}

export function toForecastRun(
  { run, points, quantiles }: ServedQuantiles,
  resolution: 'PT1H' | 'PT15M',
  range: { from: number; to: number } | undefined,
): ForecastRunRecord {
  return {
    ...toRunFields(run),
    range_start: range === undefined ? null : formatInstant(range.from),
    range_end: range === undefined ? null : formatInstant(range.to),
    points: points.map((point, i) => ({
      time: formatInstant(point.start),
      ...pointFields(point),
      ...(quantiles && {
        quantiles: Object.fromEntries(
          quantiles.percents.map((percent, k) => [percent, roundPrice(quantiles.prices[i][k])]),
        ),
      }),
      ...toBeyond(run.clearedExtremes, point),
    })),
    resolution,
  };
}

/** A point and the run that it is of. */
export type PointOfRun = ForecastPoint & { run: ForecastRun };

/** What a row of a point ends with. */
export const RUN_COLUMNS: CsvColumns<PointOfRun> = {
  beyond_cleared: (point) => beyondCell(point.run.clearedExtremes, point),
  model_version: ({ run }) => run.modelVersionId,
  simulated: ({ run }) => run.dataOrigin === 'simulator',
};

/** A run as a file, named after the days that are in it. */
export function runCsvTable({
  run,
  points,
  quantiles,
}: ServedQuantiles): CsvTable<PointOfRun & { prices: number[] }> {
  return {
    name: ['forecast', run.product, ...firstAndLastDay(points), runName(run.issuedAt)],
    columns: {
      ...PERIOD_COLUMNS,
      ...POINT_COLUMNS,
      ...priceColumns<{ prices: number[] }>(
        (quantiles?.percents ?? []).map((percent) => `q${percent}`),
        ({ prices }, i) => prices[i],
      ),
      ...RUN_COLUMNS,
    },
    records: points.map((point, i) => ({ ...point, run, prices: quantiles?.prices[i] ?? [] })),
  };
}

const DATES_CSV: CsvColumns<AvailableDates['items'][number] & { simulated: boolean }> = {
  [`date (${TIME_ZONE})`]: ({ date }) => date,
  product: ({ product }) => product,
  forecast_id: ({ forecast_id }) => forecast_id,
  'issued_at (UTC)': ({ issued_at }) => issued_at,
  hours: ({ hours }) => hours,
  simulated: ({ simulated }) => simulated,
};

/** The days with a forecast as a file. */
export function datesCsvTable(product: Product, items: AvailableDates['items'], simulated: boolean) {
  const records = items.map((item) => ({ ...item, simulated }));
  return { name: ['available-dates', product], columns: DATES_CSV, records };
}

/** The fields that the day-ahead and the intraday page share. */
export function toHourlyFields({ run, hours }: ServedHours, day: DeliveryDay): HourlyFields {
  return {
    ...toRunFields(run),
    date: day,
    forecasts: hours.map((point) => ({
      hour: point.hour,
      forecast_price: roundPrice(point.value),
      lower_bound: roundPrice(point.p10),
      upper_bound: roundPrice(point.p90),
      unit: PRICE_UNIT,
      start: formatMadrid(point.start),
      ...toBeyond(run.clearedExtremes, point),
    })),
  };
}

const HOURLY_CSV: CsvColumns<PointOfRun & { day: DeliveryDay; hour: number }> = {
  ...HOUR_COLUMNS,
  ...priceColumns<ForecastPoint>(
    ['forecast_price', 'lower_bound', 'upper_bound'],
    ({ value, p10, p90 }, i) => [value, p10, p90][i],
  ),
  ...RUN_COLUMNS,
};

/** The same as a file. */
export function hourlyCsvTable({ run, hours }: ServedHours, day: DeliveryDay) {
  return {
    name: ['forecast', run.product, day, runName(run.issuedAt)],
    columns: HOURLY_CSV,
    records: hours.map((hour) => ({ ...hour, day, run })),
  };
}
