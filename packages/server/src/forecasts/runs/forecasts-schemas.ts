import { addDays, dayStart, daysBetween, ZONES, TIME_ZONE } from '@lonja/forecasting/market';
import { z } from 'zod';
import {
  DEGRADED_FIELDS,
  OCCASION_FIELDS,
  ForecastIdField,
  HourField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  ProductField,
  QuantilesField,
  ResolutionField,
  SimulatedField,
  StartField,
  UnitField,
  dayField,
  instantField,
  priceField,
} from '../../ground/http/fields.ts';
import {
  AsOf,
  CsvLocale,
  Format,
  Hour,
  MarketId,
  ProductName,
  Quantiles,
  Resolution,
  dayParameter,
  instantParameter,
  parseInstant,
} from '../../ground/http/parameters.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import { BeyondClearedField, ClearedExtremesField } from '../../market/prices/cleared-record.ts';

export const LatestQuery = z.strictObject({
  market_id: MarketId,
  product: ProductName,
  resolution: Resolution,
  quantiles: Quantiles,
  as_of: AsOf,
  format: Format,
  locale: CsvLocale,
});

/** The parameters of a query for the periods of a day or a range; `checkRange` refuses what does not go together. */
export const SERIES_PARAMETERS = {
  market_id: MarketId,
  product: ProductName,
  date: dayParameter(`Delivery day in ${TIME_ZONE}; instead of from and to`).optional(),
  from: instantParameter('Start of the range, inclusive; needs to', '2026-03-30T22:00:00Z').optional(),
  to: instantParameter('End of the range, exclusive; needs from', '2026-03-31T22:00:00Z').optional(),
  resolution: Resolution,
  as_of: AsOf,
  format: Format,
  locale: CsvLocale,
};

export const SeriesQuery = z
  .strictObject({ ...SERIES_PARAMETERS, quantiles: Quantiles })
  .superRefine(checkRange);
export type SeriesQuery = z.infer<typeof SeriesQuery>;

/** The same with the names of days that all routes but those of the specification take: `resolveSpan` reads them. */
export const SPAN_PARAMETERS = {
  ...SERIES_PARAMETERS,
  date_from: dayParameter('First delivery day, inclusive; with date_to', '2026-03-31').optional(),
  date_to: dayParameter('Last delivery day, inclusive; with date_from', '2026-04-01').optional(),
};

interface Span {
  date?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The query with days as `from` and `to`; a fault where they are named twice, or in part. */
export function resolveSpan<Q extends Span>(query: Q, check: z.RefinementCtx) {
  const { date_from: first, date_to: last, ...rest } = query;
  if (first === undefined && last === undefined) {
    checkRange(rest, check);
    return rest;
  }
  const fault =
    first === undefined || last === undefined
      ? 'Send date_from and date_to together, or date for one day.'
      : (rest.date ?? rest.from ?? rest.to) !== undefined
        ? 'Send one of date, date_from with date_to, and from with to.'
        : daysBetween(first, last) < 0
          ? 'date_to must not be before date_from.'
          : undefined;
  if (fault !== undefined || first === undefined || last === undefined) {
    check.addIssue({ code: 'custom', path: [first === undefined ? 'date_from' : 'date_to'], message: fault });
    return rest;
  }
  if (first === last) return { ...rest, date: first };
  return { ...rest, from: formatInstant(dayStart(first)), to: formatInstant(dayStart(addDays(last, 1))) };
}

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
    time: instantField('Start of the delivery period', '2026-03-31T18:00:00Z'),
    value: priceField('Point estimate', 84.12),
    p10: priceField('10th percentile', 71.4),
    p90: priceField('90th percentile', 97.03),
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

export const ForecastRunRecord = z
  .object({
    ...RUN_FIELDS,
    range_start: instantField('Start of the requested range', '2026-03-30T22:00:00Z').nullable(),
    range_end: instantField('End of the requested range', '2026-03-31T22:00:00Z').nullable(),
    points: z.array(ForecastPointRecord),
    resolution: ResolutionField,
    model_version: ModelVersionField,
    published_at: instantField(
      'When the run could be read: `as_of` from then on shows it',
      '2026-03-30T10:06:30Z',
    ),
    data_as_of: instantField('Newest input data used', '2026-03-30T10:00:00Z'),
    known_until: instantField('Up to when cleared prices were known to the run', '2026-03-30T22:00:00Z'),
    ...OCCASION_FIELDS,
    ...DEGRADED_FIELDS,
    cleared_extremes: ClearedExtremesField,
    simulated: SimulatedField,
  })
  .meta({ id: 'ForecastRun' });
export type ForecastRunRecord = z.infer<typeof ForecastRunRecord>;
export type RunFields = Pick<ForecastRunRecord, keyof typeof RUN_FIELDS>;

const HourlyForecastRecord = z
  .object({
    hour: HourField,
    forecast_price: priceField('Point estimate', 84.12),
    lower_bound: priceField('10th percentile', 71.4),
    upper_bound: priceField('90th percentile', 97.03),
    unit: UnitField,
    start: StartField,
    beyond_cleared: BeyondClearedField,
  })
  .meta({ id: 'HourlyForecast' });

const HourlyFields = z.object({
  date: dayField('Delivery day'),
  model_version: ModelVersionField,
  data_as_of: instantField('Newest input data used', '2026-03-30T10:00:00Z'),
  forecasts: z.array(HourlyForecastRecord),
  forecast_id: ForecastIdField,
  issued_at: instantField('When the run was issued'),
  ...DEGRADED_FIELDS,
  cleared_extremes: ClearedExtremesField,
  simulated: SimulatedField,
});
export type HourlyFields = z.infer<typeof HourlyFields>;

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

/** Adds an issue where neither a day nor a range is given, or both. */
export function checkRange(
  query: { date?: string | undefined; from?: string | undefined; to?: string | undefined },
  check: z.RefinementCtx,
): void {
  const message = rangeFault(query);
  if (message !== undefined) check.addIssue({ code: 'custom', message });
}

function rangeFault({
  date,
  from,
  to,
}: {
  date?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): string | undefined {
  if (date !== undefined) {
    return from === undefined && to === undefined ? undefined : 'Send either date, or from and to, not both.';
  }
  if (from === undefined && to === undefined) {
    return 'Send date=YYYY-MM-DD, or from and to as instants; GET /forecasts/latest gives the whole latest run.';
  }
  if (from === undefined || to === undefined) return 'Send from and to together.';
  return parseInstant(to) > parseInstant(from) ? undefined : 'to must be after from.';
}
