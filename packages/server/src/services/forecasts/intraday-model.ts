import { auctionsBefore, type Product, SPREAD_OPTIONS, type SpreadOptions } from '@lonja/forecasting';
import { z } from 'zod';
import type { ModelManifest } from '../../store/model-versions.ts';

/** Tried beside the model of each intraday auction: half of its history, and no trees of the short memory but for the direction. */
export const INTRADAY_CHALLENGER: SpreadOptions = { ...SPREAD_OPTIONS, windowDays: 365, seeds: [1] };

/** Past runs of the same daily schedule whose errors calibrate the bounds. */
export const INTRADAY_CALIBRATION_DAYS = 91;
/** Days that one fit serves when past runs are made up for the calibration: those of a week by the calendar. */
export const CALIBRATION_BLOCK_DAYS = 7;
/** Days before a row that its features look back on with any weight. */
export const FEATURE_DAYS = 120;
/** Days before the row to forecast that a fit is shown: those that it learns from, and those that their features look back on. */
export const FIT_DAYS = SPREAD_OPTIONS.windowDays + FEATURE_DAYS;
/** Days before the delivery day whose data a run reads. */
export const INTRADAY_HISTORY_DAYS = FIT_DAYS + INTRADAY_CALIBRATION_DAYS + CALIBRATION_BLOCK_DAYS;

/** What a model version of an intraday auction is made of. */
export function intradayManifest(
  product: Product,
  options: SpreadOptions,
  codeVersion: string,
): ModelManifest {
  return {
    model:
      "spread to the last known auction: boosted trees, absolute loss, those of the short memory under Huber's, mean over the seeds, and the weighted median of like hours, shortened where trees and like hours leave the direction in doubt",
    options,
    reference: auctionsBefore(product).at(-1),
    features:
      'reference prices of the day and how they differ from what was usual and expected, gas, past spreads, spreads of like hours, steps between earlier auctions, newest load, wind and solar forecasts, their changes since the auction before and their recent errors; weekday, national holidays, season',
    bounds: 'split conformal by hour, 0.1 and 0.9',
    calibrationDays: INTRADAY_CALIBRATION_DAYS,
    recalibration: 'every run',
    codeVersion,
  };
}

const Count = z.int().min(1);
const SpreadManifest = z.object({
  options: z.object({
    windowDays: Count.max(SPREAD_OPTIONS.windowDays),
    minHistoryDays: Count,
    trees: Count,
    learningRate: z.number(),
    maxLeaves: Count,
    minLeafRows: Count,
    shrinkage: z.number(),
    columnShare: z.number(),
    dayChance: z.number(),
    drawnDays: z.number().optional(),
    drawsSlots: z.boolean().optional(),
    halfLifeDays: z.number(),
    shortHalfLifeDays: z.number().optional(),
    seeds: z.array(z.int()).min(1),
    directionSeeds: z.array(z.int()).optional(),
    analogueShare: z.number().min(0).max(1).optional(),
  }),
});

/**
 * The settings that a manifest tells of; undefined where this program cannot run them. Early versions were of trees alone, all with
 * one half-life, and drew whole days, as many of a long history as their chances gave.
 */
export function spreadOptionsOf(manifest: ModelManifest): SpreadOptions | undefined {
  const options = SpreadManifest.safeParse(manifest).data?.options;
  if (options === undefined) return undefined;
  const {
    shortHalfLifeDays = options.halfLifeDays,
    drawnDays = Number.POSITIVE_INFINITY,
    drawsSlots = false,
    directionSeeds = [],
    analogueShare = 0,
  } = options;
  return { ...options, shortHalfLifeDays, drawnDays, drawsSlots, directionSeeds, analogueShare };
}
