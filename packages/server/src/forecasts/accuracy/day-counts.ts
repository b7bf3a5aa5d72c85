import { daysBetween, type DeliveryDay } from '@lonja/forecasting/market';
import type { DaySpan } from '../../ground/timing/served-days.ts';
import type { SettledDays } from './list-scored-hours.ts';

/** How many of the delivery days that were asked for figures rest on. */
export interface DayCounts extends SettledDays {
  asked: number;
  /** With an hour that is counted. */
  counted: number;
}

/** `hours` are those that are counted. */
export function dayCounts(
  { from, to }: DaySpan,
  days: SettledDays,
  hours: readonly { day: DeliveryDay }[],
): DayCounts {
  return {
    asked: daysBetween(from, to) + 1,
    settled: days.settled,
    counted: new Set(hours.map(({ day }) => day)).size,
    withoutForecast: days.withoutForecast,
  };
}
