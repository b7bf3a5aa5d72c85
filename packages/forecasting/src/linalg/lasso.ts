import { appendVariable, createCholesky, solveInPlace } from './cholesky.ts';
import { type Moments, correlations } from './moments.ts';

export interface LassoOptions {
  /** >= 0. For an objective with the mean of squares, |y - Xb|^2 / 2n + alpha |b|_1, it is n * alpha. */
  lambda: number;
  /** Where to begin; the solution of a similar problem saves most of the work. Default: all zero. */
  start?: Float64Array;
  /** Accepted duality gap as a share of y'y. */
  tolerance?: number;
  maxSweeps?: number;
}

export interface LassoSolution {
  coefficients: Float64Array;
  /** Passes over the active columns. */
  sweeps: number;
  /** The objective is above its minimum by at most this. */
  dualityGap: number;
}

/** Sweeps between two looks at whether the signs have settled. */
const SWEEPS_PER_ROUND = 8;

/**
 * The minimiser of |y - Xb|^2 / 2 + lambda |b|_1 by cyclic coordinate descent on the Gram matrix ("covariance updates").
 * It descends on the active columns only; once their signs hold still, the linear system that the optimality conditions
 * then are is solved at once by Cholesky, so that the result is exact to rounding; columns that break the conditions
 * enter, until none does. A sweep costs k^2 multiply-adds for k active columns. Columns that are all zero get 0.
 * Source: Friedman, Hastie and Tibshirani (2010), Journal of Statistical Software 33(1), section 2.2.
 */
export function lasso(moments: Moments, options: LassoOptions): LassoSolution {
  const { lambda, start, tolerance = 1e-9, maxSweeps = 100_000 } = options;
  const p = moments.columns;
  const coefficients = start === undefined ? new Float64Array(p) : Float64Array.from(start);
  const threshold = lambda + 1e-9 * (lambda + Math.sqrt(moments.squares * largestSquare(moments)));
  let sweeps = 0;
  for (;;) {
    let gradient = correlations(moments, coefficients);
    const active: number[] = [];
    for (let j = 0; j < p; j++) {
      if (moments.gram[j * p + j] <= 0) coefficients[j] = 0;
      else if (coefficients[j] !== 0 || Math.abs(gradient[j]) > threshold) active.push(j);
    }
    sweeps += descend(moments, lambda, active, coefficients, gradient, maxSweeps - sweeps);
    gradient = correlations(moments, coefficients);
    const dualityGap = gapOf(moments, lambda, coefficients, gradient);
    const isOptimal = !hasViolation(moments, coefficients, gradient, threshold);
    if ((isOptimal && dualityGap <= tolerance * moments.squares) || sweeps >= maxSweeps) {
      return { coefficients, sweeps, dualityGap };
    }
  }
}

/** Coordinate descent on the active columns, in a compact copy of their Gram matrix. Returns the sweeps it took. */
function descend(
  moments: Moments,
  lambda: number,
  active: number[],
  coefficients: Float64Array,
  gradient: Float64Array,
  maxSweeps: number,
): number {
  const k = active.length;
  const p = moments.columns;
  const gram = new Float64Array(k * k);
  const b = new Float64Array(k);
  const r = new Float64Array(k);
  for (let i = 0; i < k; i++) {
    b[i] = coefficients[active[i]];
    r[i] = gradient[active[i]];
    for (let j = 0; j < k; j++) gram[i * k + j] = moments.gram[active[i] * p + active[j]];
  }
  let sweeps = 0;
  let isSettled = false;
  while (!isSettled && sweeps < maxSweeps) {
    const before = signsOf(b);
    let change = 0;
    for (let round = 0; round < SWEEPS_PER_ROUND; round++) change = sweep(gram, k, lambda, b, r);
    sweeps += SWEEPS_PER_ROUND;
    const isStill = change <= 1e-24 * moments.squares;
    isSettled = isStill || (hasSigns(b, before) && solveForSigns(gram, k, lambda, b, r));
  }
  for (let i = 0; i < k; i++) coefficients[active[i]] = b[i];
  return sweeps;
}

/** One pass over the coordinates. Returns the largest fall in the objective, times two, of one of them. */
function sweep(gram: Float64Array, k: number, lambda: number, b: Float64Array, r: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < k; i++) {
    const own = gram[i * k + i];
    const old = b[i];
    const target = r[i] + own * old;
    const updated =
      target > lambda ? (target - lambda) / own : target < -lambda ? (target + lambda) / own : 0;
    const delta = updated - old;
    if (delta === 0) continue;
    b[i] = updated;
    for (let j = 0, g = i * k; j < k; j++, g++) r[j] -= delta * gram[g];
    largest = Math.max(largest, delta * delta * own);
  }
  return largest;
}

/**
 * With signs s of the non-zero coefficients given, the minimiser solves G b = X'y - lambda s on them. Writes it to `b` and
 * updates `r` where it has those very signs; otherwise leaves both and returns false.
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
  // Newton's step from b: G delta = r - lambda s, which keeps more digits than solving for b itself.
  const delta = Float64Array.from(support, (i) => r[i] - lambda * Math.sign(b[i]));
  solveInPlace(factor, delta);
  if (support.some((i, n) => Math.sign(b[i] + delta[n]) !== Math.sign(b[i]))) return false;
  support.forEach((i, n) => {
    b[i] += delta[n];
    for (let j = 0, g = i * k; j < k; j++, g++) r[j] -= delta[n] * gram[g];
  });
  return support.length === k || isWithin(r, b, lambda);
}

function isWithin(r: Float64Array, b: Float64Array, lambda: number): boolean {
  return r.every((value, i) => b[i] !== 0 || Math.abs(value) <= lambda * (1 + 1e-9));
}

function signsOf(values: Float64Array): Int8Array {
  return Int8Array.from(values, Math.sign);
}

function hasSigns(values: Float64Array, signs: Int8Array): boolean {
  return values.every((value, i) => Math.sign(value) === signs[i]);
}

function hasViolation(
  m: Moments,
  coefficients: Float64Array,
  gradient: Float64Array,
  threshold: number,
): boolean {
  for (let j = 0; j < m.columns; j++) {
    if (coefficients[j] === 0 && Math.abs(gradient[j]) > threshold && m.gram[j * m.columns + j] > 0)
      return true;
  }
  return false;
}

/** Primal minus dual objective at the dual point that scales the residual into the feasible set. */
function gapOf(moments: Moments, lambda: number, coefficients: Float64Array, gradient: Float64Array): number {
  let fitted = 0;
  let remaining = 0;
  let norm = 0;
  let steepest = 0;
  for (let j = 0; j < moments.columns; j++) {
    fitted += coefficients[j] * moments.cross[j];
    remaining += coefficients[j] * gradient[j];
    norm += Math.abs(coefficients[j]);
    steepest = Math.max(steepest, Math.abs(gradient[j]));
  }
  const residualSquares = Math.max(0, moments.squares - fitted - remaining);
  const scale = steepest > lambda ? lambda / steepest : 1;
  return 0.5 * residualSquares * (1 + scale * scale) + lambda * norm - scale * (moments.squares - fitted);
}

function largestSquare(moments: Moments): number {
  let largest = 0;
  for (let j = 0; j < moments.columns; j++) {
    largest = Math.max(largest, moments.gram[j * moments.columns + j]);
  }
  return largest;
}
