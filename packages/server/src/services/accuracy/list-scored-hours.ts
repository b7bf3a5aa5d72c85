import {
  addDays,
  AUCTION_CALENDAR,
  dayRange,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  instantFor,
  localHourOf,
  type Product,
} from '@lonja/forecasting';
import { listScoredPoints, type ScoredDay, type ScoredPoint } from '../../store/scored-forecasts.ts';
import type { ReadContext } from '../forecasts/read-context.ts';
import { clampToServedDays, type DaySpan } from '../markets/served-days.ts';
import { type KnownPrices, readKnownPrices } from '../prices/known-prices.ts';

/** A delivery hour with the price that cleared and the forecast that counts for it. EUR/MWh. */
export interface ScoredHour extends ScoredPoint {
  day: DeliveryDay;
  /** Local hour 0-23; 2 occurs twice on the 25-hour day. */
  hour: number;
  price: number;
  /** 1: the run that was the last before the auction of the delivery day itself; 2: of the day before; ... */
  leadDay: number;
}

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
export async function listScoredHours(
  context: ReadContext,
  query: { product: Product; leadDay?: number } & DaySpan,
): Promise<ScoredHours> {
  const { product, leadDay = 1 } = query;
  const days = clampToServedDays(query);
  const lead = leadDay - 1;
  const prices =
    days && (await readKnownPrices(context, { product, from: addDays(days.from, -lead), to: days.to }));
  if (days === undefined || prices === undefined) return { hours: [], knownPrices: 0, simulated: false };
  const simulated = prices.dataOrigin === 'simulator';
  const scoredDays = dayRange(days.from, days.to)
    .filter((day) => prices.publishedAt.has(day))
    .map((day): ScoredDay => ({
      day,
      issuedBefore: forecastLimit(product, addDays(day, -lead), prices),
      from: dayStart(day),
      to: dayStart(addDays(day, 1)),
    }));
  if (scoredDays.length === 0) return { hours: [], knownPrices: 0, simulated };
  const points = await listScoredPoints(context.db, {
    product,
    dataOrigin: prices.dataOrigin,
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

/** The instant before which a run must have been issued to count for a delivery day. */
function forecastLimit(product: Product, day: DeliveryDay, { publishedAt }: KnownPrices): number {
  const { gateClosure, resultsPublished } = AUCTION_CALENDAR[product];
  const gate = instantFor(day, gateClosure);
  if (product !== 'da') return gate;
  const published = publishedAt.get(day) ?? instantFor(day, resultsPublished);
  // Results come neither before the gate has closed nor after delivery has begun, whatever a file says.
  return Math.min(Math.max(published, gate), dayStart(day));
}
