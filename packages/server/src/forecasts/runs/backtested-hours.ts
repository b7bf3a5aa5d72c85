import type { ForecastPoint } from '@lonja/forecasting/data';
import { addDays, AUCTION_CALENDAR, coveredPeriods, dayRange, type Product } from '@lonja/forecasting/market';
import type { BacktestedRun } from './backtested-runs.ts';

/** The hours of a back-tested run with their starts, in order of time. */
export function backtestedHours(
  product: Product,
  { firstDay, points }: Pick<BacktestedRun, 'firstDay' | 'points'>,
): ForecastPoint[] {
  const calendar = AUCTION_CALENDAR[product];
  const lastDay = addDays(firstDay, calendar.horizonDays - 1);
  const starts = dayRange(firstDay, lastDay).flatMap((day) => coveredPeriods(calendar, day, 'PT1H'));
  return points.map((point, i) => ({ start: starts[i].start, ...point }));
}
