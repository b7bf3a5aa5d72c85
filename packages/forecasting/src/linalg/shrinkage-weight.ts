/** A forecast, the baseline that it may be shrunk to, and what came, in one unit. */
export interface ShrinkageCase {
  model: number;
  baseline: number;
  actual: number;
}

/**
 * How much of a model's deviation from a baseline to keep, from 0 (the baseline) to 1 (the model): the weight w that minimises the sum of
 * |actual - baseline - w (model - baseline)|, a weighted median, within 0-1. Values that are not finite count for nothing; 1 where none is
 * left. O(cases log cases).
 */
export function shrinkageWeight(cases: readonly ShrinkageCase[]): number {
  const wanted = cases
    .map(({ model, baseline, actual }) => ({
      weight: (actual - baseline) / (model - baseline),
      size: Math.abs(model - baseline),
    }))
    .filter(({ weight }) => Number.isFinite(weight))
    .sort((a, b) => a.weight - b.weight);
  const half = wanted.reduce((sum, { size }) => sum + size, 0) / 2;
  let passed = 0;
  const middle = wanted.find(({ size }) => (passed += size) >= half);
  return middle === undefined ? 1 : Math.max(0, Math.min(1, middle.weight));
}
