import { type DeliveryDay, deliveryDayOf } from '@lonja/forecasting/market';
import type { DaySpan, PublishedDay } from './source.ts';

/**
 * Days of an outlook: of the asked ones those from today on that `fetchDays` gives, known from now on. Later answers say something else of
 * the same days, so nothing is asked of days past.
 */
export async function fetchOutlook(
  { from, to }: DaySpan,
  { now, lastDay }: { now: number; lastDay: DeliveryDay },
  fetchDays: (span: DaySpan) => Promise<PublishedDay[]>,
): Promise<PublishedDay[]> {
  const today = deliveryDayOf(now);
  const span = { from: from < today ? today : from, to: to > lastDay ? lastDay : to };
  if (span.from > span.to) return [];
  const days = await fetchDays(span);
  return days.map((day) => ({
    ...day,
    series: day.series.map((series) => ({ ...series, availableAt: series.availableAt.map(() => now) })),
  }));
}
