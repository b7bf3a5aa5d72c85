import { groupBy } from '../data/group-by.ts';
import { type DeliveryDay, deliveryPeriods, weekdayOf } from '../market/delivery-day.ts';
import { MINUTE_MS } from '../market/madrid-time.ts';

const PEAK_FROM_HOUR = 8;
const PEAK_TO_HOUR = 20;
const SATURDAY = 5;
const QUARTER_MS = 15 * MINUTE_MS;

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

/** Figures of the prices of a span of days, EUR/MWh. */
export interface PriceSummary {
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

/** Whether a local hour belongs to the peak product: 08:00-20:00 from Monday (0) to Friday. */
export function isPeakHour(weekday: number, hour: number): boolean {
  return weekday < SATURDAY && hour >= PEAK_FROM_HOUR && hour < PEAK_TO_HOUR;
}

/** NaN for no values. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What is known of hours, by start (epoch ms): cleared prices, EUR/MWh, those of quarters where they are wanted, and generation, MW. */
interface KnownHours {
  prices: ReadonlyMap<number, number>;
  /** Undefined: the hour is its only period. */
  quarters: ReadonlyMap<number, number> | undefined;
  wind: { get: (start: number) => number | undefined };
  solar: { get: (start: number) => number | undefined };
}

/** The hours of days that have a price, in order of time; a quarter without a price of its own has that of its hour. */
export function pricedHours(days: readonly DeliveryDay[], known: KnownHours): PricedHour[] {
  const { prices, quarters, wind, solar } = known;
  return days.flatMap((day) =>
    deliveryPeriods(day, 'PT1H').flatMap(({ start, hour }): PricedHour[] => {
      const priceEurPerMwh = prices.get(start);
      if (priceEurPerMwh === undefined) return [];
      const periods = quarters
        ? [0, 1, 2, 3].map((k) => quarters.get(start + k * QUARTER_MS) ?? priceEurPerMwh)
        : [priceEurPerMwh];
      const generation = { windMw: wind.get(start), solarMw: solar.get(start) };
      return [{ start, day, hour, priceEurPerMwh, ...rangeOfHour(periods), ...generation }];
    }),
  );
}

/** The lowest and the highest price of the periods of an hour, and the part of the hour that is below zero. EUR/MWh. */
export function rangeOfHour(
  periods: readonly number[],
): Pick<PricedHour, 'lowestEurPerMwh' | 'highestEurPerMwh' | 'negativeShare'> {
  return {
    lowestEurPerMwh: Math.min(...periods),
    highestEurPerMwh: Math.max(...periods),
    negativeShare: periods.filter((price) => price < 0).length / periods.length,
  };
}

/** The figures of hours of whole days, in order of time; of one hour at least. */
export function summariseHours(hours: readonly PricedHour[]): PriceSummary {
  const prices = hours.map((hour) => hour.priceEurPerMwh);
  const peak = hours.filter(({ day, hour }) => isPeakHour(weekdayOf(day), hour));
  const spreads = [...groupBy(hours, ({ day }) => day).values()].map((ofDay) => {
    const lowest = Math.min(...ofDay.map((hour) => hour.lowestEurPerMwh));
    return Math.max(...ofDay.map((hour) => hour.highestEurPerMwh)) - lowest;
  });
  return {
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
