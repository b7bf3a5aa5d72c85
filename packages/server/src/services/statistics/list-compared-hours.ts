import { AUCTION_CALENDAR, type Product } from '@lonja/forecasting';
import { readPricesToScore, type ScoredHour, scoreHours } from '../accuracy/list-scored-hours.ts';
import { isSimulated, type ReadContext } from '../forecasts/read-context.ts';
import type { DaySpan } from '../markets/served-days.ts';
import { readWeeklyNaive } from './weekly-naive.ts';

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
  const leadDays = query.everyLeadDay ? AUCTION_CALENDAR[query.product].horizonDays : 1;
  const prices = await readPricesToScore(context, { ...query, leadDay: leadDays });
  if (prices === undefined) return { hours: [], simulated: await isSimulated(context) };
  const naive = await readWeeklyNaive(context, query);
  const ofLeadDays = await Promise.all(
    Array.from({ length: leadDays }, (_, i) => scoreHours(context, { ...query, leadDay: i + 1 }, prices)),
  );
  const hours = ofLeadDays
    .flatMap((scored) => scored.hours)
    .map((hour) => ({ ...hour, naive: naive(hour.day, hour.hour) }))
    .sort((a, b) => a.start - b.start || a.leadDay - b.leadDay);
  return { hours, simulated: prices.dataOrigin === 'simulator' };
}
