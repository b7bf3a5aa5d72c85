import { LEAR, type Recipe } from '@lonja/forecasting';
import { DAY_AHEAD, type ForecastRecipe, wholeRecipe } from '@lonja/forecasting/issue';
import { UsageError } from './errors.ts';
import { readRecipe } from './recipe-file.ts';

/** Of the published recipe of LEAR: Lago, Marcjasz, De Schutter and Weron (2021), Applied Energy 293:116983. */
const PUBLISHED_WINDOWS = [56, 84, 1092, 1456];

/** Whether a model takes over earlier prices as they are, so that it forecasts quarter hours as they stand in a file. */
export function isNaive({ point: { kind } }: ForecastRecipe): boolean {
  return kind === 'weekly-naive' || kind === 'standard-naive';
}

/** Of a named model or the file of a recipe. Windows that were asked for must fit into the history; the default ones are cut to it. */
export async function recipeOf({
  model,
  windows,
}: {
  model: string;
  windows?: number[] | undefined;
}): Promise<{ recipe: ForecastRecipe; historyDays?: number }> {
  const lear = (ofWindows: number[]): Recipe => ({ ...LEAR, windows: ofWindows });
  if (model === 'naive') return { recipe: wholeRecipe({ kind: 'weekly-naive' }) };
  if (model !== 'lear') {
    if (windows !== undefined) throw new UsageError('--windows sets the members of LEAR; add --model lear.');
    return { recipe: model === 'champion' ? DAY_AHEAD : await readRecipe(model) };
  }
  if (windows === undefined) return { recipe: wholeRecipe(lear(PUBLISHED_WINDOWS)) };
  return { recipe: wholeRecipe(lear(windows)), historyDays: Math.max(...windows) };
}
