import { crossProduct, gram } from './oracles/gram.ts';
import type { Moments } from '../src/learners/lasso/moments.ts';

/** A least-squares problem with centred columns: X column-major, y, and the moments the solvers read. */
export interface Problem {
  rows: number;
  columns: number;
  x: Float64Array;
  y: Float64Array;
  moments: Moments;
}

/** Numbers of roughly normal law from a seed: sums of twelve of a Lehmer generator (multiplier 48271, modulus 2^31 - 1). */
export function createNormal(seed: number): () => number {
  let state = seed;
  return () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) {
      state = (state * 48_271) % 2_147_483_647;
      sum += state / 2_147_483_647;
    }
    return sum;
  };
}

/** Columns that share a common part (`correlation` of their variance); a third of them matter for y. */
export function randomProblem(rows: number, columns: number, correlation: number, seed: number): Problem {
  const normal = createNormal(seed);
  const common = Array.from({ length: rows }, normal);
  const x = Float64Array.from(
    { length: rows * columns },
    (_, at) => Math.sqrt(1 - correlation) * normal() + Math.sqrt(correlation) * common[at % rows],
  );
  const y = Float64Array.from({ length: rows }, normal);
  for (let j = 0; j < columns; j += 3) {
    const weight = normal();
    for (let i = 0; i < rows; i++) y[i] += weight * x[j * rows + i];
  }
  return problemOf(rows, columns, x, y);
}

/** Centres copies of X (column-major) and y. */
export function problemOf(
  rows: number,
  columns: number,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): Problem {
  const centredX = Float64Array.from(x);
  for (let j = 0; j < columns; j++) centre(centredX.subarray(j * rows, (j + 1) * rows));
  const centredY = centre(Float64Array.from(y));
  return { rows, columns, x: centredX, y: centredY, moments: momentsOf(rows, columns, centredX, centredY) };
}

export function momentsOf(rows: number, columns: number, x: Float64Array, y: Float64Array): Moments {
  return {
    columns,
    gram: gram(x, rows, columns),
    cross: crossProduct(x, y, rows, columns, 1),
    squares: y.reduce((sum, value) => sum + value * value, 0),
  };
}

function centre(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  values.forEach((value, i) => (values[i] = value - mean));
  return values;
}
