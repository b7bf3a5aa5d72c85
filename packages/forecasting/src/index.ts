/**
 * From a CSV file to a forecast with bounds, and to a back-test of any model. The rest has doors of its own by topic: `market`, `data`,
 * `horizon`, `issue`, `intervals`, `distribution`, `backtest`, `metrics`, `scenarios`, `intraday`, `power`, `simulator` and `workers`.
 */
// Data
export { type ExogenousColumn, type Panel } from './data/panel.ts';
export { buildPanel } from './data/build-panel.ts';
export { type EpfData, parseEpfCsv } from './backtest/epf-csv.ts';
// Recipes
export { type Recipe, createModel, withRefitDays } from './models/recipe.ts';
export { parseRecipe } from './models/parse-recipe.ts';
export { RecipeError } from './models/read-plain.ts';
export { formatRecipe } from './pipelines/format-recipe.ts';
export { CHAMPION } from './pipelines/champion.ts';
export { BOOSTED_HOURS, GAUSSIAN_PROCESS, LEAR } from './pipelines/members.ts';
export { LIBRARY_VERSION } from './version.ts';
// Models
export { type FittedModel, type MemberForecasts, type Model } from './models/model.ts';
export { createWeightedMean } from './models/weighted-mean.ts';
export { InsufficientHistoryError } from './models/model.ts';
export { type FitCache, createFitCache } from './kernel/fit-cache.ts';
// Forecasts
export { type NextDayForecast, forecastNextDay, forecastNextDays } from './forecast-next-days.ts';
export { type HorizonForecast, forecastHorizon } from './horizon/forecast-horizon.ts';
export { type FallbackForecast, forecastWithFallback } from './horizon/forecast-with-fallback.ts';
export { type Contributions } from './explain/contributions.ts';
export { explainForecast } from './explain/explain-forecast.ts';
// Bounds
export { type DayOfForecasts, type ForecastHistory } from './intervals/forecast-history.ts';
export { forecastQuantiles } from './intervals/forecast-quantiles.ts';
// Back-tests
export { type BacktestInput, type BacktestResult, backtest } from './backtest/backtest.ts';
export { type BacktestScores } from './backtest/backtest-scores.ts';
export { BacktestInputError } from './backtest/backtest-input-error.ts';
export { backtestReport } from './report/backtest-report.ts';
// Metrics
export { meanAbsoluteError } from './metrics/mean-absolute-error.ts';
export { pinballLoss } from './metrics/pinball-loss.ts';
export { relativeMae } from './metrics/relative-mae.ts';
