import { bias } from '../metrics/bias.ts';
import { coveragePercent } from '../metrics/coverage-percent.ts';
import { meanAbsoluteError } from '../metrics/mean-absolute-error.ts';
import { meanWidth } from '../metrics/mean-width.ts';
import { pinballLoss } from '../metrics/pinball-loss.ts';
import { relativeMae } from '../metrics/relative-mae.ts';
import { rootMeanSquaredError } from '../metrics/root-mean-squared-error.ts';
import { smapePercent } from '../metrics/smape-percent.ts';
import { winklerScore } from '../metrics/winkler-score.ts';

/** A forecast period beside what happened and what the naives said. */
export interface ScoredPeriod {
  time: string;
  actual: number;
  value: number;
  p10: number;
  p90: number;
  weeklyNaive: number;
  standardNaive: number;
}

/** Unit of the price unless the name says percent. The ratios are null where the naive made no error at all. */
export interface BacktestScores {
  mae: number;
  rmaeWeekly: number | null;
  rmaeStandard: number | null;
  rmse: number;
  smapePercent: number;
  bias: number;
  pinball10: number;
  /** Of the point forecast, which stands for the median: half the MAE. */
  pinball50: number;
  pinball90: number;
  coverage80Percent: number;
  meanWidth: number;
  winkler80: number;
}

export function scorePeriods(periods: ScoredPeriod[]): BacktestScores {
  const actual = periods.map((period) => period.actual);
  const value = periods.map((period) => period.value);
  const p10 = periods.map((period) => period.p10);
  const p90 = periods.map((period) => period.p90);
  return {
    mae: meanAbsoluteError(value, actual),
    rmaeWeekly: relativeMae(
      value,
      periods.map((period) => period.weeklyNaive),
      actual,
    ),
    rmaeStandard: relativeMae(
      value,
      periods.map((period) => period.standardNaive),
      actual,
    ),
    rmse: rootMeanSquaredError(value, actual),
    smapePercent: smapePercent(value, actual),
    bias: bias(value, actual),
    pinball10: pinballLoss(p10, actual, 0.1),
    pinball50: pinballLoss(value, actual, 0.5),
    pinball90: pinballLoss(p90, actual, 0.9),
    coverage80Percent: coveragePercent(p10, p90, actual),
    meanWidth: meanWidth(p10, p90),
    winkler80: winklerScore(p10, p90, actual, 0.8),
  };
}
