import { assumedErrors } from '../scenarios/assumed-errors.ts';
import { fitDependence } from '../scenarios/dependence.ts';
import { drawPaths } from '../scenarios/draw-paths.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import type { PriceDistribution } from '../distribution/price-distribution.ts';
import { energyScore } from '../metrics/energy-score.ts';
import { variogramScore } from '../metrics/variogram-score.ts';

/** Scores of the paths of whole days; lower is better. */
export interface PathScores {
  days: number;
  energy: number;
  /** Of paths with the same distributions whose periods are independent. */
  energyIndependent: number;
  variogram: number;
  variogramIndependent: number;
}

/** A day with a distribution for each slot, what came, and the errors of past forecasts that were known. */
export interface PathDay {
  distributions: readonly PriceDistribution[];
  actual: Float64Array;
  pastErrors: readonly Float64Array[];
}

const PATHS = 100;

/** Mean scores of days; null without a day that has enough past forecasts. */
export function scorePaths(days: readonly PathDay[]): PathScores | null {
  const scored = days.filter(({ pastErrors }) => pastErrors.length >= DAY_AHEAD.dependence.fewestForecasts);
  if (scored.length === 0) return null;
  const slots = scored[0].actual.length;
  const independent = fitDependence(independentErrors(slots));
  const sums = { energy: 0, energyIndependent: 0, variogram: 0, variogramIndependent: 0 };
  for (const { distributions, actual, pastErrors } of scored) {
    const periods = distributions.map((distribution, slot) => ({ slot, distribution }));
    const paths = drawPaths({ between: fitDependence(pastErrors) }, periods, { count: PATHS });
    const apart = drawPaths({ between: independent }, periods, { count: PATHS });
    sums.energy += energyScore(paths, actual) / scored.length;
    sums.energyIndependent += energyScore(apart, actual) / scored.length;
    sums.variogram += variogramScore(paths, actual) / scored.length;
    sums.variogramIndependent += variogramScore(apart, actual) / scored.length;
  }
  return { days: scored.length, ...sums };
}

function independentErrors(slots: number): Float64Array[] {
  const errors = assumedErrors(PATHS * slots, 1, 0);
  return Array.from({ length: PATHS }, (_, row) =>
    Float64Array.from({ length: slots }, (_unused, slot) => errors[row * slots + slot][0]),
  );
}
