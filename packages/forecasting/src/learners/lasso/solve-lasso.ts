import { appendVariable, createCholesky, solveInPlace } from '../../linalg/cholesky.ts';
import { type Moments, correlations, dualityGap } from './moments.ts';

/**
 * The minimiser of |y - Xb|^2 / 2 + lambda |b|_1: b of length `columns`. For the mean of squares, |y - Xb|^2 / 2n +
 * alpha |b|_1, lambda is n alpha.
 */
export function solveLasso(moments: Moments, lambda: number): Float64Array {
  return descendLasso(moments, lambda).coefficients;
}

export interface DescentOptions {
  /** Where to begin; the solution of a similar problem saves most of the work. Default: all zero. */
  start?: Float64Array;
  /** A sweep that moves the fitted values by less than this share of the length of y counts as still. */
  tolerance?: number;
  maxSweeps?: number;
}

export interface DescentResult {
  coefficients: Float64Array;
  /** Passes over the active columns. */
  sweeps: number;
  /** The objective is above its minimum by at most this. */
  gap: number;
}

/** Sweeps between two checks of whether the signs have settled. */
const SWEEPS_PER_ROUND = 8;

/** Breaches of the optimality conditions below this share of |x_j| |y| are rounding. */
const SLACK = 1e-10;

/**
 * The minimiser of |y - Xb|^2 / 2 + lambda |b|_1 by cyclic coordinate descent on the Gram matrix ("covariance updates").
 * It descends on the active columns only; once their signs hold still, the linear system that the optimality conditions
 * then are is solved at once by Cholesky, so that the result is exact to rounding; columns that breach the conditions
 * enter, until none does. A sweep costs k^2 multiply-adds for k active columns. Columns that are all zero get 0.
 * Source: Friedman, Hastie and Tibshirani (2010), Journal of Statistical Software 33(1), section 2.2.
 */
export function descendLasso(moments: Moments, lambda: number, options: DescentOptions = {}): DescentResult {
  const { start, tolerance = 1e-11, maxSweeps = 100_000 } = options;
  const { columns: p, gram, squares } = moments;
  const coefficients = start === undefined ? new Float64Array(p) : Float64Array.from(start);
  const slack = Float64Array.from({ length: p }, (_, j) => SLACK * Math.sqrt(squares * gram[j * p + j]));
  for (let j = 0; j < p; j++) if (gram[j * p + j] <= 0) coefficients[j] = 0;
  let gradient = correlations(moments, coefficients);
  let sweeps = 0;
  for (;;) {
    const active: number[] = [];
    let breaches = 0;
    for (let j = 0; j < p; j++) {
      const isBreach = coefficients[j] === 0 && Math.abs(gradient[j]) > lambda + slack[j];
      if (isBreach) breaches++;
      if (isBreach || coefficients[j] !== 0) active.push(j);
    }
    if ((breaches === 0 && sweeps > 0) || sweeps >= maxSweeps || active.length === 0) break;
    sweeps += descendActive(moments, lambda, active, coefficients, gradient, tolerance, maxSweeps - sweeps);
    gradient = correlations(moments, coefficients);
  }
  return { coefficients, sweeps, gap: dualityGap(moments, lambda, coefficients, gradient) };
}

/** Descends on the active columns, in a compact copy of their Gram matrix, until still. Returns the sweeps it took. */
function descendActive(
  moments: Moments,
  lambda: number,
  active: number[],
  coefficients: Float64Array,
  gradient: Float64Array,
  tolerance: number,
  maxSweeps: number,
): number {
  const k = active.length;
  const gram = new Float64Array(k * k);
  active.forEach((row, i) => {
    active.forEach((column, j) => (gram[i * k + j] = moments.gram[row * moments.columns + column]));
  });
  const b = Float64Array.from(active, (j) => coefficients[j]);
  const r = Float64Array.from(active, (j) => gradient[j]);
  const still = tolerance * tolerance * moments.squares;
  let sweeps = 0;
  let isDone = false;
  while (!isDone && sweeps < maxSweeps) {
    const before = Int8Array.from(b, Math.sign);
    let change = 0;
    for (let round = 0; round < SWEEPS_PER_ROUND; round++) change = sweep(gram, k, lambda, b, r);
    sweeps += SWEEPS_PER_ROUND;
    const hasSettled = b.every((value, i) => Math.sign(value) === before[i]);
    isDone = change <= still || (hasSettled && solveForSigns(gram, k, lambda, b, r));
  }
  active.forEach((j, i) => (coefficients[j] = b[i]));
  return sweeps;
}

/** One pass over the coordinates. Returns the largest squared change of the fitted values by one of them. */
function sweep(gram: Float64Array, k: number, lambda: number, b: Float64Array, r: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < k; i++) {
    const own = gram[i * k + i];
    const target = r[i] + own * b[i];
    const shrunk = target > lambda ? target - lambda : target < -lambda ? target + lambda : 0;
    const delta = shrunk / own - b[i];
    if (delta === 0) continue;
    b[i] = shrunk / own;
    for (let j = 0, g = i * k; j < k; j++, g++) r[j] -= delta * gram[g];
    largest = Math.max(largest, delta * delta * own);
  }
  return largest;
}

/**
 * With the signs s of the non-zero coefficients given, the minimiser solves G b = X'y - lambda s on them. Takes that step
 * where it keeps the signs, and says whether the other columns then keep the optimality conditions too.
 */
function solveForSigns(
  gram: Float64Array,
  k: number,
  lambda: number,
  b: Float64Array,
  r: Float64Array,
): boolean {
  const support: number[] = [];
  for (let i = 0; i < k; i++) if (b[i] !== 0) support.push(i);
  const factor = createCholesky(support.length);
  const products = new Float64Array(support.length);
  for (const i of support) {
    for (let n = 0; n < factor.size; n++) products[n] = gram[i * k + support[n]];
    if (!appendVariable(factor, products, gram[i * k + i], 1e-12)) return false;
  }
  const delta = Float64Array.from(support, (i) => r[i] - lambda * Math.sign(b[i]));
  solveInPlace(factor, delta);
  if (support.some((i, n) => Math.sign(b[i] + delta[n]) !== Math.sign(b[i]))) return false;
  support.forEach((i, n) => {
    b[i] += delta[n];
    for (let j = 0, g = i * k; j < k; j++, g++) r[j] -= delta[n] * gram[g];
  });
  return r.every((value, i) => b[i] !== 0 || Math.abs(value) <= lambda * (1 + SLACK));
}
