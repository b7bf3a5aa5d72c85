import { addDays, deliveryDayOf, localHourOf } from '../market/delivery-day.ts';

/** Days between an hour and its weekly naive forecast. */
export const NAIVE_LAG_DAYS = 7;

/** The price of the same local hour seven days before a delivery hour, EUR/MWh; undefined where none is known. */
export type WeeklyNaive = (day: string, hour: number) => number | undefined;

/** From prices by start of the hour, in order of time. Of two hours 2 seven days before the first one is taken. */
export function weeklyNaiveOf(prices: ReadonlyMap<number, number>): WeeklyNaive {
  const byDay = new Map<string, Map<number, number>>();
  for (const [start, price] of prices) {
    const day = addDays(deliveryDayOf(start), NAIVE_LAG_DAYS);
    const ofDay = byDay.get(day) ?? new Map<number, number>();
    byDay.set(day, ofDay);
    const hour = localHourOf(start);
    if (!ofDay.has(hour)) ofDay.set(hour, price);
  }
  return (day, hour) => byDay.get(day)?.get(hour);
}
