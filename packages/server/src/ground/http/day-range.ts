import { daysBetween } from '@lonja/forecasting/market';
import type { z } from 'zod';
import { type Days, resolveDay } from './common-names.ts';
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

/** The query with `date` as a span of one day; a fault where both ends are given and lie more than `maxDays` apart. */
export function resolveSpan<Q extends Days>(
  query: Q,
  maxDays: number,
  check: z.RefinementCtx,
): Omit<Q, 'date'> {
  const resolved = resolveDay(query, check);
  const { date_from, date_to } = resolved;
  if (date_from !== undefined && date_to !== undefined) checkDayRange({ date_from, date_to }, maxDays, check);
  return resolved;
}
