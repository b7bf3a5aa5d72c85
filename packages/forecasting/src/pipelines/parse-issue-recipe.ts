import type { QuarterDeviationOptions } from '../distribution/quarter-shape.ts';
import type { ShrinkageOptions } from '../horizon/shrink-to-baseline.ts';
import type { BoundsRecipe, ReachOptions } from '../intervals/bounds-recipe.ts';
import type { CoverageOptions } from '../intervals/coverage-correction.ts';
import type { ErrorScaleOptions } from '../intervals/error-scale.ts';
import type { ExpectedErrorOptions } from '../intervals/expected-error.ts';
import type { PriceLevelOptions } from '../intervals/price-level.ts';
import type { RegressionMemberOptions } from '../intervals/quantile-members.ts';
import type { ClearedLimits } from '../issue/cleared-limits.ts';
import type { AuctionRecipe, ForecastRecipe, IssueRecipe } from '../issue/forecast-recipe.ts';
import {
  AS_BEFORE,
  days,
  notNegative,
  part,
  positive,
  readRecipe,
  share,
  someDays,
} from '../models/parse-recipe.ts';
import {
  type Fields,
  list,
  number,
  object,
  ofKind,
  optional,
  orAsBefore,
  RecipeError,
  whole,
} from '../models/read-plain.ts';
import type { DependenceOptions } from '../scenarios/path-source.ts';
import { DAY_AHEAD } from './forecast.ts';
import { spread } from './parse-spread-recipe.ts';

const hours = whole(0, 24);

const scale = object<ErrorScaleOptions>({
  halfLifeDays: positive,
  nearHours: hours,
  firstDays: days,
  smallestShare: part,
});
const bounds = object<BoundsRecipe>({
  scale,
  fewestDays: days,
  warmUpDays: days,
  pitShare: part,
  level: object<PriceLevelOptions>({ levelDays: days, deviationDays: days, smallestShare: part }),
  expectedError: object<ExpectedErrorOptions>({
    lately: list(object({ nearHours: hours, halfLifeDays: positive }), 1),
    nearHours: hours,
    bendHours: hours,
    smallestDistance: positive,
    priorDays: positive,
    smallestShare: part,
    furthestBeyond: number({ least: 1 }),
  }),
  conformalHours: hours,
  regression: object<RegressionMemberOptions>({
    nearHours: hours,
    smallestDistance: positive,
    bandwidth: positive,
    shrinkage: positive,
  }),
  coverage: object<CoverageOptions>({
    dayRate: notNegative,
    dayMemory: share,
    slotRate: notNegative,
    slotMemory: share,
    largestFactor: number({ least: 1 }),
  }),
  reach: object<ReachOptions>({ errors: positive, innerRanges: notNegative, outerRanges: notNegative }),
});
/** How a forecast is held near what has cleared. */
export const limits = object<ClearedLimits>({
  fewestDays: days,
  fewestOwnDays: days,
  belowLowest: notNegative,
  aboveHighest: notNegative,
});

const dependence = object<DependenceOptions>({
  fewestForecasts: whole(2),
  assumedCorrelation: number({ least: 0, below: 1 }),
});

const dayAhead: Fields<Omit<ForecastRecipe, 'kind'>> = {
  point: readRecipe,
  historyDays: days,
  settledDays: orAsBefore(days, AS_BEFORE.settledDays),
  calibrationDays: days,
  olderCalibrationDays: someDays,
  awaitedCalibrationDays: days,
  madeUpRefitDays: days,
  fewestCalibrationDays: days,
  issuedFromDays: someDays,
  usualInputDays: days,
  laterDays: object<ShrinkageOptions>({ baselineDays: someDays, fewestDays: days, enoughIssued: days }),
  bounds,
  limits,
  recentDays: days,
  quarterShapeDays: days,
  quarterDeviation: object<QuarterDeviationOptions>({
    halfLifeDays: positive,
    shrinkageDays: notNegative,
    levelShrinkageDays: optional(notNegative),
  }),
  pathDays: days,
  dependence: orAsBefore(dependence, DAY_AHEAD.dependence),
};
const auction: Fields<Omit<AuctionRecipe, 'kind'>> = {
  spread: object(spread),
  historyDays: days,
  featureDays: days,
  calibrationDays: days,
  awaitedCalibrationDays: days,
  fitDays: days,
  fewestCalibrationDays: days,
  bounds: object<AuctionRecipe['bounds']>({ scale }),
  limits,
  quarterShapeDays: days,
  pathDays: days,
  dependence: orAsBefore(dependence, DAY_AHEAD.dependence),
};
const issueRecipe = ofKind<IssueRecipe>({ 'day-ahead': dayAhead, 'intraday-auction': auction });

/**
 * The recipe of a whole forecast that plain data hold, such as what JSON.parse gives: of the day-ahead market or of an intraday auction. Checks
 * kinds, fields, types and bounds of the whole tree; throws a RecipeError that names the place of the first fault. Fields that it does not know
 * are faults.
 */
export function parseIssueRecipe(value: unknown): IssueRecipe {
  const recipe = issueRecipe(value, '');
  if (
    recipe.kind === 'intraday-auction' &&
    recipe.spread.windowDays + recipe.featureDays > recipe.historyDays
  ) {
    throw new RecipeError('historyDays', 'must reach as far as spread.windowDays and featureDays together');
  }
  return recipe;
}
