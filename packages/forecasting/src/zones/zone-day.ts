import { type DeliveryDay, type DeliveryPeriod } from '../market/delivery-day.ts';
import { HOUR_MS, MINUTE_MS } from '../market/madrid-time.ts';

/** Day-ahead forecasts that say where power flows between the zones, MW: of the reference zone and of the zone itself. */
export const ZONE_INPUTS = ['load', 'wind', 'solar', 'zoneLoad', 'zoneWind', 'zoneSolar'] as const;
/** One of them. */
export type ZoneInput = (typeof ZONE_INPUTS)[number];

/**
 * A delivery day of an auction in two zones, as known at one instant: a zone and the reference zone that its price is forecast from. Lists have
 * one value for each period, NaN where it is not known. Prices in EUR/MWh.
 */
export interface ZoneDay {
  day: DeliveryDay;
  /** What the auction covers, in order: hours or quarter hours. Days of both kinds may follow each other. */
  periods: readonly DeliveryPeriod[];
  /** Prices of the zone and of the reference zone. Those of a day to forecast are not read. */
  zone: ArrayLike<number>;
  reference: ArrayLike<number>;
  /** Point forecast of the reference zone's price. On past days without one the price itself stands in. */
  expected?: ArrayLike<number> | undefined;
  /** Spread (zone minus reference) of the auction before for the same delivery day; none for the first auction of a day. */
  earlierSpread?: ArrayLike<number> | undefined;
  inputs?: Partial<Record<ZoneInput, ArrayLike<number>>> | undefined;
}

const QUARTERS_PER_HOUR = 4;
const HOURS_PER_DAY = 24;
/** Places of a day: the quarters of the local clock. */
export const PLACES = HOURS_PER_DAY * QUARTERS_PER_HOUR;

/** How many quarters a period lasts. */
export function quartersOf({ start, end }: DeliveryPeriod): number {
  return end - start === HOUR_MS ? QUARTERS_PER_HOUR : 1;
}

/** The first quarter of the local clock that a period covers, 0 to 95. */
export function placeOf({ start, hour }: DeliveryPeriod): number {
  return hour * QUARTERS_PER_HOUR + Math.floor((start % HOUR_MS) / (15 * MINUTE_MS));
}

/**
 * Values of periods by quarter of the local clock: an hour stands in all of its quarters, of an hour that occurs twice the later counts, and one
 * that a day has not is NaN.
 */
export function byPlace(
  periods: readonly DeliveryPeriod[],
  values: ArrayLike<number> | undefined,
): Float64Array {
  const places = new Float64Array(PLACES).fill(Number.NaN);
  if (values === undefined) return places;
  periods.forEach((period, i) => {
    const place = placeOf(period);
    places.fill(values[i], place, place + quartersOf(period));
  });
  return places;
}

/** Zone minus reference in each period; NaN where either is not known. */
export function spreadsOfDay({
  periods,
  zone,
  reference,
}: Pick<ZoneDay, 'periods' | 'zone' | 'reference'>): Float64Array {
  return Float64Array.from(periods, (_, i) => zone[i] - reference[i]);
}
