export * from './backtest-in-workers.ts';
export * from './forecast-horizons-in-workers.ts';
export * from './forecast-intraday-in-workers.ts';
export * from './forecast-power-in-workers.ts';
export type * from './thread-jobs.ts';
export * from './threads.ts';
