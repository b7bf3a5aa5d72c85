import { LEAR } from '@lonja/forecasting';
import { DAY_AHEAD, type ForecastRecipe } from '@lonja/forecasting/issue';
import { SETTLED_FOR_DAYS } from '@lonja/forecasting/horizon';
import { z } from 'zod';
import { manifestWith, type ModelManifest, recipeOf } from '../runs/model-manifest.ts';

/** Tried beside the champion: one of its members alone, at a twentieth of its cost. */
export const CHALLENGER: ForecastRecipe = { ...DAY_AHEAD, point: LEAR };

/** Day-ahead forecasts that the transmission system operator publishes before the gate. */
export const EXOGENOUS_KEYS = ['load.forecast', 'wind.forecast', 'solar.forecast'];

/** What says since the last day-ahead prices where the next may go: the auction that follows theirs, and gas, whose plants set most prices. */
export const SIGNAL_KEYS = { laterPrice: 'price.ida1', fuel: 'gas.price' } as const;

/** Days before the clock whose data a run of the model reads. */
export function daysReadBy({ historyDays, calibrationDays, olderCalibrationDays }: ForecastRecipe): number {
  return calibrationDays + Math.max(historyDays + SETTLED_FOR_DAYS, olderCalibrationDays) + 1;
}

const BOUNDS =
  'mean of conformal prediction, quantile and isotonic regression by hour and lead day, corrected by past coverage, 0.1 and 0.9';

/** What a model version is made of. */
export function manifestOf(recipe: ForecastRecipe, codeVersion: string): ModelManifest {
  const { point, historyDays, calibrationDays, olderCalibrationDays, baselineDays } = recipe;
  const settings = {
    exogenous: EXOGENOUS_KEYS,
    // The key under which every manifest holds them since release 0.1.0.
    moves: Object.values(SIGNAL_KEYS),
    historyDays,
    bounds: BOUNDS,
    calibrationDays,
    olderCalibrationDays,
    usualDays: baselineDays,
  };
  return manifestWith(point, settings, { codeVersion });
}

const Days = z.int().min(1);
const Settings = z.object({
  historyDays: Days,
  calibrationDays: Days,
  olderCalibrationDays: z.int().min(0).default(0),
  usualDays: z.int().min(0).default(0),
});

/**
 * The model of a manifest; undefined where this program cannot run it. Bounds of early versions learnt from no more runs than
 * they wanted, and their forecasts of later days were not shrunk.
 */
export function dayAheadRecipeOf(manifest: ModelManifest): ForecastRecipe | undefined {
  const point = recipeOf(manifest);
  const { data } = Settings.safeParse(manifest);
  if (point === undefined || point.kind === 'intraday-spread' || data === undefined) return undefined;
  const { usualDays: baselineDays, ...settings } = data;
  return { ...DAY_AHEAD, point, ...settings, baselineDays };
}
