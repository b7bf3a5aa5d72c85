/** Bounds from past errors alone, for forecasts without a history of their own. `forecastQuantiles` is in the main door. */
export { applyBounds } from './apply-bounds.ts';
export { type ErrorHistory, knownErrorDays, weeklyNaiveErrors } from './error-history.ts';
