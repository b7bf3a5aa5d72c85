import { addDays, type DeliveryDay, deliveryPeriods, HOUR_MS } from '@lonja/forecasting/market';

/** 52 weeks: the same day of the week. */
const YEAR_DAYS = 364;

/** The delivery day of the same weekday a year before: 52 weeks. */
export function dayLastYear(day: DeliveryDay): DeliveryDay {
  return addDays(day, -YEAR_DAYS);
}

/**
 * For each period of a day the one of the same local time 52 weeks before, both by start, epoch ms. Of the two hours 2 of a day of 25 hours
 * each goes with its own where that day had two as well, else both with the one; a local time that the day did not have is left out.
 */
export function periodsLastYear(day: DeliveryDay, resolution: 'PT15M' | 'PT1H'): Map<number, number> {
  const earlier = new Map<string, number[]>();
  for (const { start, hour } of deliveryPeriods(dayLastYear(day), resolution)) {
    const key = localTime(start, hour);
    earlier.set(key, [...(earlier.get(key) ?? []), start]);
  }
  const met = new Map<string, number>();
  const pairs = new Map<number, number>();
  for (const { start, hour } of deliveryPeriods(day, resolution)) {
    const key = localTime(start, hour);
    const count = met.get(key) ?? 0;
    met.set(key, count + 1);
    const starts = earlier.get(key) ?? [];
    const match = starts[Math.min(count, starts.length - 1)];
    if (match !== undefined) pairs.set(start, match);
  }
  return pairs;
}

function localTime(start: number, hour: number): string {
  return `${hour} ${start % HOUR_MS}`;
}
