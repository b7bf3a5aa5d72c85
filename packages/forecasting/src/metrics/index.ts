/** Further figures and tests of forecasts. The mean absolute error, its ratio to a naive's and the pinball loss are in the main door. */
export { bias } from './bias.ts';
export {
  type ChangedPeriod,
  changedContributions,
  changeOf,
  commonPeriods,
  largestChange,
  meanChange,
  meansOfChangedDays,
  shownChange,
  valueChange,
} from './changes.ts';
export {
  type FiguresOfDay,
  figuresOfDay,
  type ForecastChange,
  forecastChange,
  SHOWN_HOURS,
  type ValuedHour,
} from './figures-of-day.ts';
export {
  HOUR_GROUPINGS,
  groupHours,
  type HourGrouping,
  PRICE_PERIODS,
  periodOf,
  type PricePeriod,
} from './group-hours.ts';
export { brierScore } from './brier-score.ts';
export { type CoverageByDays, coverageByDays } from './coverage-by-days.ts';
export { coveragePercent } from './coverage-percent.ts';
export {
  DRIFT_DAYS,
  errorDrift,
  type ErrorDrift,
  levelDrift,
  type LevelDrift,
  meansOfDays,
} from './drift.ts';
export {
  type CalibrationScores,
  calibrationScores,
  type ForecastScores,
  forecastScores,
  type PointScores,
  pointScores,
} from './forecast-scores.ts';
export {
  isPeakHour,
  meanOf,
  type PricedHour,
  pricedHours,
  type PriceSummary,
  summariseHours,
} from './price-summary.ts';
export { NAIVE_LAG_DAYS, weeklyNaiveOf } from './weekly-naive.ts';
export { dieboldMariano } from './diebold-mariano.ts';
export { mapePercent } from './mape-percent.ts';
export { meanWidth } from './mean-width.ts';
export { multivariateDieboldMariano } from './multivariate-diebold-mariano.ts';
export { type SequentialSuperiority, sequentialSuperiority } from './sequential-superiority.ts';
export { type Reliability, reliability } from './reliability.ts';
export { rootMeanSquaredError } from './root-mean-squared-error.ts';
export { winklerScore } from './winkler-score.ts';
export { rankCorrelation } from './rank-correlation.ts';
