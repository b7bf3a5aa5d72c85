import { addDays, dayStart, dayRange, type Product } from '@lonja/forecasting/market';
import { hourlyLookup, quarterValues } from '@lonja/forecasting/data';
import {
  type PricedHour,
  pricedHours,
  type PricePeriod,
  type PriceSummary,
  periodOf,
  summariseHours,
} from '@lonja/forecasting/metrics';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { type DaySpan, partsOfSpan } from '../../ground/timing/served-days.ts';
import { pricesOf, readPriceFeeds } from '../../market/prices/price-feeds.ts';

/** Figures of the prices of a day, week, month or year. */
export interface PeriodSummary extends PriceSummary {
  group: string;
}

export interface PricedQuery extends DaySpan {
  product: Product;
  /** What lowest and highest, spread and hours below zero are taken from. An hour that cleared as one has four equal quarters. */
  resolution: 'PT15M' | 'PT1H';
}

/** Longer spans are read part by part, so that nobody holds the process or its memory for long. */
const PART_DAYS = 366;

/** A span in parts that are read at once. */
export function pricedParts(span: DaySpan): DaySpan[] {
  return partsOfSpan(span, PART_DAYS);
}

/** The figures of a span of delivery days (both inclusive) by period, oldest first. */
export async function summarisePrices(
  context: ReadContext,
  query: PricedQuery & { period: PricePeriod },
): Promise<{ summaries: PeriodSummary[]; simulated: boolean }> {
  const hours: PricedHour[] = [];
  for (const part of pricedParts(query)) {
    for (const hour of (await listPricedHours(context, { ...query, ...part })).hours) hours.push(hour);
  }
  const groups = Map.groupBy(hours, ({ day }) => periodOf(day, query.period));
  const summaries = [...groups].map(([group, ofGroup]) => ({ group, ...summariseHours(ofGroup) }));
  return { summaries, simulated: await isSimulated(context) };
}

/** The hours behind the figures, of a span that is short enough to be read at once, such as one of `pricedParts`; in order of time. */
export async function listPricedHours(
  context: ReadContext,
  query: PricedQuery,
): Promise<{ hours: PricedHour[]; simulated: boolean }> {
  const read = await readPriceFeeds(context, query);
  if (read === undefined) return { hours: [], simulated: await isSimulated(context) };
  const [wind, solar] = await readGeneration(context, { ...query, dataOrigin: read.dataOrigin });
  const prices = pricesOf(read, 'PT1H');
  const quarters = query.resolution === 'PT15M' ? quarterValues(read.feeds, read.window) : undefined;
  const hours = pricedHours(dayRange(query.from, query.to), { prices, quarters, wind, solar });
  return { hours, simulated: read.dataOrigin === 'simulator' };
}

type HourlyLookup = ReturnType<typeof hourlyLookup>;

/** Hourly wind and solar generation in MW by start of the hour. */
async function readGeneration(
  { db, clock }: ReadContext,
  { from, to, dataOrigin }: DaySpan & { dataOrigin: DataOrigin },
): Promise<[HourlyLookup, HourlyLookup]> {
  const window = { from: dayStart(from), to: dayStart(addDays(to, 1)), asOf: clock.now() };
  const keys = ['wind.actual', 'wind.forecast', 'solar.actual', 'solar.forecast'];
  const series = await readSeries(db, { keys, dataOrigin, ...window });
  const ofSource = (source: string) =>
    hourlyLookup(
      [...(series.get(`${source}.actual`) ?? []), ...(series.get(`${source}.forecast`) ?? [])],
      window,
    );
  return [ofSource('wind'), ofSource('solar')];
}
