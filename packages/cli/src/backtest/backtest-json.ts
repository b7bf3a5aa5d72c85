import type { BacktestResult } from '@lonja/forecasting';

/** The figures of a back-test under the names that scripts rely on; `smape` and `coverage_80` are in percent. */
export interface BacktestJson {
  model: string;
  days: number;
  mae: number;
  rmae_weekly: number | null;
  rmae_standard: number | null;
  rmse: number;
  smape: number;
  bias: number;
  pinball_10: number;
  pinball_50: number;
  pinball_90: number;
  coverage_80: number;
  mean_width: number;
  winkler_80: number;
  seconds: number;
}

export function backtestJson(
  { days, scores }: BacktestResult,
  { model, seconds }: { model: string; seconds: number },
): BacktestJson {
  return {
    model,
    days: days.length,
    mae: scores.mae,
    rmae_weekly: scores.rmaeWeekly,
    rmae_standard: scores.rmaeStandard,
    rmse: scores.rmse,
    smape: scores.smapePercent,
    bias: scores.bias,
    pinball_10: scores.pinball10,
    pinball_50: scores.pinball50,
    pinball_90: scores.pinball90,
    coverage_80: scores.coverage80Percent,
    mean_width: scores.meanWidth,
    winkler_80: scores.winkler80,
    seconds,
  };
}
