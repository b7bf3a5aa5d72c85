import { AUCTIONS } from '@lonja/forecasting/market';
import { z } from 'zod';
import { DEGRADED_CODES } from '../database/degraded-reason.ts';

/** A field that holds an instant: RFC 3339, UTC. */
export function instantField(description: string, example = '2026-03-30T10:05:00Z') {
  return z.string().meta({ description, format: 'date-time', examples: [example] });
}

export function dayField(description: string, example = '2026-03-31') {
  return z.string().meta({ description, format: 'date', examples: [example] });
}

/** A whole number of things, by default 0 of them at least. */
export function countField(description: string, example = 0, least = 0) {
  return z
    .int()
    .min(least)
    .meta({ description, examples: [example] });
}

/** A text that may be lacking. */
export function nullableText(description: string, example: string | null) {
  return z
    .string()
    .nullable()
    .meta({ description, examples: [example] });
}

export function priceField(description: string, example: number) {
  return z.number().meta({ description: `${description}, EUR/MWh, 2 decimals`, examples: [example] });
}

export function percentField(description: string, example: number) {
  return z.number().meta({ description: `${description}, percent`, examples: [example] });
}

export const MarketIdField = z.string().meta({ description: 'Market identifier', examples: ['es'] });

export const ProductField = z.enum(AUCTIONS).meta({ description: 'Market product', examples: ['da'] });

export const UnitField = z.literal('EUR/MWh').meta({ description: 'Unit of every price' });

export const HourField = z
  .int()
  .min(0)
  .max(23)
  .meta({ description: 'Local hour in Europe/Madrid; 2 occurs twice on the 25-hour day', examples: [20] });

export const StartField = z.string().meta({
  description:
    'Start of the delivery period, local time with its offset, which distinguishes the two hours 2 of the 25-hour day',
  format: 'date-time',
  examples: ['2026-03-31T20:00:00+02:00'],
});

export const SimulatedField = z.boolean().meta({
  description: 'True when the data come from the built-in market simulator instead of the real market',
  examples: [false],
});

export const ModelVersionField = z
  .string()
  .meta({ description: 'Model version that produced the forecast', examples: ['da-2026.03.1'] });

export const ForecastIdField = z.uuid().meta({
  description: 'Identifier of the forecast run',
  examples: ['0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de'],
});

export const DegradedField = z.array(z.string()).meta({
  description: 'Why the run is weaker than usual, such as a late input; empty when it is not',
  examples: [[]],
});

const DegradedReasonRecord = z
  .object({
    code: z.enum([...DEGRADED_CODES, 'other']).meta({
      description: 'What it is; `other` for runs of before reasons were kept as data',
      examples: ['input_late'],
    }),
    input: nullableText('The series or auction that is lacking', 'wind.forecast'),
    day: z
      .string()
      .nullable()
      .meta({
        description: 'The delivery day that it is lacking of, or after',
        format: 'date',
        examples: ['2026-03-31'],
      }),
    stand_in: nullableText(
      'What is used in its place: an auction, `da.forecast`, `own_forecast`, `weekly_naive`, or the name of a source',
      'own_forecast',
    ),
    known: z
      .int()
      .nullable()
      .meta({ description: 'How many days there are of those that are wanted', examples: [null] }),
    wanted: z
      .int()
      .nullable()
      .meta({ description: 'How many days are wanted', examples: [null] }),
    text: z.string().meta({
      description: 'The reason in English',
      examples: ["wind.forecast of 2026-03-31 is not available yet; the service's own forecast stands in"],
    }),
  })
  .meta({ id: 'DegradedReason' });

export type DegradedReasonRecord = z.infer<typeof DegradedReasonRecord>;

export const DegradedReasonsField = z.array(DegradedReasonRecord).meta({
  description: 'The reasons of `degraded` as data, one for each day that a reason concerns',
});

export const DEGRADED_FIELDS = { degraded: DegradedField, degraded_reasons: DegradedReasonsField };

export const MarketProductIdField = z
  .string()
  .meta({ description: 'Market and product', examples: ['es-da'] });

export const ResolutionField = z
  .enum(['PT1H', 'PT15M'])
  .meta({ description: 'Length of the delivery periods' });

export const QuantilesField = z.record(z.string(), z.number()).meta({
  description:
    'The wanted quantiles by percent, EUR/MWh, 2 decimals: the price is at or below the one of `25` with a probability of 25 %. Only where `quantiles` was sent',
  examples: [{ 5: 64.2, 25: 78.3, 75: 90.06, 95: 103.8 }],
});

export function probabilityField(description: string, example: number) {
  return z
    .number()
    .min(0)
    .max(1)
    .meta({ description: `${description}, 0 to 1, 4 decimals`, examples: [example] });
}

export const MapeCountField = countField(
  'Delivery hours that mape is of: those whose price is 1 EUR/MWh or more from zero',
  655,
);

/** Why a run was made, and whether one could bid with it (see `runOccasion`). */
export const OCCASION_FIELDS = {
  scheduled_for: instantField(
    'The scheduled time that the run answers, or when the input came that it answers',
  ),
  trigger: z.enum(['schedule', 'input']).meta({
    description: '`schedule`, or `input` of a run beside the schedule: an input had come or been corrected',
  }),
  before_gate: z.boolean().meta({
    description:
      'Whether the run could be read before the gate of its first delivery day closed: one could bid with it',
  }),
};
