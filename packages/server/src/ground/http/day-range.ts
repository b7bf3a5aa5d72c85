import { daysBetween } from '@lonja/forecasting/market';
import type { z } from 'zod';
import { dayField } from './fields.ts';
import { dayParameter } from './parameters.ts';

/** A span of delivery days as the app routes take it, both inclusive. */
export const dayRangeParameters = {
  date_from: dayParameter('First delivery day, inclusive', '2026-03-01'),
  date_to: dayParameter('Last delivery day, inclusive'),
};

/** The same as answers echo it. */
export const dayRangeFields = {
  date_from: dayField('First delivery day', '2026-03-01'),
  date_to: dayField('Last delivery day'),
};

export function checkDayRange(
  { date_from, date_to }: { date_from: string; date_to: string },
  maxDays: number,
  check: z.RefinementCtx,
): void {
  const days = daysBetween(date_from, date_to);
  const message =
    days < 0
      ? 'date_to must not be before date_from.'
      : days > maxDays
        ? `date_to lies ${days} days after date_from; ask for at most ${maxDays}.`
        : undefined;
  if (message !== undefined) check.addIssue({ code: 'custom', path: ['date_to'], message });
}
