import { type BacktestInput, type BacktestResult, assembleBacktest } from '../../backtest/backtest.ts';
import { planBacktest } from '../../backtest/backtest-plan.ts';
import { type ForecasterSpec, createForecaster } from '../../models/forecaster-spec.ts';
import { forecastDaysInWorkers } from './forecast-horizons-in-workers.ts';

/** `backtest` with its point forecasts spread over threads (all cores unless told), and the same result. */
export async function backtestInWorkers({
  spec,
  threads,
  ...input
}: BacktestInput & { spec: ForecasterSpec; threads?: number | undefined }): Promise<BacktestResult> {
  const { minHistoryDays } = createForecaster(spec);
  const plan = planBacktest(input.panel, input, { ...input, minHistoryDays });
  const forecasts = await forecastDaysInWorkers({ ...input, targets: plan.targets, spec, atOnce: threads });
  return assembleBacktest(input, plan, forecasts);
}
