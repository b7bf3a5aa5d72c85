import type { ForecastPoint } from '@lonja/forecasting/data';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { type DrawablePaths, type PathRecipe, pathSourceOf } from '@lonja/forecasting/scenarios';
import { findZoneSpreads, type RunZoneSpreads } from './zone-spreads.ts';
import { createRecentResults } from '../../ground/timing/recent-results.ts';
import type { Db } from '../../ground/database/database.ts';
import { listPoints } from './run-store.ts';
import { findPathRanks, readRunPeriods, type StoredPeriods } from './run-distributions.ts';
import { recipeOf } from './model-manifest.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';

/** What is stored of published runs, in order of time. */
export interface RunPoints {
  read(runId: string, resolution: 'PT15M' | 'PT1H'): Promise<readonly ForecastPoint[]>;
  /** The same with their distributions. */
  distributions(runId: string, resolution: 'PT15M' | 'PT1H'): Promise<StoredPeriods>;
  /** How a run of another zone lies to that of Spain; undefined for a run of Spain. */
  zoneSpreads(runId: string): Promise<RunZoneSpreads | undefined>;
  /** What the paths of a run are drawn from. */
  pathSource(runId: string): Promise<DrawablePaths>;
  /** By what they are drawn. */
  pathRecipe(runId: string): Promise<PathRecipe>;
}

const MAX_RUNS = 256;
/** A distribution is eight times the size of a point. */
const MAX_DISTRIBUTIONS = 32;

/** Keeps what was asked for last in memory: a published run never changes. */
export function createRunPoints(db: Db): RunPoints {
  const points = createRecentResults<readonly ForecastPoint[]>(MAX_RUNS);
  const distributions = createRecentResults<StoredPeriods>(MAX_DISTRIBUTIONS);
  const sources = createRecentResults<DrawablePaths>(MAX_DISTRIBUTIONS);
  const recipes = createRecentResults<PathRecipe>(MAX_RUNS);
  const spreads = createRecentResults<RunZoneSpreads | undefined>(MAX_DISTRIBUTIONS);
  const read = (runId: string, resolution: 'PT15M' | 'PT1H') =>
    points.get(`${runId} ${resolution}`, () => listPoints(db, runId, resolution));
  const pathRecipe = (runId: string) => recipes.get(runId, () => findPathRecipe(db, runId));
  return {
    read,
    distributions: (runId, resolution) =>
      distributions.get(`${runId} ${resolution}`, () => readRunPeriods(db, runId, resolution)),
    zoneSpreads: (runId) =>
      spreads.get(runId, async () => {
        const [hours, quarters] = await Promise.all([read(runId, 'PT1H'), read(runId, 'PT15M')]);
        const startsOf = (of: readonly ForecastPoint[]) => of.map(({ start }) => start);
        return findZoneSpreads(db, runId, { hours: startsOf(hours), quarters: startsOf(quarters) });
      }),
    pathSource: (runId) =>
      sources.get(runId, async () => pathSourceOf(await findPathRanks(db, runId), await pathRecipe(runId))),
    pathRecipe,
  };
}

/** By what the paths of a run are drawn: by the recipe of its version, and by that of now where the version holds none. */
export async function findPathRecipe(db: Db, runId: string): Promise<PathRecipe> {
  const version = await db
    .selectFrom('forecast_run as run')
    .innerJoin('model_version as version', 'version.id', 'run.model_version_id')
    .select('version.manifest')
    .where('run.id', '=', runId)
    .executeTakeFirst();
  const recipe = version && recipeOf(version.manifest);
  const { pathDays, dependence } = recipe === undefined || recipe.kind === 'zone-spread' ? DAY_AHEAD : recipe;
  return { pathDays, dependence };
}

/** What reading forecasts needs of the running service. */
export interface ForecastReadContext extends ReadContext {
  points: RunPoints;
}
