/** What a model told, what is told without it, and what came, in one unit. */
export interface ToldValue {
  model: number;
  plain: number;
  actual: number;
}

/**
 * How far to go from what is told without a model (0) to the model (1): the share s that minimises the sum of
 * |actual - plain - s (model - plain)|, a weighted median, within 0-1. Values that are not finite count for nothing; 1 where none is
 * left. O(values log values).
 */
export function bestShare(values: readonly ToldValue[]): number {
  const wanted = values
    .map(({ model, plain, actual }) => ({
      share: (actual - plain) / (model - plain),
      weight: Math.abs(model - plain),
    }))
    .filter(({ share }) => Number.isFinite(share))
    .sort((a, b) => a.share - b.share);
  const half = wanted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  const middle = wanted.find(({ weight }) => (passed += weight) >= half);
  return middle === undefined ? 1 : Math.max(0, Math.min(1, middle.share));
}
