import { addDays, AUCTION_CALENDAR, type Product } from '@lonja/forecasting';
import { type ScoredHour, scoreHours } from '../accuracy/list-scored-hours.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { clampToServedDays, type DaySpan } from '../markets/served-days.ts';
import { readKnownPrices } from '../prices/known-prices.ts';
import { NAIVE_LAG_DAYS, weeklyNaiveOf } from './weekly-naive.ts';

/** A scored hour beside the weekly naive. */
export interface ComparedHour extends ScoredHour {
  /** EUR/MWh; undefined where the price a week before is not known. */
  naive: number | undefined;
}

/** The scored hours of a span, in order of time; with `everyLeadDay` also as the runs of earlier days saw them. */
export async function listComparedHours(
  context: ReadContext,
  query: { product: Product; everyLeadDay: boolean } & DaySpan,
): Promise<{ hours: ComparedHour[]; simulated: boolean }> {
  const { product } = query;
  const days = clampToServedDays(query);
  const leadDays = query.everyLeadDay ? AUCTION_CALENDAR[product].horizonDays : 1;
  const before = Math.max(NAIVE_LAG_DAYS, leadDays - 1);
  const prices =
    days && (await readKnownPrices(context, { product, from: addDays(days.from, -before), to: days.to }));
  const { hours, simulated } = await scoreHours(context, { ...query, leadDays }, prices);
  const naive = weeklyNaiveOf(prices?.hours ?? new Map());
  const compared = hours.map((hour): ComparedHour => ({ ...hour, naive: naive(hour.day, hour.hour) }));
  if (leadDays > 1) compared.sort((a, b) => a.start - b.start || a.leadDay - b.leadDay);
  return { hours: compared, simulated };
}
