import type { BoundsRecipe } from '../intervals/bounds-recipe.ts';
import type { ClearedLimits } from '../issue/cleared-limits.ts';
import type { AuctionRecipe, ForecastRecipe } from '../issue/forecast-recipe.ts';
import type { Recipe } from '../models/recipe.ts';
import type { DependenceOptions } from '../scenarios/path-source.ts';
import { CHAMPION } from './champion.ts';
import { SPREAD_OPTIONS } from './intraday.ts';

/** Chosen on the development markets: benchmarks/accuracy/price-limits.md. */
export const LIMITS: ClearedLimits = {
  fewestDays: 28,
  fewestOwnDays: 182,
  belowLowest: 0.1,
  aboveHighest: 0.75,
};

/** What was compared is in docs/experiments/intervals.md. */
const BOUNDS: BoundsRecipe = {
  scale: { halfLifeDays: 6, nearHours: 2, firstDays: 14, smallestShare: 0.01 },
  fewestDays: 6 * 7,
  warmUpDays: 14,
  pitShare: 0.5,
  level: { levelDays: 14, deviationDays: 28, smallestShare: 0.02 },
  expectedError: {
    lately: [
      { nearHours: 2, halfLifeDays: 6 },
      { nearHours: 1, halfLifeDays: 30 },
      { nearHours: 24, halfLifeDays: 3 },
    ],
    nearHours: 2,
    bendHours: 1,
    smallestDistance: 0.1,
    priorDays: 3,
    smallestShare: 0.02,
    furthestBeyond: 2,
  },
  conformalHours: 1,
  regression: { nearHours: 2, smallestDistance: 0.05, bandwidth: 0.1, shrinkage: 0.01 },
  coverage: { dayRate: 0.2, dayMemory: 0.98, slotRate: 0.08, slotMemory: 0.995, largestFactor: 3 },
  reach: { errors: 20, innerRanges: 0.5, outerRanges: 3 },
};

/**
 * Split conformal prediction rounds up: bounds from 21 days came out 4 % better by Winkler score, and nearer to 80 %, than from 28.
 */
const AWAITED_DAYS = 21;

/** How errors go together: of a day-ahead forecast those of neighbouring hours by 0.9. */
const DEPENDENCE: DependenceOptions = { fewestForecasts: 20, assumedCorrelation: 0.9 };

/** The day-ahead market. Two years of history serve the longest window of its LEAR. */
export const DAY_AHEAD: ForecastRecipe = {
  kind: 'day-ahead',
  point: CHAMPION,
  historyDays: 728 + 14,
  settledDays: 28,
  calibrationDays: 182,
  olderCalibrationDays: 182,
  awaitedCalibrationDays: AWAITED_DAYS,
  madeUpRefitDays: 7,
  fewestCalibrationDays: 7,
  issuedFromDays: 91,
  usualInputDays: 28,
  laterDays: { baselineDays: 42, fewestDays: 21, enoughIssued: 56 },
  bounds: BOUNDS,
  limits: LIMITS,
  recentDays: 59,
  quarterShapeDays: 56,
  quarterDeviation: { halfLifeDays: 10, shrinkageDays: 0.5, levelShrinkageDays: 10 },
  pathDays: 182,
  dependence: DEPENDENCE,
};

/** A whole recipe as it is, and a model's own within that of the day-ahead market. */
export function wholeRecipe(recipe: Recipe | ForecastRecipe): ForecastRecipe {
  return recipe.kind === 'day-ahead' ? recipe : { ...DAY_AHEAD, point: recipe };
}

const FEATURE_DAYS = 120;

/** An intraday auction. */
export const INTRADAY: AuctionRecipe = {
  kind: 'intraday-auction',
  spread: SPREAD_OPTIONS,
  historyDays: SPREAD_OPTIONS.windowDays + FEATURE_DAYS,
  featureDays: FEATURE_DAYS,
  calibrationDays: 91,
  awaitedCalibrationDays: AWAITED_DAYS,
  fitDays: 7,
  fewestCalibrationDays: 7,
  bounds: { scale: BOUNDS.scale },
  limits: LIMITS,
  quarterShapeDays: 28,
  pathDays: 182,
  dependence: DEPENDENCE,
};
