import { daysBetween, type DeliveryDay } from '@lonja/forecasting/market';
import { z } from 'zod';
import { countField } from '../../ground/http/fields.ts';
import { isCutoff } from '../runs/cutoff.ts';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import type { SettledDays } from './list-scored-hours.ts';

const PATTERN = '^(official|gate|([01]\\d|2[0-3]):[0-5]\\d)$';

/** Which run of each day figures are of. */
export const CutoffParameter = z
  .string()
  .refine(isCutoff, {
    message: 'Send official, gate, or a time of day in Madrid from 00:00 to 23:59 as HH:MM, such as 11:45.',
  })
  .default('official')
  .meta({
    description: [
      'Which run of each delivery day counts: the last one published before the results of the day-ahead auction (`official`), before the gate',
      'closed, so that one could bid with it (`gate`), or by a minute in Madrid on the day on which the gate closes (`HH:MM`). Of intraday',
      'auctions the official run is the last one before the gate. A time after the results counts as `official`',
    ].join(' '),
    pattern: PATTERN,
    examples: ['gate'],
  });

export const CutoffField = z.string().meta({
  description: 'Which run of each day the figures are of, as it was asked for',
  pattern: PATTERN,
  examples: ['official'],
});

const DayCountsField = z
  .object({
    asked: countField('Delivery days that were asked for', 30),
    settled: countField('Of these those with prices', 28),
    counted: countField('Days that the figures rest on', 27),
    without_forecast: countField('Days with prices and without a forecast of before the cutoff', 1),
  })
  .meta({ id: 'DayCounts', description: 'How many of the days that were asked for the figures rest on' });

/** What every answer with figures of accuracy says of the days behind them. */
export const dayCountsFields = {
  day_counts: DayCountsField,
  provisional: z.boolean().meta({
    description: 'True while the past that the figures rest on is still being made, so that they will change',
    examples: [false],
  }),
};

export function toDayCounts(days: DayCounts, isProvisional: boolean) {
  const { asked, settled, counted, withoutForecast } = days;
  return {
    day_counts: { asked, settled, counted, without_forecast: withoutForecast },
    provisional: isProvisional,
  };
}

/** How many of the delivery days that were asked for figures rest on. */
export interface DayCounts extends SettledDays {
  asked: number;
  /** With an hour that is counted. */
  counted: number;
}

/** `hours` are those that are counted. */
export function dayCounts(
  { from, to }: DaySpan,
  days: SettledDays,
  hours: readonly { day: DeliveryDay }[],
): DayCounts {
  return {
    asked: daysBetween(from, to) + 1,
    settled: days.settled,
    counted: new Set(hours.map(({ day }) => day)).size,
    withoutForecast: days.withoutForecast,
  };
}

export const HEADLINE_DAYS = 30;
