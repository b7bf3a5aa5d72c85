import { AUCTION_CALENDAR, type Product } from '@lonja/forecasting';
import { listScoredHours, type ScoredHour } from '../accuracy/list-scored-hours.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
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
  const naive = await readWeeklyNaive(context, query);
  const hours: ComparedHour[] = [];
  let simulated = false;
  for (let leadDay = 1; leadDay <= leadDays; leadDay++) {
    const scored = await listScoredHours(context, { ...query, leadDay });
    simulated = scored.simulated;
    for (const hour of scored.hours) hours.push({ ...hour, naive: naive(hour.day, hour.hour) });
  }
  return { hours: hours.sort((a, b) => a.start - b.start || a.leadDay - b.leadDay), simulated };
}
