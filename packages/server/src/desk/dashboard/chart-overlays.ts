import { hourlyValues } from '@lonja/forecasting/data';
import {
  addDays,
  dayRange,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  deliveryPeriods,
  HOUR_MS,
  type Product,
} from '@lonja/forecasting/market';
import type { ReadContext } from '../../ground/database/read-context.ts';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import { readSeries } from '../../market/observations/observations.ts';
import { modelSeriesOf, type Quantity, SERIES_OF } from '../../market/observations/quantities.ts';
import { pricesOf, readPriceFeeds } from '../../market/prices/price-feeds.ts';

/** What can be laid over a chart of prices. */
export const CHART_POWERS = ['load', 'wind'] as const satisfies readonly Quantity[];
export type ChartPower = (typeof CHART_POWERS)[number];

/**
 * Load or wind power by start of the hour, MW, as `/market/fundamentals` has them: what is published, and from today on the service's own
 * forecast of what is not.
 */
export async function readChartPower(
  context: ReadContext,
  quantity: ChartPower,
  days: DaySpan,
): Promise<Map<number, number>> {
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined) return new Map();
  const window = {
    from: dayStart(days.from),
    to: dayStart(addDays(days.to, 1)),
    asOf: context.clock.now(),
  };
  const model = modelSeriesOf(quantity);
  const keys = [...SERIES_OF[quantity], model];
  const series = await readSeries(context.db, { keys, dataOrigin, ...window });
  const hourly = (wanted: readonly string[]) =>
    hourlyValues(
      wanted.flatMap((key) => series.get(key) ?? []).filter(({ resolution }) => resolution !== 'P1D'),
      window,
    );
  const today = dayStart(deliveryDayOf(window.asOf));
  const forecast = [...hourly([model])].filter(([start]) => start >= today);
  return new Map([...forecast, ...hourly(SERIES_OF[quantity])]);
}

/** The values of hours for periods of any length, by start. */
export function spreadHours(hours: ReadonlyMap<number, number>, stepMs: number): [number, number][] {
  const shares = Array.from({ length: HOUR_MS / stepMs }, (_, share) => share * stepMs);
  return [...hours].flatMap(([start, value]) =>
    shares.map((share): [number, number] => [start + share, value]),
  );
}

/** The prices of the same local time 52 weeks before, by start of the period that they are compared with, EUR/MWh. */
export async function readLastYear(
  context: ReadContext,
  { product, from, to, resolution }: DaySpan & { product: Product; resolution: 'PT15M' | 'PT1H' },
): Promise<[number, number][]> {
  const read = await readPriceFeeds(context, { product, from: dayLastYear(from), to: dayLastYear(to) });
  if (read === undefined) return [];
  const prices = pricesOf(read, resolution);
  return dayRange(from, to).flatMap((day) =>
    [...periodsLastYear(day, resolution)].flatMap(([start, before]): [number, number][] => {
      const price = prices.get(before);
      return price === undefined ? [] : [[start, price]];
    }),
  );
}

/** 52 weeks: the same day of the week. */
const YEAR_DAYS = 364;

/** The delivery day of the same weekday a year before: 52 weeks. */
export function dayLastYear(day: DeliveryDay): DeliveryDay {
  return addDays(day, -YEAR_DAYS);
}

/**
 * For each period of a day the one of the same local time 52 weeks before, both by start, epoch ms. Of the two hours 2 of a day of 25 hours
 * each goes with its own where that day had two as well, else both with the one; a local time that the day did not have is left out.
 */
export function periodsLastYear(day: DeliveryDay, resolution: 'PT15M' | 'PT1H'): Map<number, number> {
  const earlier = new Map<string, number[]>();
  for (const { start, hour } of deliveryPeriods(dayLastYear(day), resolution)) {
    const key = localTime(start, hour);
    earlier.set(key, [...(earlier.get(key) ?? []), start]);
  }
  const met = new Map<string, number>();
  const pairs = new Map<number, number>();
  for (const { start, hour } of deliveryPeriods(day, resolution)) {
    const key = localTime(start, hour);
    const count = met.get(key) ?? 0;
    met.set(key, count + 1);
    const starts = earlier.get(key) ?? [];
    const match = starts[Math.min(count, starts.length - 1)];
    if (match !== undefined) pairs.set(start, match);
  }
  return pairs;
}

function localTime(start: number, hour: number): string {
  return `${hour} ${start % HOUR_MS}`;
}
