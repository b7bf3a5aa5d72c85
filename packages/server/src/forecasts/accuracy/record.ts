import type { PointScores } from '@lonja/forecasting/metrics';
import { daysBetween } from '@lonja/forecasting/market';
import { z } from 'zod';
import type { CsvColumns } from '../../ground/http/csv.ts';
import { roundPercent, roundPrice } from '../../ground/http/wire.ts';
import {
  CsvLocale,
  dayParameter,
  Format,
  Hour,
  KnownMarketId,
  MARKET_NAMES,
  MarketParameter,
} from '../../ground/http/parameters.ts';
import {
  countField,
  HourField,
  MapeCountField,
  ModelVersionField,
  SimulatedField,
  dayField,
  instantField,
  priceField,
} from '../../ground/http/fields.ts';
import { MAX_RANGE_DAYS } from '../../market/prices/record.ts';
import { CutoffField, CutoffParameter, dayCountsFields } from './day-counts.ts';

const DateFrom = dayParameter('First delivery day, inclusive; earlier than date_to', '2026-03-01');
const DateTo = dayParameter('Last delivery day, inclusive');

export const AccuracyQuery = z
  .strictObject({
    market_id: KnownMarketId,
    market: MarketParameter,
    date_from: DateFrom,
    date_to: DateTo.meta({
      description: 'Last delivery day, inclusive; at most 90 days after date_from',
    }),
    hour: Hour.optional(),
    model_version: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Count forecasts of this model version only', examples: ['da-2026.03.1'] }),
    cutoff: CutoffParameter,
    format: Format,
    locale: CsvLocale,
  })
  .superRefine(({ date_from, date_to }, check) => {
    const days = daysBetween(date_from, date_to);
    const message =
      days <= 0
        ? 'date_to must be later than date_from.'
        : days > MAX_RANGE_DAYS
          ? `date_to lies ${days} days after date_from; ask for at most ${MAX_RANGE_DAYS}.`
          : undefined;
    if (message !== undefined) check.addIssue({ code: 'custom', path: ['date_to'], message });
  });

export const PerformanceQuery = z
  .strictObject({
    market_id: KnownMarketId,
    market: MarketParameter,
    date_from: DateFrom,
    date_to: DateTo,
    cutoff: CutoffParameter,
    format: Format,
    locale: CsvLocale,
  })
  .superRefine(({ date_from, date_to }, check) => {
    if (daysBetween(date_from, date_to) > 0) return;
    check.addIssue({
      code: 'custom',
      path: ['date_to'],
      message: 'date_to must be later than date_from.',
    });
  });

const PointScoresFields = {
  mae: priceField('Mean absolute error', 7.31),
  rmse: priceField('Root of the mean squared error', 10.02),
  mape: z
    .number()
    .nullable()
    .meta({
      description:
        'Mean absolute error in percent of the price, over the hours whose price is 1 EUR/MWh or more away from zero; null when there is none',
      examples: [12.45],
    }),
  mape_n_observations: MapeCountField,
};

const ObservationsField = countField('Delivery hours counted', 720, 1);

export const Accuracy = z
  .object({
    market: z.enum(MARKET_NAMES),
    date_from: dayField('First delivery day', '2026-03-01'),
    date_to: dayField('Last delivery day'),
    model_version: ModelVersionField.meta({
      description: 'Model version that made most of the forecasts counted',
    }),
    n_observations: ObservationsField,
    ...PointScoresFields,
    hourly_breakdown: z
      .array(
        z
          .object({ hour: HourField, ...PointScoresFields, n_observations: ObservationsField })
          .meta({ id: 'HourlyAccuracy' }),
      )
      .optional()
      .meta({ description: 'By local hour, each that has an observation; absent when hour was given' }),
    cutoff: CutoffField,
    ...dayCountsFields,
    simulated: SimulatedField,
  })
  .meta({ id: 'Accuracy' });
export type Accuracy = z.infer<typeof Accuracy>;

export const ModelPerformance = z
  .object({
    market: z.enum(MARKET_NAMES),
    date_from: dayField('First delivery day', '2026-03-01'),
    date_to: dayField('Last delivery day'),
    versions: z
      .array(
        z
          .object({
            model_version: ModelVersionField,
            active_from: instantField('When the version became active'),
            active_to: instantField('When it was replaced; null while it is active').nullable(),
            n_observations: ObservationsField,
            ...PointScoresFields,
          })
          .meta({ id: 'ModelVersionPerformance' }),
      )
      .meta({ description: 'Versions with a scored forecast in the range, by active_from, oldest first' }),
    cutoff: CutoffField,
    ...dayCountsFields,
    simulated: SimulatedField,
  })
  .meta({ id: 'ModelPerformance' });
export type ModelPerformance = z.infer<typeof ModelPerformance>;

/** Errors of point forecasts as every answer with them has them. */
export function toScoreFields(scores: PointScores) {
  return {
    n_observations: scores.count,
    mae: roundPrice(scores.maeEurPerMwh),
    rmse: roundPrice(scores.rmseEurPerMwh),
    mape: scores.mapePercent === null ? null : roundPercent(scores.mapePercent),
    mape_n_observations: scores.mapeCount,
  };
}

/** Errors of one market, and what they are of. */
export type Scored = ReturnType<typeof toScoreFields> & Pick<Accuracy, 'market' | 'simulated' | 'cutoff'>;

/** What rows of errors end with. */
export const SCORE_COLUMNS: CsvColumns<Scored> = {
  n_observations: ({ n_observations }) => n_observations,
  'mae (EUR/MWh)': ({ mae }) => mae,
  'rmse (EUR/MWh)': ({ rmse }) => rmse,
  'mape (%)': ({ mape }) => mape,
  simulated: ({ simulated }) => simulated,
  cutoff: ({ cutoff }) => cutoff,
  mape_n_observations: ({ mape_n_observations }) => mape_n_observations,
};
