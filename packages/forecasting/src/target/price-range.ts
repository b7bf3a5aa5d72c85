import type { LocalScale } from './local-scale.ts';

/** Lowest and highest transformed price of the training days; forecasts keep within. */
export interface PriceRange {
  lowest: number;
  highest: number;
}

export function rangeOf(targets: Float64Array[]): PriceRange {
  return { lowest: extreme(targets, Math.min), highest: extreme(targets, Math.max) };
}

/** Back from the transformed price, within the range. */
export function toPrice(z: number, { level, spread }: LocalScale, { lowest, highest }: PriceRange): number {
  return level + spread * Math.sinh(Math.max(lowest, Math.min(highest, z)));
}

function extreme(targets: Float64Array[], choose: (...values: number[]) => number): number {
  return targets
    .map((values) => values.reduce((best, value) => choose(best, value)))
    .reduce((a, b) => choose(a, b));
}
