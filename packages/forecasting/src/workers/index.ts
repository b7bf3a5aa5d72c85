/** The library's work spread over worker threads of Node, with the same results. */
export { backtestInWorkers } from './backtest-in-workers.ts';
export { completeForecastInWorker } from './complete-forecast-in-worker.ts';
export { digestOf } from './digest.ts';
export {
  forecastDaysInWorkers,
  forecastHorizonsInWorkers,
  forecastNextDaysInWorkers,
} from './forecast-horizons-in-workers.ts';
export { forecastIntradayInWorkers } from './forecast-intraday-in-workers.ts';
export { forecastZoneInWorkers, type ZoneFitMemory } from './forecast-zone-in-workers.ts';
export { createPowerForecaster } from './power-forecaster.ts';
export { recipeHash } from './recipe-hash.ts';
export { rememberWork } from './remember-work.ts';
export {
  type Completion,
  type HorizonTask,
  type IntradayForecast,
  type IntradayTask,
  type PowerResult,
  type PowerTask,
  type ZoneForecast,
  type ZoneTask,
} from './thread-jobs.ts';
export { type Threads, ThreadsClosedError, createThreads, mapAtOnce } from './threads.ts';
