import type { QuarterDistribution } from '../distribution/quarter-distribution.ts';
import { daysBetween, type DeliveryDay, deliveryDayOf, localHourOf } from '../market/delivery-day.ts';
import { MINUTE_MS } from '../market/madrid-time.ts';
import { AUCTION_CALENDAR, type Product } from '../market/products.ts';
import type { PathPeriod } from './draw-paths.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_PER_HOUR = 4;

/** A run as its paths see it: its auction, and the first of its delivery days. */
interface RunOfPaths {
  product: Product;
  firstDay: DeliveryDay;
}

/** The place of a period's hour (`start` in epoch ms) among the covered hours of the days from the run's first on. */
export function slotOfPeriod({ product, firstDay }: RunOfPaths, start: number): number {
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  const day = daysBetween(firstDay, deliveryDayOf(start));
  return day * (deliveryToHour - deliveryFromHour) + localHourOf(start) - deliveryFromHour;
}

/** The periods of a run in one resolution as paths are drawn over them. */
export function pathPeriodsOf(
  run: RunOfPaths,
  periods: readonly QuarterDistribution[],
  resolution: 'PT15M' | 'PT1H',
): PathPeriod[] {
  const { deliveryFromHour } = AUCTION_CALENDAR[run.product];
  return periods.map(({ start, distribution, share }) => {
    const slot = slotOfPeriod(run, start);
    if (resolution === 'PT1H') return { distribution, slot };
    const day = daysBetween(run.firstDay, deliveryDayOf(start));
    const hour = localHourOf(start) - deliveryFromHour;
    const quarter = QUARTERS_PER_HOUR * hour + (Math.floor(start / QUARTER_MS) % QUARTERS_PER_HOUR);
    return { distribution, slot, quarter: { day, slot: quarter, share } };
  });
}
