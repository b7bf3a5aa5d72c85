import { addDays, type DeliveryDay, daysBetween, weekdayOf } from '@lonja/forecasting/market';

export const PRICE_PERIODS = ['day', 'week', 'month', 'year'] as const;
export type PricePeriod = (typeof PRICE_PERIODS)[number];

/** The name of the period that a day lies in: `2026-03-31`, `2026-W14` (ISO 8601), `2026-03`, `2026`. */
export function periodOf(day: DeliveryDay, period: PricePeriod): string {
  switch (period) {
    case 'day':
      return day;
    case 'week':
      return isoWeekOf(day);
    case 'month':
      return day.slice(0, 7);
    case 'year':
      return day.slice(0, 4);
  }
}

/** A week belongs to the year that its Thursday lies in. */
function isoWeekOf(day: DeliveryDay): string {
  const thursday = addDays(day, 3 - weekdayOf(day));
  const year = thursday.slice(0, 4);
  const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
