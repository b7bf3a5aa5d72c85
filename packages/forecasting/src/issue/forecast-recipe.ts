import type { SpreadOptions } from '../intraday/spread-model.ts';
import type { Recipe } from '../models/recipe.ts';
import type { ClearedLimits } from './cleared-limits.ts';

/**
 * A whole forecast of consecutive days as plain data: the model of its point forecasts, and how bounds, limits, later days and paths are made
 * around these. The stages after the point forecasts are those of `completeForecast`.
 */
export interface ForecastRecipe {
  /** The model of the point forecasts. */
  point: Recipe;
  /** Days of history before the first forecast day that a fit may use, at least (see `historyStart`). */
  historyDays: number;
  /** Past forecasts of the same time of day that bounds want; those that were never made are made up. */
  calibrationDays: number;
  /** Past forecasts before those that they learn from too, as far as they have been made. */
  olderCalibrationDays: number;
  /** With errors of fewer past days of its own, bounds are made of the errors of the weekly naive. */
  fewestCalibrationDays: number;
  /** Days of the baseline that forecasts of later days are shrunk to (see `shrinkToBaseline`); 0 where they are not. */
  baselineDays: number;
  /** How prices are held near what has cleared. */
  limits: ClearedLimits;
  /** Days that the shape of quarter hours is learnt from. */
  quarterShapeDays: number;
  /** Past forecasts that paths rest on are at most so many days old; more of them made paths no better. */
  pathDays: number;
}

/** A whole forecast of an intraday auction as plain data; its stages are those of `completeAuction`. */
export interface AuctionRecipe {
  /** The model of the spread to the auction before. */
  spread: SpreadOptions;
  /** Past forecasts of the same time of day that bounds want. */
  calibrationDays: number;
  /** With errors of fewer past days of its own, bounds are made of how far the auction lay from its reference. */
  fewestCalibrationDays: number;
  limits: ClearedLimits;
  /** Days before the auction's whose prices say how far it may go. */
  limitDays: number;
  /** Days whose quarter-hourly spreads show how far quarters lie from their hour. */
  quarterShapeDays: number;
  pathDays: number;
}
