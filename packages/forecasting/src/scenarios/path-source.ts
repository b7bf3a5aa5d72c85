import { assumedErrors } from './assumed-errors.ts';
import { dependenceOfRanks, FEWEST_PAST_FORECASTS, fitDependence } from './dependence.ts';
import type { PathSource } from './draw-paths.ts';

/** How the prices of several periods go together: as the errors of past forecasts did, or by an assumption where there are too few. */
export type DependenceBasis = 'past_forecasts' | 'assumed';

/** Forecasts that are assumed where there are too few past ones. */
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

/** What the paths of an issued forecast are drawn from; without ranks, by an assumption. `pathDays`: no past forecast is older. */
export function pathSourceOf(kept: KeptRanks | undefined, { pathDays }: { pathDays: number }): DrawablePaths {
  const { ages, ranks } = kept?.between ?? { ages: [], ranks: [] };
  const withinDays = kept?.withinDays ?? [];
  const isLearnt = ranks.length >= FEWEST_PAST_FORECASTS;
  return {
    basis: isLearnt ? 'past_forecasts' : 'assumed',
    between: isLearnt
      ? { ...dependenceOfRanks(ranks), ages: { known: ages, below: pathDays + 1 } }
      : fitDependence(assumedErrors(ASSUMED_FORECASTS, MOST_SLOTS)),
    withinDays: withinDays.length < 2 ? undefined : dependenceOfRanks(withinDays),
  };
}
