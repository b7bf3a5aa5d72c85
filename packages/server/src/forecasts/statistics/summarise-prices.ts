import {
  addDays,
  dayStart,
  type DeliveryDay,
  dayRange,
  deliveryPeriods,
  MINUTE_MS,
  type Product,
  weekdayOf,
} from '@lonja/forecasting/market';
import { hourlyLookup, quarterValues } from '@lonja/forecasting/data';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { type DaySpan, partsOfSpan } from '../../ground/timing/served-days.ts';
import { pricesOf, readPriceFeeds } from '../../market/prices/price-feeds.ts';
import { isPeakHour, meanOf } from './price-figures.ts';
import { type PricePeriod, periodOf } from './price-period.ts';

/** A cleared hour and what was generated in it. */
export interface PricedHour {
  start: number;
  day: DeliveryDay;
  hour: number;
  priceEurPerMwh: number;
  /** Of the periods in it: the quarters as cleared, or the hour itself. */
  lowestEurPerMwh: number;
  highestEurPerMwh: number;
  /** The part of the hour whose price is below zero; quarters count a quarter each. */
  negativeShare: number;
  /** Measured where known, otherwise as forecast before the gate; undefined where neither is known. */
  windMw: number | undefined;
  solarMw: number | undefined;
}

/** Figures of the prices of a day, week, month or year. EUR/MWh. */
export interface PriceSummary {
  group: string;
  /** First and last delivery day that has a price. */
  from: DeliveryDay;
  to: DeliveryDay;
  hours: number;
  base: number;
  /** Of the periods that were asked for. */
  min: number;
  max: number;
  /** Quarters count a quarter each. */
  negativeHours: number;
  /** Mean of 08:00-20:00 from Monday to Friday; null where the group has no such hour. */
  peak: number | null;
  /** Mean over the days of the highest minus the lowest period. */
  dailySpread: number;
  /** What a megawatt-hour of the technology earned on average; null where its generation is not known. */
  captureSolar: number | null;
  captureWind: number | null;
}

export interface PricedQuery extends DaySpan {
  product: Product;
  /** What lowest and highest, spread and hours below zero are taken from. An hour that cleared as one has four equal quarters. */
  resolution: 'PT15M' | 'PT1H';
}

const QUARTER_MS = 15 * MINUTE_MS;
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
): Promise<{ summaries: PriceSummary[]; simulated: boolean }> {
  const hours: PricedHour[] = [];
  for (const part of pricedParts(query)) {
    for (const hour of (await listPricedHours(context, { ...query, ...part })).hours) hours.push(hour);
  }
  const groups = Map.groupBy(hours, ({ day }) => periodOf(day, query.period));
  const summaries = [...groups].map(([group, ofGroup]) => summarise(group, ofGroup));
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
  const hours = dayRange(query.from, query.to).flatMap((day) =>
    deliveryPeriods(day, 'PT1H').flatMap(({ start, hour }): PricedHour[] => {
      const priceEurPerMwh = prices.get(start);
      if (priceEurPerMwh === undefined) return [];
      const periods = periodsOf(start, priceEurPerMwh, quarters);
      return [
        {
          start,
          day,
          hour,
          priceEurPerMwh,
          lowestEurPerMwh: Math.min(...periods),
          highestEurPerMwh: Math.max(...periods),
          negativeShare: periods.filter((price) => price < 0).length / periods.length,
          windMw: wind.get(start),
          solarMw: solar.get(start),
        },
      ];
    }),
  );
  return { hours, simulated: read.dataOrigin === 'simulator' };
}

/** The prices of an hour's quarters, or the hour's own where no quarters are wanted. */
function periodsOf(
  start: number,
  hourly: number,
  quarters: ReadonlyMap<number, number> | undefined,
): number[] {
  if (quarters === undefined) return [hourly];
  return [0, 1, 2, 3].map((k) => quarters.get(start + k * QUARTER_MS) ?? hourly);
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

function summarise(group: string, hours: readonly PricedHour[]): PriceSummary {
  const prices = hours.map((hour) => hour.priceEurPerMwh);
  const peak = hours.filter(({ day, hour }) => isPeakHour(weekdayOf(day), hour));
  const spreads = [...Map.groupBy(hours, ({ day }) => day).values()].map((ofDay) => {
    const lowest = Math.min(...ofDay.map((hour) => hour.lowestEurPerMwh));
    return Math.max(...ofDay.map((hour) => hour.highestEurPerMwh)) - lowest;
  });
  return {
    group,
    from: hours[0].day,
    to: hours[hours.length - 1].day,
    hours: hours.length,
    base: meanOf(prices),
    min: hours.reduce((least, hour) => Math.min(least, hour.lowestEurPerMwh), Infinity),
    max: hours.reduce((most, hour) => Math.max(most, hour.highestEurPerMwh), -Infinity),
    negativeHours: hours.reduce((sum, hour) => sum + hour.negativeShare, 0),
    peak: peak.length === 0 ? null : meanOf(peak.map((hour) => hour.priceEurPerMwh)),
    dailySpread: meanOf(spreads),
    captureSolar: capturePrice(hours, ({ solarMw }) => solarMw),
    captureWind: capturePrice(hours, ({ windMw }) => windMw),
  };
}

function capturePrice(
  hours: readonly PricedHour[],
  generationOf: (hour: PricedHour) => number | undefined,
): number | null {
  let revenue = 0;
  let energy = 0;
  for (const hour of hours) {
    const generated = generationOf(hour) ?? 0;
    revenue += generated * hour.priceEurPerMwh;
    energy += generated;
  }
  return energy > 0 ? revenue / energy : null;
}
