import { daysBetween } from '@lonja/forecasting/market';
import type { z } from 'zod';
import { dayField } from './fields.ts';

/** A span of delivery days as answers echo it. */
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
