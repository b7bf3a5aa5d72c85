import { ZONES } from '@lonja/forecasting/market';
import { z } from 'zod';
import { MISSING_REASONS } from './list-series.ts';
import { POINT_FIELDS, TimeField } from '../runs/points-record.ts';
import { daySpanParameters, resolveDays } from '../../ground/http/common-names.ts';
import { checkDayRange, dayRangeFields } from '../../ground/http/day-range.ts';
import {
  countField,
  ForecastIdField,
  MarketIdField,
  MarketProductIdField,
  ModelVersionField,
  ProductField,
  QuantilesField,
  ResolutionField,
  SimulatedField,
  UnitField,
  dayField,
  instantField,
} from '../../ground/http/fields.ts';
import {
  CsvLocale,
  Format,
  MarketId,
  ProductName,
  Quantiles,
  Resolution,
  localTimeParameter,
} from '../../ground/http/parameters.ts';

const MAX_DAYS = 3660;
const MOST_DAYS_AHEAD = 7;

export const ForecastSeriesQuery = z
  .strictObject({
    market_id: MarketId.default(ZONES[0]),
    product: ProductName.default('da'),
    days_ahead: z.int().min(0).max(MOST_DAYS_AHEAD).default(1).meta({
      description: 'How many days before each delivery day the time is: 0 is that day itself',
    }),
    issued_before: localTimeParameter(
      'Time in Madrid before which a run had been published; one that occurs twice counts as its first',
      '10:00',
    ),
    ...daySpanParameters,
    resolution: Resolution,
    quantiles: Quantiles,
    format: Format,
    locale: CsvLocale,
  })
  .transform(resolveDays)
  .superRefine((query, check) => checkDayRange(query, MAX_DAYS, check));
export type ForecastSeriesQuery = z.infer<typeof ForecastSeriesQuery>;

const SeriesDayRecord = z
  .object({
    date: dayField('Delivery day'),
    forecast_id: ForecastIdField,
    issued_at: instantField('When the run was issued', '2026-03-30T04:05:00Z'),
    published_at: instantField('When it could be read', '2026-03-30T04:06:30Z'),
    model_version: ModelVersionField,
    points: z.array(
      z
        .object({
          time: TimeField,
          ...POINT_FIELDS,
          quantiles: QuantilesField.optional(),
        })
        .meta({ id: 'ForecastSeriesPoint' }),
    ),
  })
  .meta({ id: 'ForecastSeriesDay' });

export const ForecastSeries = z
  .object({
    market_id: MarketIdField,
    product: ProductField,
    market_product_id: MarketProductIdField,
    unit: UnitField,
    resolution: ResolutionField,
    days_ahead: z.int().meta({ description: 'As it was asked for', examples: [1] }),
    issued_before: z.string().meta({ description: 'As it was asked for', examples: ['10:00'] }),
    ...dayRangeFields,
    simulated: SimulatedField,
    days: z.array(SeriesDayRecord).meta({ description: 'The days that have a forecast, in order' }),
    missing: z
      .array(
        z
          .object({
            date: dayField('Delivery day'),
            reason: z.enum(MISSING_REASONS).meta({
              description:
                '`not_issued`: no run that covers the day had been published, or it has no points of the resolution; `not_yet`: the time is still to come',
            }),
          })
          .meta({ id: 'MissingSeriesDay' }),
      )
      .meta({ description: 'The other days of the span' }),
    total: countField('Days that have a forecast', 31),
  })
  .meta({ id: 'ForecastSeries' });
export type ForecastSeries = z.infer<typeof ForecastSeries>;
