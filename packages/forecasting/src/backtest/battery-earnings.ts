import { type Battery, bestSchedule, scheduleValueEur } from '../metrics/battery-value.ts';
import { type GapDay, type GapShare, gapShare } from './gap-share.ts';

/** Forecast, price and usual price of the periods of a day, so many hours each. */
export interface PlannedDay {
  forecast: readonly number[];
  /** Means of past prices, which cost nothing to know. */
  usual: readonly number[];
  actual: readonly number[];
  periodHours: number;
}

/** What a battery earned over many days by three plans of each, EUR per MW of power and year of 365.25 days. */
export interface BatteryEarnings {
  days: number;
  /** By the usual prices. */
  floor: number;
  forecast: number;
  /** With prices known. */
  optimum: number;
  /** The forecast's, percent of the optimum; null where that is nothing. */
  capturedPercent: number | null;
  /** Of the gap between floor and optimum; null where there is none. */
  gap: GapShare | null;
}

const DAYS_PER_YEAR = 365.25;

/** What a battery earns on one day by each of three plans, from empty to empty, settled at the prices of the day. EUR. */
export function earningsOfDay(
  { forecast, usual, actual, periodHours }: PlannedDay,
  battery: Battery,
): GapDay {
  const by = (prices: readonly number[]) => planValueEur(prices, actual, battery, periodHours);
  return { floor: by(usual), earned: by(forecast), optimum: by(actual) };
}

/** The same for each MW of the battery's power, EUR/MW. */
export function earningsPerMw(
  { floor, earned, optimum }: GapDay,
  { powerMw }: Pick<Battery, 'powerMw'>,
): GapDay {
  return { floor: floor / powerMw, earned: earned / powerMw, optimum: optimum / powerMw };
}

/** What the plan that is best at `prices` earns at the actual ones, EUR. */
export function planValueEur(
  prices: readonly number[],
  actual: readonly number[],
  battery: Battery,
  periodHours: number,
): number {
  return scheduleValueEur(bestSchedule(prices, battery, periodHours), actual, battery);
}

/** The figures of days that follow each other, of a battery of so many MW; null without a day. */
export function batteryEarnings(
  days: readonly GapDay[],
  { powerMw }: Pick<Battery, 'powerMw'>,
): BatteryEarnings | null {
  if (days.length === 0) return null;
  const perYear = (pick: (day: GapDay) => number) =>
    (days.reduce((sum, day) => sum + pick(day), 0) / powerMw / days.length) * DAYS_PER_YEAR;
  const forecast = perYear(({ earned }) => earned);
  const optimum = perYear((day) => day.optimum);
  return {
    days: days.length,
    floor: perYear(({ floor }) => floor),
    forecast,
    optimum,
    capturedPercent: optimum > 0 ? (100 * forecast) / optimum : null,
    gap: gapShare(days),
  };
}
