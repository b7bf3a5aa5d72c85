import { type BacktestInput, type BacktestResult, assembleBacktest } from '../backtest/backtest.ts';
import { planBacktest } from '../backtest/backtest-plan.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import { type Recipe, createModel } from '../models/recipe.ts';
import { wholeRecipe } from '../pipelines/forecast.ts';
import { forecastDaysInWorkers } from './forecast-horizons-in-workers.ts';

/**
 * `backtest` with its point forecasts spread over threads (by default one for each core), and the same result. The recipe is that of a model or
 * of a whole forecast.
 */
export async function backtestInWorkers({
  recipe,
  threads,
  ...input
}: Omit<BacktestInput, 'recipe'> & {
  recipe: Recipe | ForecastRecipe;
  threads?: number | undefined;
}): Promise<BacktestResult> {
  const whole = wholeRecipe(recipe);
  const { minHistoryDays } = createModel(whole.point);
  const plan = planBacktest(input.panel, input, { ...input, minHistoryDays, recipe: whole });
  const forecasts = await forecastDaysInWorkers({
    ...input,
    targets: plan.targets,
    recipe: whole.point,
    atOnce: threads,
  });
  return assembleBacktest({ ...input, recipe: whole }, plan, forecasts);
}
