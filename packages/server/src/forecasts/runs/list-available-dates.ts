import { AUCTION_CALENDAR, type DeliveryDay, type Product, coveredPeriods } from '@lonja/forecasting/market';
import { listCoveredDays } from './forecast-queries.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { findVisibleRuns } from './visible-runs.ts';

export interface AvailableDate {
  day: DeliveryDay;
  /** The newest run for the day. */
  runId: string;
  issuedAt: number;
  /** Delivery hours of the day that the product covers. */
  hours: number;
}

/** The delivery days that have a forecast, newest first. */
export async function listAvailableDates(context: ReadContext, product: Product): Promise<AvailableDate[]> {
  const visible = await findVisibleRuns(context, product);
  if (visible === undefined) return [];
  const days = await listCoveredDays(context.db, visible);
  return days.map((covered) => ({
    ...covered,
    hours: coveredPeriods(AUCTION_CALENDAR[product], covered.day, 'PT1H').length,
  }));
}
