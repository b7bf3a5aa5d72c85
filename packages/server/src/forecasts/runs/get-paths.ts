import { zonePaths } from '@lonja/forecasting/zones';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AUCTION_CALENDAR,
  daysBetween,
  deliveryDayOf,
  localHourOf,
  MINUTE_MS,
  auctionOf,
  zoneOf,
  isFirstZone,
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
  if (!isFirstZone(zoneOf(run.product)))
    return getZonePaths({ points }, run, { resolution, count, from, to });
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

/** Of a run of another zone: the paths of the run of Spain that it was made from, and beside each the spread of the same past day. */
async function getZonePaths(
  context: Pick<ForecastReadContext, 'points'>,
  run: ForecastRun,
  { resolution, count, from, to }: TimeRange & { resolution: 'PT15M' | 'PT1H'; count: number },
): Promise<RunPaths> {
  const spreads = await context.points.zoneSpreads(run.id);
  if (spreads === undefined)
    throw new Error(`Nothing is stored of how the run ${run.id} lies to that of Spain.`);
  const reference = { ...run, id: spreads.referenceRunId, product: auctionOf(run.product) };
  const ofSpain = await getPaths(context, reference, { resolution, count, from, to });
  const stored = resolution === 'PT1H' ? spreads.hours : spreads.quarters;
  const spreadOf = new Map(stored.map((spread) => [spread.start, spread]));
  const periods = ofSpain.starts.map((start) => {
    const spread = spreadOf.get(start);
    if (spread === undefined)
      throw new Error(`The run ${run.id} has no spread at ${new Date(start).toISOString()}.`);
    return { spread, slot: slotOf(run, start) };
  });
  const { min: lowest, max: highest } = AUCTION_CALENDAR[run.product].priceLimits;
  const recipe = await context.points.pathRecipe(spreads.referenceRunId);
  const drawnBy = { ranks: spreads.between, paths: recipe, limits: { lowest, highest } };
  return { ...ofSpain, paths: zonePaths(ofSpain.paths, periods, drawnBy) };
}

/** The place of a period's hour among the covered hours of the days from the run's first on. */
function slotOf({ product, firstDay }: ForecastRun, start: number): number {
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  const day = daysBetween(firstDay, deliveryDayOf(start));
  return day * (deliveryToHour - deliveryFromHour) + localHourOf(start) - deliveryFromHour;
}

function pathPeriodOf(
  run: ForecastRun,
  { start, distribution, share }: QuarterDistribution,
  resolution: 'PT15M' | 'PT1H',
): PathPeriod {
  const slot = slotOf(run, start);
  if (resolution === 'PT1H') return { distribution, slot };
  const { deliveryFromHour } = AUCTION_CALENDAR[run.product];
  const day = daysBetween(run.firstDay, deliveryDayOf(start));
  const quarter = 4 * (localHourOf(start) - deliveryFromHour) + (Math.floor(start / QUARTER_MS) % 4);
  return { distribution, slot, quarter: { day, slot: quarter, share } };
}
