import { addDays, AUCTION_CALENDAR, type Product } from '@lonja/forecasting/market';
import { NAIVE_LAG_DAYS, weeklyNaiveOf } from '@lonja/forecasting/metrics';
import { type DecileRank, decilesBelow } from '@lonja/forecasting/distribution';
import type { Cutoff } from '../runs/cutoff.ts';
import { type ScoredHour, scoreHours, type SettledDays } from '../accuracy/list-scored-hours.ts';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { type DaySpan, partsOfSpan } from '../../ground/timing/served-days.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import { type AccuracyBasis, listScoredDistributions } from '../accuracy/scored-points.ts';
import type { Db } from '../../ground/database/database.ts';

/** A scored hour beside the weekly naive. */
export interface ComparedHour extends ScoredHour {
  /** EUR/MWh; undefined where the price a week before is not known. */
  naive: number | undefined;
}

interface ComparedHours {
  hours: ComparedHour[];
  days: SettledDays;
  simulated: boolean;
}

type ComparedQuery = {
  product: Product;
  everyLeadDay: boolean;
  basis?: AccuracyBasis;
  cutoff?: Cutoff;
} & DaySpan;

/** Longer spans are read part by part, so that nobody holds the process or its memory for long. */
const PART_DAYS = 92;

/** A span in parts that are read at once. */
export function comparedParts(span: DaySpan): DaySpan[] {
  return partsOfSpan(span, PART_DAYS);
}

/** The scored hours of a span, in order of time; with `everyLeadDay` also as the runs of earlier days saw them. */
export async function listComparedHours(context: ReadContext, query: ComparedQuery): Promise<ComparedHours> {
  const hours: ComparedHour[] = [];
  const days: SettledDays = { settled: 0, withoutForecast: 0 };
  for (const part of comparedParts(query)) {
    const ofPart = await listHoursOfPart(context, { ...query, ...part });
    for (const hour of ofPart.hours) hours.push(hour);
    days.settled += ofPart.days.settled;
    days.withoutForecast += ofPart.days.withoutForecast;
  }
  return { hours, days, simulated: await isSimulated(context) };
}

/** `listComparedHours` of a span that is short enough to be read at once, such as one of `comparedParts`. */
export async function listHoursOfPart(context: ReadContext, query: ComparedQuery): Promise<ComparedHours> {
  const { product } = query;
  const leadDays = query.everyLeadDay ? AUCTION_CALENDAR[product].horizonDays : 1;
  const before = Math.max(NAIVE_LAG_DAYS, leadDays - 1);
  const prices = await readKnownPrices(context, {
    product,
    from: addDays(query.from, -before),
    to: query.to,
  });
  const { hours, days, simulated } = await scoreHours(context, { ...query, leadDays }, prices);
  const naive = weeklyNaiveOf(prices?.hours ?? new Map());
  const compared = hours.map((hour): ComparedHour => ({ ...hour, naive: naive(hour.day, hour.hour) }));
  if (leadDays > 1) compared.sort((a, b) => a.start - b.start || a.leadDay - b.leadDay);
  return { hours: compared, days, simulated };
}

/** The hours with the place of their price among the deciles. Runs of before distributions were stored have none. */
export async function withDecileRanks<H extends ScoredHour>(
  db: Db,
  hours: readonly H[],
): Promise<(H & DecileRank)[]> {
  const distributions = await listScoredDistributions(db, 'PT1H', hours);
  return hours.map((hour, i) => {
    const stored = distributions[i];
    return { ...hour, decilesBelow: stored && decilesBelow(stored, hour, hour.price) };
  });
}
