import { addDays, deliveryDayOf, localHourOf, type Product } from '@lonja/forecasting';
import type { ReadContext } from '../forecasts/read-context.ts';
import type { DaySpan } from '../markets/served-days.ts';
import { readKnownPrices } from '../prices/known-prices.ts';

/** The price of the same local hour seven days before a delivery hour, EUR/MWh; undefined where none is known. */
export type WeeklyNaive = (day: string, hour: number) => number | undefined;

/** Of two hours 2 seven days before the first one is taken. */
export async function readWeeklyNaive(
  context: ReadContext,
  { product, from, to }: { product: Product } & DaySpan,
): Promise<WeeklyNaive> {
  const span = { from: addDays(from, -7), to: addDays(to, -7) };
  const prices = await readKnownPrices(context, { product, ...span });
  const byDay = new Map<string, Map<number, number>>();
  for (const [start, price] of prices?.hours ?? []) {
    const day = deliveryDayOf(start);
    const ofDay = byDay.get(day) ?? new Map<number, number>();
    byDay.set(day, ofDay);
    const hour = localHourOf(start);
    if (!ofDay.has(hour)) ofDay.set(hour, price);
  }
  const aWeekLater = new Map([...byDay].map(([day, ofDay]) => [addDays(day, 7), ofDay]));
  return (day, hour) => aWeekLater.get(day)?.get(hour);
}
