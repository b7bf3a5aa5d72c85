import type { Heap } from './plain-kernel.ts';

/** out[j] = sum of weights[i] * matrix[rows[i]][j] over i in order. */
export function combineRows(
  { numbers, integers }: Heap,
  matrix: number,
  stride: number,
  rows: number,
  weights: number,
  count: number,
  out: number,
  width: number,
): void {
  const at = out >> 3;
  numbers.fill(0, at, at + width);
  for (let i = 0; i < count; i++) {
    const row = (matrix >> 3) + integers[(rows >> 2) + i] * stride;
    const weight = numbers[(weights >> 3) + i];
    for (let j = 0; j < width; j++) numbers[at + j] += weight * numbers[row + j];
  }
}

/**
 * The first column j whose correlation c - t a meets its bound w - t v or -(w - t v) at the least t below `length`, or -1; that t
 * goes to `reached`. Columns that may not join have an infinite w. `dropped` has just left the side on which it stands.
 */
export function nearestJoin(
  { numbers }: Heap,
  correlations: number,
  slopes: number,
  bounds: number,
  rates: number,
  width: number,
  dropped: number,
  length: number,
  reached: number,
): number {
  let best = length;
  let joining = -1;
  for (let j = 0; j < width; j++) {
    const c = numbers[(correlations >> 3) + j];
    const a = numbers[(slopes >> 3) + j];
    const w = numbers[(bounds >> 3) + j];
    const v = numbers[(rates >> 3) + j];
    const isAbove = v - a > 0 && !(j === dropped && c > 0);
    const above = isAbove ? Math.max(0, w - c) / (v - a) : Infinity;
    if (above < best) {
      best = above;
      joining = j;
    }
    const isBelow = v + a > 0 && !(j === dropped && c < 0);
    const below = isBelow ? Math.max(0, w + c) / (v + a) : Infinity;
    if (below < best) {
      best = below;
      joining = j;
    }
  }
  numbers[reached >> 3] = best;
  return joining;
}

/** values -= length * slopes. */
export function advance(
  { numbers }: Heap,
  values: number,
  slopes: number,
  width: number,
  length: number,
): void {
  for (let j = 0; j < width; j++) numbers[(values >> 3) + j] -= length * numbers[(slopes >> 3) + j];
}
