import { LEAR } from '@lonja/forecasting';
import { DAY_AHEAD, type ForecastRecipe } from '@lonja/forecasting/issue';
import { type ModelManifest, recipeOf } from '../runs/model-manifest.ts';

/** Tried beside the champion: one of its members alone, at a twentieth of its cost. */
export const CHALLENGER: ForecastRecipe = { ...DAY_AHEAD, point: LEAR };

/** Day-ahead forecasts that the transmission system operator publishes before the gate. */
export const EXOGENOUS_KEYS = ['load.forecast', 'wind.forecast', 'solar.forecast'];

/** What says since the last day-ahead prices where the next may go: the auction that follows theirs, and gas, whose plants set most prices. */
export const SIGNAL_KEYS = { laterPrice: 'price.ida1', fuel: 'gas.price' } as const;

/** Days before the clock whose data a run of the model reads. */
export function daysReadBy(recipe: ForecastRecipe): number {
  const { historyDays, settledDays, calibrationDays, olderCalibrationDays } = recipe;
  return calibrationDays + Math.max(historyDays + settledDays, olderCalibrationDays) + 1;
}

/** The model of a manifest; undefined where this program cannot run it. */
export function dayAheadRecipeOf(manifest: ModelManifest): ForecastRecipe | undefined {
  const recipe = recipeOf(manifest);
  return recipe?.kind === 'day-ahead' ? recipe : undefined;
}
