import { auctionsBefore, type Product } from '@lonja/forecasting/market';
import { type AuctionRecipe, INTRADAY } from '@lonja/forecasting/issue';
import { SPREAD_OPTIONS, type SpreadOptions } from '@lonja/forecasting/intraday';
import { manifestWith, type ModelManifest, recipeOf } from '../runs/model-manifest.ts';

/** Tried beside the model of each intraday auction: half of its history, and no trees of the short memory but for the direction. */
export const INTRADAY_CHALLENGER: SpreadOptions = { ...SPREAD_OPTIONS, windowDays: 365, seeds: [1] };

/** Days that one fit serves when past runs are made up for the calibration: those of a week by the calendar. */
export const CALIBRATION_BLOCK_DAYS = 7;
/** Days before a row that its features look back on with any weight. */
export const FEATURE_DAYS = 120;
/** Days before the row to forecast that a fit is shown: those that it learns from, and those that their features look back on. */
export const FIT_DAYS = SPREAD_OPTIONS.windowDays + FEATURE_DAYS;
/** Days before the delivery day whose data a run reads. */
export const INTRADAY_HISTORY_DAYS = FIT_DAYS + INTRADAY.calibrationDays + CALIBRATION_BLOCK_DAYS;

/** What a model version of an intraday auction is made of. */
export function intradayManifest(
  product: Product,
  options: SpreadOptions,
  codeVersion: string,
): ModelManifest {
  const settings = {
    reference: auctionsBefore(product).at(-1),
    bounds: 'split conformal by hour, 0.1 and 0.9',
    calibrationDays: INTRADAY.calibrationDays,
  };
  return manifestWith({ kind: 'intraday-spread', ...options }, settings, { codeVersion });
}

/** The model of a manifest; undefined where this program cannot run it: a fit is shown so many days and no more. */
export function auctionRecipeOf(manifest: ModelManifest): AuctionRecipe | undefined {
  const recipe = recipeOf(manifest);
  if (recipe?.kind !== 'intraday-spread' || recipe.windowDays > SPREAD_OPTIONS.windowDays) return undefined;
  const { kind: _, ...spread } = recipe;
  return { ...INTRADAY, spread };
}
