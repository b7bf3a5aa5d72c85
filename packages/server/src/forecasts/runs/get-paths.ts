import { setImmediate as nextTurn } from 'node:timers/promises';
import { zonePaths } from '@lonja/forecasting/zones';
import {
  AUCTION_CALENDAR,
  deliveryDayOf,
  auctionOf,
  zoneOf,
  isFirstZone,
  addDays,
  dayStart,
  HOUR_MS,
  periodMs,
} from '@lonja/forecasting/market';
import {
  type DependenceBasis,
  drawPaths,
  pathPeriodsOf,
  slotOfPeriod,
  type DayProbabilities,
  type PeriodProbabilities,
  priceProbabilities,
} from '@lonja/forecasting/scenarios';
import type { ForecastRun, TimeRange, ServedRun } from './run-store.ts';
import type { ForecastReadContext } from './run-points.ts';
import type { DistributionBasis } from './run-distributions.ts';

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
    const drawn = drawPaths(source, pathPeriodsOf(run, ofDay, resolution), {
      count,
      limits: { lowest, highest },
    });
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
    return { spread, slot: slotOfPeriod(run, start) };
  });
  const { min: lowest, max: highest } = AUCTION_CALENDAR[run.product].priceLimits;
  const recipe = await context.points.pathRecipe(spreads.referenceRunId);
  const drawnBy = { ranks: spreads.between, paths: recipe, limits: { lowest, highest } };
  return { ...ofSpain, paths: zonePaths(ofSpain.paths, periods, drawnBy) };
}

export interface ServedProbabilities extends Pick<RunPaths, 'distributionBasis' | 'dependenceBasis'> {
  periods: PeriodProbabilities[];
  days: DayProbabilities[];
}

/** Paths that the probabilities of days are counted in: with so many a share is off by 2 points at most, one time in three. */
export const COUNTED_PATHS = 500;

/** Probabilities of the periods of `points`, and of the whole days that they lie in as far as the run covers them. */
export async function getPriceProbabilities(
  context: ForecastReadContext,
  { run, points }: ServedRun,
  question: { resolution: 'PT15M' | 'PT1H'; thresholds: number[]; hours: number },
): Promise<ServedProbabilities> {
  const { resolution } = question;
  const [first, last] = [points[0], points[points.length - 1]].map(({ start }) => deliveryDayOf(start));
  const range = { from: dayStart(first), to: dayStart(addDays(last, 1)) };
  const paths = await getPaths(context, run, { ...range, resolution, count: COUNTED_PATHS });
  const { periods } = await context.points.distributions(run.id, resolution);
  const ofDays = periods.filter(({ start }) => start >= range.from && start < range.to);
  const wanted = new Set(points.map(({ start }) => start));
  const probabilities = priceProbabilities(ofDays, paths.paths, {
    ...question,
    periodsPerHour: HOUR_MS / periodMs(resolution),
  });
  return {
    periods: probabilities.periods.filter(({ start }) => wanted.has(start)),
    days: probabilities.days,
    distributionBasis: paths.distributionBasis,
    dependenceBasis: paths.dependenceBasis,
  };
}
