import type { Product } from '@lonja/forecasting';
import { auctionsBefore } from './intraday-inputs.ts';

/** Days that a fit of the spread learns from. */
const LEARNT_DAYS = 730;
/** Past runs of the same daily schedule whose errors calibrate the bounds. */
export const INTRADAY_CALIBRATION_DAYS = 91;
/** Days that one fit serves when past runs are made up for the calibration: those of a week by the calendar. */
export const CALIBRATION_BLOCK_DAYS = 7;
/** Days before a row that its features look back on with any weight. */
export const FEATURE_DAYS = 120;
/** Days before the row to forecast that a fit is shown: those that it learns from, and those that their features look back on. */
export const FIT_DAYS = LEARNT_DAYS + FEATURE_DAYS;
/** Days before the delivery day whose data a run reads. */
export const INTRADAY_HISTORY_DAYS = FIT_DAYS + INTRADAY_CALIBRATION_DAYS + CALIBRATION_BLOCK_DAYS;

/** What a model version of an intraday auction is made of. */
export function intradayManifest(product: Product, codeVersion: string): Record<string, unknown> {
  return {
    model: 'boosted trees on the spread to the last known auction, absolute loss, three seeds',
    reference: auctionsBefore(product).at(-1),
    features:
      'reference prices of the day, past spreads, spreads of like hours, steps between earlier auctions, newest load, wind and solar forecasts and their recent errors',
    learntDays: LEARNT_DAYS,
    bounds: 'split conformal by hour, 0.1 and 0.9',
    calibrationDays: INTRADAY_CALIBRATION_DAYS,
    recalibration: 'every run',
    codeVersion,
  };
}
