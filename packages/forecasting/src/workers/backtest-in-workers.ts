import { type BacktestInput, type BacktestResult, assembleBacktest } from '../backtest/backtest.ts';
import { planBacktest } from '../backtest/backtest-plan.ts';
import { type Recipe, createModel } from '../models/recipe.ts';
import { forecastDaysInWorkers } from './forecast-horizons-in-workers.ts';

/** `backtest` with its point forecasts spread over threads (by default one for each core), and the same result. */
export async function backtestInWorkers({
  recipe,
  threads,
  ...input
}: Omit<BacktestInput, 'recipe'> & {
  recipe: Recipe;
  threads?: number | undefined;
}): Promise<BacktestResult> {
  const { minHistoryDays } = createModel(recipe);
  const plan = planBacktest(input.panel, input, { ...input, minHistoryDays });
  const forecasts = await forecastDaysInWorkers({ ...input, targets: plan.targets, recipe, atOnce: threads });
  return assembleBacktest(input, plan, forecasts);
}
