import {
  addDays,
  dayRange,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  localHourOf,
  type Product,
} from '@lonja/forecasting/market';
import { listScoredPoints, type ScoredDay, type ScoredPoint, listBacktestedPoints } from './scored-points.ts';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays, type DaySpan } from '../../ground/timing/served-days.ts';
import { type KnownPrices, readKnownPrices } from '../../market/prices/price-feeds.ts';
import { type Cutoff, cutoffLimit } from '../runs/cutoff.ts';

/** A delivery hour with the price that cleared and the forecast that counts for it. EUR/MWh. */
export interface ScoredHour extends ScoredPoint {
  day: DeliveryDay;
  /** Local hour 0-23; 2 occurs twice on the 25-hour day. */
  hour: number;
  price: number;
}

/** Delivery days, both inclusive, as the runs of each lead day from 1 to `leadDays` (1 where it is not given) saw them. */
type ScoredSpan = { product: Product; leadDays?: number; basis?: AccuracyBasis; cutoff?: Cutoff } & DaySpan;

/**
 * What figures are of: forecasts that the service issued, or those that calibration made up of days past, as they would have been issued.
 * The two are never mixed.
 */
export const ACCURACY_BASES = ['issued', 'backtested'] as const;
export type AccuracyBasis = (typeof ACCURACY_BASES)[number];

const NO_DAYS: SettledDays = { settled: 0, withoutForecast: 0 };

export interface ScoredHours {
  hours: ScoredHour[];
  /** Delivery hours of the span whose price is known, with a forecast or without. */
  knownPrices: number;
  days: SettledDays;
  simulated: boolean;
}

/** Delivery days of a span. */
export interface SettledDays {
  /** With prices. */
  settled: number;
  /** Of these those without a forecast of before the cutoff. */
  withoutForecast: number;
}

/**
 * The hours of a span of delivery days (both inclusive) whose price and scored forecast are known, by lead day, then in order of time.
 * The scored run is the last one before the cutoff; by the official one, before the gate closed, for the day-ahead auction before its results
 * were public. That of lead day 2 or more is the run that counted for the delivery day so many days less one earlier.
 */
export async function listScoredHours(context: ReadContext, query: ScoredSpan): Promise<ScoredHours> {
  const { product, leadDays = 1 } = query;
  const days = clampToServedDays(query);
  const prices =
    days &&
    (await readKnownPrices(context, { product, from: addDays(days.from, 1 - leadDays), to: days.to }));
  return scoreHours(context, query, prices);
}

/** The same with prices that were read before, also those of the `leadDays` less one days before the span; undefined where nothing is served. */
export async function scoreHours(
  context: ReadContext,
  query: ScoredSpan,
  prices: KnownPrices | undefined,
): Promise<ScoredHours> {
  const days = clampToServedDays(query);
  if (days === undefined || prices === undefined) {
    return { hours: [], knownPrices: 0, days: NO_DAYS, simulated: await isSimulated(context) };
  }
  const { product, leadDays = 1, basis = 'issued', cutoff = 'official' } = query;
  const simulated = prices.dataOrigin === 'simulator';
  const published = dayRange(days.from, days.to).filter((day) => prices.publishedAt.has(day));
  const scoredDays = Array.from({ length: leadDays }, (_, i) => i + 1).flatMap((leadDay) =>
    published.map((day): ScoredDay => ({
      day,
      leadDay,
      publishedBefore: cutoffLimit(product, { day, leadDay }, { cutoff, publishedAt: prices.publishedAt }),
      from: dayStart(day),
      to: dayStart(addDays(day, 1)),
    })),
  );
  if (scoredDays.length === 0) return { hours: [], knownPrices: 0, days: NO_DAYS, simulated };
  const wanted = { product, dataOrigin: prices.dataOrigin, days: scoredDays };
  const points =
    basis === 'backtested'
      ? await listBacktestedPoints(context.db, { ...wanted, cutoff })
      : await listScoredPoints(context.db, { ...wanted, resolution: 'PT1H' });
  const hours = points.flatMap((point): ScoredHour[] => {
    const price = prices.hours.get(point.start);
    if (price === undefined) return [];
    return [{ ...point, day: deliveryDayOf(point.start), hour: localHourOf(point.start), price }];
  });
  const span = { from: dayStart(days.from), to: dayStart(addDays(days.to, 1)) };
  const knownPrices = [...prices.hours.keys()].filter(
    (start) => start >= span.from && start < span.to,
  ).length;
  const withForecast = new Set(hours.flatMap(({ day, leadDay }) => (leadDay === 1 ? [day] : [])));
  const settled = published.length;
  return {
    hours,
    knownPrices,
    days: { settled, withoutForecast: settled - withForecast.size },
    simulated,
  };
}
