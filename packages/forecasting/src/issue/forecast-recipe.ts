import type { QuarterDeviationOptions } from '../distribution/quarter-shape.ts';
import type { ShrinkageOptions } from '../horizon/shrink-to-baseline.ts';
import type { BoundsRecipe } from '../intervals/bounds-recipe.ts';
import type { SpreadOptions } from '../intraday/spread-model.ts';
import type { Recipe } from '../models/recipe.ts';
import type { PathRecipe } from '../scenarios/path-source.ts';
import type { ClearedLimits } from './cleared-limits.ts';

/**
 * A whole forecast of consecutive days as plain data, with every number that shapes what is issued: the model of its point forecasts, and how
 * bounds, limits, later days and paths are made around these. The stages after the point forecasts are those of `completeForecast`.
 */
export interface ForecastRecipe extends PathRecipe {
  kind: 'day-ahead';
  /** The model of the point forecasts. */
  point: Recipe;
  /** Days of history before the first forecast day that a fit may use, at least (see `historyStart`). */
  historyDays: number;
  /** Days for which the history begins on the same day. */
  settledDays: number;
  /** Past forecasts of the same time of day that bounds want; those that were never made are made up. */
  calibrationDays: number;
  /** Past forecasts before those that they learn from too, as far as they have been made. */
  olderCalibrationDays: number;
  /** Of those the newest, which a run waits for; the others are made up after it. */
  awaitedCalibrationDays: number;
  /** Days that a fit of trees serves for in past forecasts that are made up while nobody waits: half of the time (`withRefitDays`). */
  madeUpRefitDays: number;
  /** With errors of fewer past days of its own, bounds are made of the errors of the weekly naive. */
  fewestCalibrationDays: number;
  /**
   * In a row of days that are issued in turn, days that serve those after them alone are issued too once so many lie before them, so that
   * coverage is corrected from the start.
   */
  issuedFromDays: number;
  /** Past runs of the same time of day that show which inputs a run usually has. */
  usualInputDays: number;
  /** How forecasts of later days are shrunk to a baseline (see `shrinkToBaseline`). */
  laterDays: ShrinkageOptions;
  /** How quantiles are made of the errors of past forecasts (see `forecastQuantiles`). */
  bounds: BoundsRecipe;
  /** How prices are held near what has cleared. */
  limits: ClearedLimits;
  /** Days before the day within which the auction has shown how low it clears at present: a point does not fall below. */
  recentDays: number;
  /** Days that the shape of quarter hours is learnt from. */
  quarterShapeDays: number;
  /** How it is learnt what to expect of quarters. */
  quarterDeviation: QuarterDeviationOptions;
}

/** A whole forecast of an intraday auction as plain data; its stages are those of `completeAuction`. */
export interface AuctionRecipe extends PathRecipe {
  kind: 'intraday-auction';
  /** The model of the spread to the auction before. */
  spread: SpreadOptions;
  /** Days before the auction's that a fit is shown, and whose prices say how far the auction may go. */
  historyDays: number;
  /** Days before a row that its features look back on with any weight. */
  featureDays: number;
  /** Past forecasts of the same time of day that bounds want. */
  calibrationDays: number;
  /** Of those the newest, which a run waits for; the others are made up after it. */
  awaitedCalibrationDays: number;
  /** Days that one fit serves when past forecasts are made up: those of a week by the calendar. */
  fitDays: number;
  /** With errors of fewer past days of its own, bounds are made of how far the auction lay from its reference. */
  fewestCalibrationDays: number;
  /** Of split conformal prediction, which makes the bounds. */
  bounds: Pick<BoundsRecipe, 'scale'>;
  limits: ClearedLimits;
  /** Days whose quarter-hourly spreads show how far quarters lie from their hour. */
  quarterShapeDays: number;
}

/** All that shapes what is issued of a market, as plain data. */
export type IssueRecipe = ForecastRecipe | AuctionRecipe;
