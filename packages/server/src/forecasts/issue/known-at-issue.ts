import type { FallbackForecast } from '@lonja/forecasting';
import { type ForecastRecipe, type KnownAtIssue, knownPricesAtIssue } from '@lonja/forecasting/issue';
import type { Product, ScheduledRun } from '@lonja/forecasting/market';
import type { ForecastInputs } from './forecast-inputs.ts';
import type { LateHorizonTask } from './horizon-task.ts';
import type { RunPart } from './run-parts.ts';
import { usualInputs } from './usual-inputs.ts';

/**
 * All that a forecast of the day-ahead market is completed from, beside its points. `past`: the run on whose earlier days the forecasts were
 * made that it learns from.
 */
export function knownAtIssue(
  inputs: ForecastInputs,
  {
    recipe,
    product,
    part,
    task,
    point,
    past,
  }: {
    recipe: ForecastRecipe;
    product: Product;
    part: Pick<RunPart, 'firstDay' | 'days' | 'asOf'>;
    task: LateHorizonTask;
    point: Pick<FallbackForecast, 'missingInputs'>;
    past: ScheduledRun;
  },
): KnownAtIssue {
  const lacking = [...point.missingInputs, ...task.standIns];
  // A run without inputs of its first day is weaker than a past that had them, whose errors say too little of it.
  const usual =
    lacking.length === 0
      ? undefined
      : usualInputs(inputs, { product, run: past, usualInputDays: recipe.usualInputDays });
  return {
    ...task,
    ...knownPricesAtIssue(inputs, recipe, { product, ...part }),
    firstDayIsWeaker: lacking.some((name) => usual?.has(name)),
  };
}
