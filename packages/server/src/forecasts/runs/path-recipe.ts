import { DAY_AHEAD } from '@lonja/forecasting/issue';
import type { PathRecipe } from '@lonja/forecasting/scenarios';
import type { Db } from '../../ground/database/database.ts';
import { recipeOf } from './model-manifest.ts';

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
