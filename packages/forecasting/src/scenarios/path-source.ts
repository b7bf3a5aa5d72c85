import { assumedErrors } from './assumed-errors.ts';
import { type Dependence, dependenceOfRanks, fitDependence } from './dependence.ts';
import type { PathSource } from './draw-paths.ts';

/** How the prices of several periods go together: as the errors of past forecasts did, or by an assumption where there are too few. */
export type DependenceBasis = 'past_forecasts' | 'assumed';

/** How it is learnt how prices go together. */
export interface DependenceOptions {
  /** With fewer past forecasts how their errors go together is chance, and is assumed. */
  fewestForecasts: number;
  /** The correlation that is assumed of the errors of neighbouring hours. */
  assumedCorrelation: number;
}

/** What of a recipe paths are drawn by. */
export interface PathRecipe {
  /** Past forecasts that paths rest on are at most so many days old; more of them made paths no better. */
  pathDays: number;
  dependence: DependenceOptions;
}

/** Forecasts that are assumed where there are too few past ones: a sample, whose size changes nothing but its noise. */
const ASSUMED_FORECASTS = 95;
/** Slots of a horizon of seven days, as far as any run goes. */
const MOST_SLOTS = 7 * 24;

/** The ranks of past errors that an issued forecast keeps. */
export interface KeptRanks {
  /** Between the periods of a horizon, one row for each past forecast, and how many days before each lies where that is known. */
  between: { ages: number[]; ranks: readonly ArrayLike<number>[] };
  /** Of quarter hours within a day. */
  withinDays: readonly ArrayLike<number>[];
}

/** What paths are drawn from, and how that came about. */
export interface DrawablePaths extends PathSource {
  basis: DependenceBasis;
}

/** What the paths of an issued forecast are drawn from; without ranks, by an assumption. */
export function pathSourceOf(
  kept: KeptRanks | undefined,
  { pathDays, dependence }: PathRecipe,
): DrawablePaths {
  const { ages, ranks } = kept?.between ?? { ages: [], ranks: [] };
  const withinDays = kept?.withinDays ?? [];
  const isLearnt = ranks.length >= dependence.fewestForecasts;
  return {
    basis: isLearnt ? 'past_forecasts' : 'assumed',
    between: isLearnt
      ? { ...dependenceOfRanks(ranks), ages: { known: ages, below: pathDays + 1 } }
      : assumedDependence(MOST_SLOTS, dependence),
    withinDays: withinDays.length < 2 ? undefined : dependenceOfRanks(withinDays),
  };
}

/** How the prices of consecutive slots are assumed to go together. */
export function assumedDependence(
  slots: number,
  { assumedCorrelation }: Pick<DependenceOptions, 'assumedCorrelation'>,
): Dependence {
  return fitDependence(assumedErrors(ASSUMED_FORECASTS, slots, assumedCorrelation));
}
