import { DAY_AHEAD } from '@lonja/forecasting/issue';
import {
  assumedErrors,
  dependenceOfRanks,
  FEWEST_PAST_FORECASTS,
  fitDependence,
  type PathSource,
} from '@lonja/forecasting/scenarios';
import type { Db } from '../../ground/database/database.ts';
import { findPathRanks } from './forecast-distributions.ts';

/** How the prices of several periods go together: as the errors of past forecasts did, or by an assumption where there are too few. */
export type DependenceBasis = 'past_forecasts' | 'assumed';

/** What the paths of a run are drawn from. */
export interface RunPathSource extends PathSource {
  basis: DependenceBasis;
}

/** Forecasts that are assumed where there are too few past ones. */
const ASSUMED_FORECASTS = 95;
/** Slots of a horizon of seven days, as far as any run goes. */
const MOST_SLOTS = 7 * 24;

export async function findPathSource(db: Db, runId: string): Promise<RunPathSource> {
  const stored = await findPathRanks(db, runId);
  const { ages, ranks } = stored?.between ?? { ages: [], ranks: [] };
  const withinDays = stored?.withinDays ?? [];
  const isLearnt = ranks.length >= FEWEST_PAST_FORECASTS;
  return {
    basis: isLearnt ? 'past_forecasts' : 'assumed',
    between: isLearnt
      ? { ...dependenceOfRanks(ranks), ages: { known: ages, below: DAY_AHEAD.pathDays + 1 } }
      : fitDependence(assumedErrors(ASSUMED_FORECASTS, MOST_SLOTS)),
    withinDays: withinDays.length < 2 ? undefined : dependenceOfRanks(withinDays),
  };
}
