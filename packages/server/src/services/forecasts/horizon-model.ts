import { CHAMPION as CHAMPION_RECIPE, LEAR, type Recipe } from '@lonja/forecasting';
import { addDays, type DeliveryDay } from '@lonja/forecasting/market';
import { SETTLED_FOR_DAYS, settledSpanStart } from '@lonja/forecasting/horizon';
import { z } from 'zod';
import { manifestWith, type ModelManifest, recipeOf } from '../../store/model-manifest.ts';

/** A model of the day-ahead market, and the history that it uses. */
export interface HorizonModel {
  recipe: Recipe;
  /** Days of history before the first forecast day that a fit may use, at least (see `historyStart`). */
  historyDays: number;
  /** Past runs of the same daily schedule that the bounds want; those that were never made are made up. */
  calibrationDays: number;
  /** Runs before those that they learn from too, as far as they have been made. */
  olderCalibrationDays: number;
  /** Days of the baseline that forecasts of later days are shrunk to (see `shrinkToBaseline`); 0 where they are not. A manifest's `usualDays`. */
  baselineDays: number;
}

/** The model that serves at first. Two years of history serve its longest LEAR window. */
export const CHAMPION: HorizonModel = {
  recipe: CHAMPION_RECIPE,
  historyDays: 728 + 14,
  calibrationDays: 182,
  olderCalibrationDays: 182,
  baselineDays: 42,
};

/** Tried beside the champion: one of its members alone, at a twentieth of its cost. */
export const CHALLENGER: HorizonModel = {
  ...CHAMPION,
  recipe: LEAR,
};

/** Day-ahead forecasts that the transmission system operator publishes before the gate. */
export const EXOGENOUS_KEYS = ['load.forecast', 'wind.forecast', 'solar.forecast'];

/** What says since the last day-ahead prices where the next may go: the auction that follows theirs, and gas, whose plants set most prices. */
export const SIGNAL_KEYS = { laterPrice: 'price.ida1', fuel: 'gas.price' } as const;

/** The first day that a fit may use: up to 27 days further back than asked for, where days settle that are learnt once for four weeks. */
export function historyStart(firstDay: DeliveryDay, historyDays: number): DeliveryDay {
  return settledSpanStart(addDays(firstDay, -historyDays));
}

/** Days before the clock whose data a run of the model reads. */
export function daysReadBy({ historyDays, calibrationDays, olderCalibrationDays }: HorizonModel): number {
  return calibrationDays + Math.max(historyDays + SETTLED_FOR_DAYS, olderCalibrationDays) + 1;
}

const BOUNDS =
  'mean of conformal prediction, quantile and isotonic regression by hour and lead day, corrected by past coverage, 0.1 and 0.9';

/** What a model version is made of. */
export function manifestOf(model: HorizonModel, codeVersion: string): ModelManifest {
  const { recipe, historyDays, calibrationDays, olderCalibrationDays, baselineDays } = model;
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
  return manifestWith(recipe, settings, { codeVersion });
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
export function horizonModelOf(manifest: ModelManifest): HorizonModel | undefined {
  const recipe = recipeOf(manifest);
  const { data } = Settings.safeParse(manifest);
  if (recipe === undefined || recipe.kind === 'intraday-spread' || data === undefined) return undefined;
  const { usualDays: baselineDays, ...settings } = data;
  return { recipe, ...settings, baselineDays };
}
