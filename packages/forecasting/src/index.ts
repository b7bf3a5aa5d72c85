export * from './market/madrid-time.ts';
export * from './market/delivery-day.ts';
export * from './market/holidays.ts';
export * from './market/products.ts';
export * from './data/series.ts';
export * from './data/panel.ts';
export * from './data/weekday-of-row.ts';
export * from './models/forecaster.ts';
export * from './market/schedule.ts';
export * from './data/build-panel.ts';
export * from './data/price-signals.ts';
export * from './data/resolve-values.ts';
export * from './data/forecast-point.ts';
export { SETTLED_FOR_DAYS, settledSpanStart } from './select/settled-search.ts';
export * from './explain/contributions.ts';
export * from './explain/explain-forecast.ts';
export * from './models/insufficient-history-error.ts';
export * from './models/boosted-contributions.ts';
export * from './models/boosted-hours.ts';
export * from './pipelines/champion.ts';
export * from './models/weighted-mean.ts';
export * from './models/corrected-processes.ts';
export * from './models/gaussian-process.ts';
export * from './models/lear.ts';
export * from './models/naive.ts';
export * from './models/processes-by-time.ts';
export * from './models/stretched-prices.ts';
export { type PriceStretch } from './target/price-stretch.ts';
export * from './horizon/first-unknown-row.ts';
export * from './horizon/forecast-horizon.ts';
export * from './horizon/forecast-with-fallback.ts';
export * from './horizon/shrink-to-baseline.ts';
export * from './intervals/apply-bounds.ts';
export * from './intervals/error-history.ts';
export { type DayOfForecasts, type ForecastHistory } from './intervals/forecast-history.ts';
export * from './intervals/forecast-quantiles.ts';
export * from './backtest/backtest.ts';
export * from './models/forecaster-spec.ts';
export * from './backtest/issue-bounds.ts';
export * from './horizon/quarter-shape.ts';
export * from './scenarios/assumed-errors.ts';
export * from './scenarios/day-scenarios.ts';
export * from './scenarios/empirical-quantile.ts';
export * from './scenarios/fit-scenarios.ts';
export * from './scenarios/outcome-levels.ts';
export { type RenewableTechnology, installedCapacityMw } from './market/installed-capacity.ts';
export * from './market/plant-share.ts';
export * from './metrics/bias.ts';
export * from './metrics/coverage-percent.ts';
export * from './metrics/diebold-mariano.ts';
export * from './metrics/losses.ts';
export * from './metrics/mape-percent.ts';
export * from './metrics/mean-absolute-error.ts';
export * from './metrics/mean-width.ts';
export * from './metrics/pinball-loss.ts';
export * from './metrics/relative-mae.ts';
export * from './metrics/root-mean-squared-error.ts';
export * from './metrics/smape-percent.ts';
export * from './metrics/winkler-score.ts';
export * from './backtest/backtest-input-error.ts';
export * from './backtest/backtest-plan.ts';
export * from './backtest/backtest-scores.ts';
export * from './backtest/epf-csv.ts';
export * from './backtest/forecast-days.ts';
export * from './backtest/observed-period.ts';
export * from './simulator/simulate-market.ts';
export * from './simulator/simulate-outlooks.ts';
export * from './simulator/simulate-renewals.ts';
export * from './metrics/chi-square.ts';
export * from './metrics/christoffersen.ts';
export * from './metrics/giacomini-white.ts';
export * from './metrics/kupiec.ts';
export * from './metrics/multivariate-diebold-mariano.ts';
export * from './metrics/price-regime.ts';
export * from './metrics/reliability.ts';
export * from './report/backtest-report.ts';
export * from './report/evaluate-backtest.ts';
export * from './report/report-input.ts';
export { REPORT_MARK } from './report/report-markdown.ts';
export { createUniform, drawSubset } from './learners/boosting/random.ts';
export * from './intraday/build-intraday-panel.ts';
export * from './intraday/intraday-fundamentals.ts';
export * from './intraday/intraday-panel.ts';
export {
  SPREAD_OPTIONS,
  type SpreadFit,
  type SpreadOptions,
  fitSpread,
  predictFromSpread,
} from './intraday/spread-model.ts';
export * from './power/hours-of-energy.ts';
export * from './power/power-panel.ts';
export {
  POWER_OPTIONS,
  type PowerFit,
  type PowerOptions,
  fitPower,
  predictPower,
} from './power/power-model.ts';
export * from './power/day-ahead-task.ts';
export * from './power/forecast-power.ts';
