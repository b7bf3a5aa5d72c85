import { addDays, dayStart, daysBetween, TIME_ZONE } from '@lonja/forecasting/market';
import type { z } from 'zod';
import {
  AsOf,
  CsvLocale,
  Format,
  MarketId,
  ProductName,
  Resolution,
  dayParameter,
  instantParameter,
  parseInstant,
} from '../../ground/http/parameters.ts';
import { formatInstant } from '../../ground/http/wire.ts';

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

/** Adds an issue where neither a day nor a range is given, or both. */
export function checkRange(query: Omit<Span, 'date_from' | 'date_to'>, check: z.RefinementCtx): void {
  const message = rangeFault(query);
  if (message !== undefined) check.addIssue({ code: 'custom', message });
}

function rangeFault({ date, from, to }: Omit<Span, 'date_from' | 'date_to'>): string | undefined {
  if (date !== undefined) {
    return from === undefined && to === undefined ? undefined : 'Send either date, or from and to, not both.';
  }
  if (from === undefined && to === undefined) {
    return 'Send date=YYYY-MM-DD, or from and to as instants; GET /forecasts/latest gives the whole latest run.';
  }
  if (from === undefined || to === undefined) return 'Send from and to together.';
  return parseInstant(to) > parseInstant(from) ? undefined : 'to must be after from.';
}
