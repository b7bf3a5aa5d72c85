import type { ErrorScaleOptions } from './error-scale.ts';
import type { CoverageOptions } from './coverage-correction.ts';
import type { ExpectedErrorOptions } from './expected-error.ts';
import type { PriceLevelOptions } from './price-level.ts';
import type { RegressionMemberOptions } from './quantile-members.ts';

/** How quantiles are made of the errors of past forecasts, as plain data: every number of `forecastQuantiles`. */
export interface BoundsRecipe {
  /** Of split conformal prediction, which alone serves while less than `fewestDays` are known. */
  scale: ErrorScaleOptions;
  /** With errors of fewer days the quantiles are those of split conformal prediction alone. */
  fewestDays: number;
  /** Days whose moving averages are still made of what came later; nothing is learnt from them. */
  warmUpDays: number;
  /** Share of the partial probability integral transform under which errors are measured. */
  pitShare: number;
  /** The usual level of prices, from which positions of forecasts are measured. */
  level: PriceLevelOptions;
  expectedError: ExpectedErrorOptions;
  /** Hours before and after a slot whose error ratios count with its own in the conformal member. */
  conformalHours: number;
  regression: RegressionMemberOptions;
  coverage: CoverageOptions;
  reach: ReachOptions;
}

/** How far quantiles may leave what the history has seen. */
export interface ReachOptions {
  /** No quantile lies further from the forecast than so many times the largest error of its slot. */
  errors: number;
  /**
   * Nor further beyond the lowest and highest price of the history than so many times the distance between them: those from 10 to 90 %, and
   * those beyond. Forecasts of ordinary markets never reach that.
   */
  innerRanges: number;
  outerRanges: number;
}
