import { meanAbsoluteError } from '@lonja/forecasting';
import { addDays, type DeliveryDay, type Product } from '@lonja/forecasting/market';
import {
  DRIFT_DAYS,
  errorDrift,
  type ErrorDrift,
  levelDrift,
  type LevelDrift,
  meansOfDays,
} from '@lonja/forecasting/metrics';
import { z } from 'zod';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import type { Cutoff } from '../runs/cutoff.ts';
import { listScoredHours } from './list-scored-hours.ts';
import type { AccuracyBasis } from './scored-points.ts';
import { roundPrice } from '../../ground/http/wire.ts';
import { countField, dayField, priceField } from '../../ground/http/fields.ts';

/** Whether the market has left what forecasts rest on: `level` and `errors` are undefined where too few days are known. */
export interface Drift {
  /** The last delivery day with prices; undefined where there is none. */
  until: DeliveryDay | undefined;
  level: LevelDrift | undefined;
  errors: ErrorDrift | undefined;
}

/** How the market and the errors of a product stood when `to` was over, or at the last day before it that has prices. */
export async function findDrift(
  context: ReadContext,
  query: { product: Product; to: DeliveryDay; basis: AccuracyBasis; cutoff: Cutoff },
): Promise<Drift> {
  const { to } = query;
  const seen = { product: query.product, from: addDays(to, 1 - DRIFT_DAYS.ofLevel), to };
  const prices = await readKnownPrices(context, seen);
  const means = meansOfDays(prices?.hours ?? new Map());
  const scored = await listScoredHours(context, {
    ...query,
    from: addDays(to, 1 - DRIFT_DAYS.ofErrors),
  });
  const errors = [...Map.groupBy(scored.hours, ({ day }) => day)].map(([day, hours]) => ({
    day,
    mae: meanAbsoluteError(
      hours.map(({ value }) => value),
      hours.map(({ price }) => price),
    ),
  }));
  return {
    until: means.at(-1)?.day,
    level: levelDrift(means.map(({ mean }) => mean)),
    errors: errorDrift(errors),
  };
}

const LevelDriftField = z
  .object({
    mean: priceField('Mean price of the last 7 days', 143.2),
    lowest: priceField('Lowest mean of 7 days in a row before them', 8.4),
    highest: priceField('Highest mean of 7 days in a row before them', 118.7),
    days: countField(
      'Days before them that were looked at: 728, as many as models learn from, or fewer',
      728,
      1,
    ),
    outside: z
      .enum(['above', 'below'])
      .nullable()
      .meta({ description: 'Where the mean lies outside of these two; null within', examples: ['above'] }),
  })
  .meta({ id: 'LevelDrift' });

const ErrorDriftField = z
  .object({
    last: z
      .array(
        z.object({
          date: dayField('Delivery day', '2026-03-30'),
          mae: priceField('Its mean absolute error', 19.4),
        }),
      )
      .meta({ description: 'The last 3 scored days, in order of time' }),
    usual: priceField('What the errors of 95 % of the days before did not exceed', 16.1),
    days: countField('Days before that were looked at, 91 at most', 91, 1),
    beyond: z
      .boolean()
      .meta({ description: 'Whether the error of each of the last 3 days exceeded it', examples: [false] }),
  })
  .meta({ id: 'ErrorDrift' });

/** Whether the market has left what forecasts rest on. */
export const DriftField = z
  .object({
    until: dayField(
      'Last delivery day with a price, up to date_to; null where there is none',
      '2026-03-30',
    ).nullable(),
    level: LevelDriftField.nullable().meta({
      description: 'The level of prices; null with fewer than 98 days of prices',
    }),
    errors: ErrorDriftField.nullable().meta({
      description:
        'The errors of forecasts, of the basis and the cutoff asked for; null with fewer than 31 scored days',
    }),
  })
  .meta({
    id: 'Drift',
    description:
      'Whether prices have left the range that models have seen, or errors their usual range: then figures of before promise too much',
  });

export function toDrift({ until, level, errors }: Drift): z.infer<typeof DriftField> {
  return {
    until: until ?? null,
    level: level === undefined ? null : toLevelDrift(level),
    errors: errors === undefined ? null : toErrorDrift(errors),
  };
}

function toLevelDrift({ mean, lowest, highest, seenDays, outside }: NonNullable<Drift['level']>) {
  return {
    mean: roundPrice(mean),
    lowest: roundPrice(lowest),
    highest: roundPrice(highest),
    days: seenDays,
    outside: outside ?? null,
  };
}

function toErrorDrift({ days, usual, usualDays, isBeyond }: NonNullable<Drift['errors']>) {
  return {
    last: days.map(({ day, mae }) => ({ date: day, mae: roundPrice(mae) })),
    usual: roundPrice(usual),
    days: usualDays,
    beyond: isBeyond,
  };
}
