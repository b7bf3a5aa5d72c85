import type { ClearedLimits } from '../issue/cleared-limits.ts';
import type { AuctionRecipe, ForecastRecipe } from '../issue/forecast-recipe.ts';
import { CHAMPION } from './champion.ts';
import { SPREAD_OPTIONS } from './intraday.ts';

/** Chosen on the development markets: benchmarks/accuracy/price-limits.md. */
const LIMITS: ClearedLimits = {
  fewestDays: 28,
  fewestOwnDays: 182,
  recentDays: 59,
  belowLowest: 0.1,
  aboveHighest: 0.75,
};

/** The day-ahead market. Two years of history serve the longest window of its LEAR. */
export const DAY_AHEAD: ForecastRecipe = {
  point: CHAMPION,
  historyDays: 728 + 14,
  calibrationDays: 182,
  olderCalibrationDays: 182,
  fewestCalibrationDays: 7,
  baselineDays: 42,
  limits: LIMITS,
  quarterShapeDays: 56,
  pathDays: 182,
};

/** An intraday auction. */
export const INTRADAY: AuctionRecipe = {
  spread: SPREAD_OPTIONS,
  calibrationDays: 91,
  fewestCalibrationDays: 7,
  limits: LIMITS,
  limitDays: SPREAD_OPTIONS.windowDays + 120,
  quarterShapeDays: 28,
  pathDays: 182,
};
