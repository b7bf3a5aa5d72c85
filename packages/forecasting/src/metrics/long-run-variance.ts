/**
 * Variance of sqrt(n) times the mean of a series whose values depend on one another: autocovariances up to `lag` with
 * Bartlett weights 1 - k / (lag + 1), so it is never negative. O(n lag).
 * Source: Newey, West (1987), Econometrica 55:703-708.
 */
export function longRunVariance(values: Float64Array, mean: number, lag: number): number {
  let variance = autocovariance(values, mean, 0);
  for (let k = 1; k <= lag; k++) variance += 2 * (1 - k / (lag + 1)) * autocovariance(values, mean, k);
  return Math.max(0, variance);
}

/** The number of lags that suits n values by the rule floor(4 (n / 100)^(2/9)) of Newey, West (1994), below n. */
export function neweyWestLag(n: number): number {
  return Math.max(0, Math.min(n - 1, Math.floor(4 * (n / 100) ** (2 / 9))));
}

function autocovariance(values: Float64Array, mean: number, lag: number): number {
  let sum = 0;
  for (let i = lag; i < values.length; i++) sum += (values[i] - mean) * (values[i - lag] - mean);
  return sum / values.length;
}
