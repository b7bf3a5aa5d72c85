import {
  addDays,
  dayRange,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  localHourOf,
  type Product,
} from '@lonja/forecasting';
import { listScoredPoints, type ScoredDay, type ScoredPoint } from '../../store/scored-forecasts.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { clampToServedDays, type DaySpan } from '../markets/served-days.ts';
import { type KnownPrices, readKnownPrices } from '../prices/known-prices.ts';
import { forecastLimit } from './forecast-limit.ts';

/** A delivery hour with the price that cleared and the forecast that counts for it. EUR/MWh. */
export interface ScoredHour extends ScoredPoint {
  day: DeliveryDay;
  /** Local hour 0-23; 2 occurs twice on the 25-hour day. */
  hour: number;
  price: number;
  /** 1: the run that was the last before the auction of the delivery day itself; 2: of the day before; ... */
  leadDay: number;
}

/** Delivery days, both inclusive; without `leadDay` as the last run before each auction saw them. */
type ScoredSpan = { product: Product; leadDay?: number } & DaySpan;

export interface ScoredHours {
  hours: ScoredHour[];
  /** Delivery hours of the span whose price is known, with a forecast or without. */
  knownPrices: number;
  simulated: boolean;
}

/**
 * The hours of a span of delivery days (both inclusive) whose price and scored forecast are known, in order of time. The scored run
 * is the last one issued before the gate closed; for the day-ahead auction the last one before its results were public.
 * With `leadDay` 2 or more it is the run that counted for the delivery day `leadDay - 1` days earlier.
 */
export async function listScoredHours(context: ReadContext, query: ScoredSpan): Promise<ScoredHours> {
  const prices = await readPricesToScore(context, query);
  return prices === undefined
    ? { hours: [], knownPrices: 0, simulated: false }
    : scoreHours(context, query, prices);
}

/** The prices that `scoreHours` needs for a span, up to a lead day; undefined while nothing is served for it. */
export async function readPricesToScore(
  context: ReadContext,
  query: ScoredSpan,
): Promise<KnownPrices | undefined> {
  const days = clampToServedDays(query);
  if (days === undefined) return undefined;
  const from = addDays(days.from, 1 - (query.leadDay ?? 1));
  return readKnownPrices(context, { product: query.product, from, to: days.to });
}

/** The same with prices that were read before. */
export async function scoreHours(
  context: ReadContext,
  query: ScoredSpan,
  prices: KnownPrices,
): Promise<ScoredHours> {
  const { product, leadDay = 1 } = query;
  const days = clampToServedDays(query);
  const simulated = prices.dataOrigin === 'simulator';
  if (days === undefined) return { hours: [], knownPrices: 0, simulated };
  const scoredDays = dayRange(days.from, days.to)
    .filter((day) => prices.publishedAt.has(day))
    .map((day): ScoredDay => ({
      day,
      publishedBefore: forecastLimit(product, addDays(day, 1 - leadDay), prices.publishedAt),
      from: dayStart(day),
      to: dayStart(addDays(day, 1)),
    }));
  if (scoredDays.length === 0) return { hours: [], knownPrices: 0, simulated };
  const points = await listScoredPoints(context.db, {
    product,
    dataOrigin: prices.dataOrigin,
    resolution: 'PT1H',
    days: scoredDays,
  });
  const hours = points.flatMap((point) => {
    const price = prices.hours.get(point.start);
    if (price === undefined) return [];
    const day = deliveryDayOf(point.start);
    return [{ ...point, day, hour: localHourOf(point.start), price, leadDay }];
  });
  const first = dayStart(days.from);
  const knownPrices = [...prices.hours.keys()].filter((start) => start >= first).length;
  return { hours, knownPrices, simulated };
}
