import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AUCTION_CALENDAR,
  daysBetween,
  deliveryDayOf,
  localHourOf,
  MINUTE_MS,
} from '@lonja/forecasting/market';
import type { QuarterDistribution } from '@lonja/forecasting/distribution';
import { type DependenceBasis, drawPaths, type PathPeriod } from '@lonja/forecasting/scenarios';
import type { ForecastRun, TimeRange } from './forecast-queries.ts';
import type { ForecastReadContext } from './forecast-read-context.ts';
import type { DistributionBasis } from './read-run-periods.ts';

/** Equally likely paths of prices over delivery periods, EUR/MWh. */
export interface RunPaths {
  /** Periods, by start, epoch ms. */
  starts: number[];
  /** One array for each path, one price for each period. */
  paths: Float64Array[];
  distributionBasis: DistributionBasis;
  dependenceBasis: DependenceBasis;
}

/** Paths that are drawn where nobody wants another number, and of plans. */
export const USUAL_PATHS = 100;

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The paths of a run over its periods in `[from, to)`. Path i of a period does not depend on which other periods are asked for, and
 * is the same on every call with the same count.
 */
export async function getPaths(
  { points }: Pick<ForecastReadContext, 'points'>,
  run: ForecastRun,
  { resolution, count, from, to }: TimeRange & { resolution: 'PT15M' | 'PT1H'; count: number },
): Promise<RunPaths> {
  const [{ periods, basis }, source] = await Promise.all([
    points.distributions(run.id, resolution),
    points.pathSource(run.id),
  ]);
  const wanted = periods.filter(({ start }) => start >= from && start < to);
  const { min: lowest, max: highest } = AUCTION_CALENDAR[run.product].priceLimits;
  const paths = Array.from({ length: count }, () => new Float64Array(wanted.length));
  let done = 0;
  for (const ofDay of Map.groupBy(wanted, ({ start }) => deliveryDayOf(start)).values()) {
    const drawn = drawPaths(
      source,
      ofDay.map((period) => pathPeriodOf(run, period, resolution)),
      { count, limits: { lowest, highest } },
    );
    drawn.forEach((path, i) => paths[i].set(path, done));
    done += ofDay.length;
    // Other requests come in between.
    await nextTurn();
  }
  return {
    starts: wanted.map(({ start }) => start),
    paths,
    distributionBasis: basis,
    dependenceBasis: source.basis,
  };
}

function pathPeriodOf(
  { product, firstDay }: ForecastRun,
  { start, distribution, share }: QuarterDistribution,
  resolution: 'PT15M' | 'PT1H',
): PathPeriod {
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  const day = daysBetween(firstDay, deliveryDayOf(start));
  const place = localHourOf(start) - deliveryFromHour;
  const slot = day * (deliveryToHour - deliveryFromHour) + place;
  if (resolution === 'PT1H') return { distribution, slot };
  const quarter = 4 * place + (Math.floor(start / QUARTER_MS) % 4);
  return { distribution, slot, quarter: { day, slot: quarter, share } };
}
