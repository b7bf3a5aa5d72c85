/**
 * The quantile of a sample at a level in [0, 1]: the i-th of n ascending values stands for the level (i + 1/2) / n, straight
 * lines between them, the extremes beyond (Hazen 1914). `ascending` is neither empty nor has it NaN.
 */
export function empiricalQuantile(ascending: Float64Array, level: number): number {
  const last = ascending.length - 1;
  const position = Math.min(Math.max(level * ascending.length - 0.5, 0), last);
  const below = Math.floor(position);
  const above = Math.min(below + 1, last);
  return ascending[below] + (position - below) * (ascending[above] - ascending[below]);
}
