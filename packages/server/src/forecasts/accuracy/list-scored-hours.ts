import {
  addDays,
  dayRange,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  localHourOf,
  type Product,
} from '@lonja/forecasting/market';
import { type AccuracyBasis, listPointsOfBasis, type ScoredPoint } from './scored-points.ts';
import { isSimulated, type ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays, type DaySpan } from '../../ground/timing/served-days.ts';
import { type KnownPrices, readKnownPrices } from '../../market/prices/price-feeds.ts';
import type { Cutoff } from '../runs/cutoff.ts';

/** A delivery hour with the price that cleared and the forecast that counts for it. EUR/MWh. */
export interface ScoredHour extends ScoredPoint {
  day: DeliveryDay;
  /** Local hour 0-23; 2 occurs twice on the 25-hour day. */
  hour: number;
  price: number;
}

/** Delivery days, both inclusive, as the runs of each lead day from 1 to `leadDays` (1 where it is not given) saw them. */
type ScoredSpan = { product: Product; leadDays?: number; basis?: AccuracyBasis; cutoff?: Cutoff } & DaySpan;

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
  if (published.length === 0) return { hours: [], knownPrices: 0, days: NO_DAYS, simulated };
  const points = await listPointsOfBasis(context.db, {
    product,
    dataOrigin: prices.dataOrigin,
    resolution: 'PT1H',
    days: Array.from({ length: leadDays }, (_, i) => i + 1).flatMap((leadDay) =>
      published.map((day) => ({ day, leadDay })),
    ),
    basis,
    cutoff,
    publishedAt: prices.publishedAt,
  });
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
