export * from './backtest-in-workers.ts';
export * from './digest.ts';
export * from './forecast-horizons-in-workers.ts';
export * from './forecast-intraday-in-workers.ts';
export * from './power-forecaster.ts';
export { recipeHash } from './recipe-hash.ts';
export type * from './thread-jobs.ts';
export * from './threads.ts';
