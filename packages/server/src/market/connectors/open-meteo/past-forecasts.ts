import {
  addDays,
  type DeliveryDay,
  dayRange,
  deliveryDayOf,
  deliveryPeriods,
  HOUR_MS,
  instantOf,
} from '@lonja/forecasting/market';
import type { DaySpan } from '../source.ts';
import type { TimedValues } from '../timed-values.ts';

/** First day of which earlier runs are kept. */
export const FIRST_DAY_OF_EARLIER_RUNS: DeliveryDay = '2024-01-03';
/** How many days before an hour the runs began that are asked for. */
export const DAYS_BACK = [1, 2] as const;

/** Weather models come out within so long of the beginning of a run. */
const OUT_WITHIN_MS = 6 * HOUR_MS;
const DAY_BACK_MS = 24 * HOUR_MS;

/**
 * The weather of past days as it was forecast: of each hour the newest run that was out at noon of the day before its delivery day, when
 * bids for it end. A run that began a day before the hour was out by then for the first hours of a day, one of two days before for all.
 * `byDaysBack` holds the series of `DAYS_BACK` in that order.
 */
export function forecastBeforeGate(byDaysBack: readonly TimedValues[][]): TimedValues[] {
  const [newer] = byDaysBack;
  return newer.map(({ key, step }, series) => {
    const values = new Map<number, number>();
    const knownFrom = new Map<number, number>();
    for (const [i, daysBack] of DAYS_BACK.entries()) {
      for (const [start, value] of byDaysBack[i][series].values) {
        const out = start - daysBack * DAY_BACK_MS + OUT_WITHIN_MS;
        if (values.has(start) || out > gateOf(start)) continue;
        values.set(start, value);
        knownFrom.set(start, out);
      }
    }
    return { key, step, values, knownFrom };
  });
}

/** Series with the hours that they lack taken from others, which hold the same series in the same order. */
export function filledUp(parts: readonly TimedValues[], others: readonly TimedValues[]): TimedValues[] {
  return parts.map((part, i) => ({
    ...part,
    values: new Map([...others[i].values, ...part.values]),
    knownFrom: new Map([...(others[i].knownFrom ?? []), ...(part.knownFrom ?? [])]),
  }));
}

/** Whether every series has every hour of the days. */
export function areWhole(parts: readonly TimedValues[], { from, to }: DaySpan): boolean {
  const hours = dayRange(from, to).flatMap((day) => deliveryPeriods(day, 'PT1H'));
  return parts.every(({ values }) => hours.every(({ start }) => values.has(start)));
}

/** When bids end for the delivery day of an hour. */
function gateOf(start: number): number {
  return instantOf(addDays(deliveryDayOf(start), -1), '12:00');
}
