import { addDays, dayStart, deliveryDayOf, HOUR_MS, periodMs } from '@lonja/forecasting/market';
import {
  type DayProbabilities,
  type PeriodProbabilities,
  priceProbabilities,
} from '@lonja/forecasting/scenarios';
import { getPaths, type RunPaths } from './get-paths.ts';
import type { ForecastReadContext } from './forecast-read-context.ts';
import type { ServedRun } from './visible-runs.ts';

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
