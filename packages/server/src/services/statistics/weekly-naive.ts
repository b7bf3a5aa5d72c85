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
  const byHour = new Map<string, number>();
  for (const [start, price] of prices?.hours ?? []) {
    const name = `${deliveryDayOf(start)} ${localHourOf(start)}`;
    if (!byHour.has(name)) byHour.set(name, price);
  }
  return (day, hour) => byHour.get(`${addDays(day, -7)} ${hour}`);
}
