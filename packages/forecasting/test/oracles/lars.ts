import {
  type CholeskyFactor,
  appendVariable,
  createCholesky,
  removeVariable,
  solveInPlace,
} from '../../src/linalg/cholesky.ts';
import { type Moments, correlations } from '../../src/learners/lasso/moments.ts';

/** A corner of the LASSO path: between two corners the coefficients are linear in lambda. */
export interface PathKnot {
  lambda: number;
  /** Sum of squared residuals. */
  residualSquares: number;
  /** Columns with a non-zero coefficient, in the order they joined, and their coefficients. */
  active: Int32Array;
  coefficients: Float64Array;
}

export interface LarsOptions {
  /** The path ends at this lambda. Default 0, the least-squares end. */
  lambdaMin?: number;
  maxKnots?: number;
  /** Asked at each knot; true ends the path there. */
  isEnough?: (knot: PathKnot) => boolean;
}

/** A column that the active ones explain to this share of its square counts as dependent and stays out. */
const DEPENDENT = 1e-9;

/** The path ends where lambda has fallen to this share of its beginning: the rest is rounding. */
const ROUNDING = 1e-12;

const ACTIVE = 1;
const CONSTANT = 2;
const DEPENDS_ON_ACTIVE = 3;

/**
 * The whole path of minimisers of |y - Xb|^2 / 2 + lambda |b|_1 from the lambda that leaves all coefficients at 0 downwards,
 * by the LASSO form of least-angle regression on the Gram matrix. A step with k active of p columns costs about k p + 2 k^2
 * multiply-adds. Source: Efron, Hastie, Johnstone and Tibshirani (2004), Annals of Statistics 32(2), section 3.1.
 */
export function larsPath(moments: Moments, options: LarsOptions = {}): PathKnot[] {
  const { columns: p, cross } = moments;
  const { lambdaMin = 0, maxKnots = 8 * p, isEnough } = options;
  const state: LarsState = {
    moments,
    factor: createCholesky(p),
    active: [],
    isOut: new Uint8Array(p),
    coefficients: new Float64Array(p),
    correlations: Float64Array.from(cross),
    direction: new Float64Array(p),
    slopes: new Float64Array(p),
    residualSquares: moments.squares,
  };
  let lambda = 0;
  let joining = -1;
  for (let j = 0; j < p; j++) {
    if (moments.gram[j * p + j] <= 0) state.isOut[j] = CONSTANT;
    else if (Math.abs(cross[j]) > lambda) {
      lambda = Math.abs(cross[j]);
      joining = j;
    }
  }
  const knots = [knotOf(state, lambda)];
  const floor = Math.max(lambdaMin, lambda * ROUNDING);
  let dropped = -1;
  while (isEnough?.(knots[knots.length - 1]) !== true && lambda > floor && knots.length < maxKnots) {
    if (joining >= 0 && !join(state, joining)) state.isOut[joining] = DEPENDS_ON_ACTIVE;
    if (state.active.length === 0) break;
    const step = nextStep(state, lambda, dropped, lambda - lambdaMin);
    lambda = advance(state, lambda, step.length);
    joining = step.joining;
    dropped = step.dropping < 0 ? -1 : drop(state, step.dropping);
    knots.push(knotOf(state, lambda));
  }
  return knots;
}

/** Minimiser at a lambda inside the path, by interpolation between its knots; length `columns`. */
export function coefficientsAt(path: PathKnot[], columns: number, lambda: number): Float64Array {
  const coefficients = new Float64Array(columns);
  let next = path.findIndex((knot) => knot.lambda <= lambda);
  if (next < 0) next = path.length - 1;
  const after = path[next];
  const before = path[Math.max(0, next - 1)];
  const span = before.lambda - after.lambda;
  const share = span > 0 ? Math.min(1, Math.max(0, (before.lambda - lambda) / span)) : 1;
  after.active.forEach((j, i) => (coefficients[j] += share * after.coefficients[i]));
  if (share < 1) before.active.forEach((j, i) => (coefficients[j] += (1 - share) * before.coefficients[i]));
  return coefficients;
}

interface LarsState {
  moments: Moments;
  factor: CholeskyFactor;
  /** Active columns in the order of the factor's rows. */
  active: number[];
  /** Why a column cannot join now; 0 where it can. */
  isOut: Uint8Array;
  coefficients: Float64Array;
  /** X'(y - Xb). */
  correlations: Float64Array;
  /** Change of the active coefficients, by position in `active`, for each unit that lambda falls. */
  direction: Float64Array;
  /** Change of the correlations, by column, for each unit that lambda falls, sign reversed. */
  slopes: Float64Array;
  residualSquares: number;
}

function join(state: LarsState, column: number): boolean {
  const { moments, factor, active } = state;
  const products = state.direction;
  for (let i = 0; i < active.length; i++) products[i] = moments.gram[column * moments.columns + active[i]];
  const own = moments.gram[column * moments.columns + column];
  if (!appendVariable(factor, products, own, DEPENDENT)) return false;
  active.push(column);
  state.isOut[column] = ACTIVE;
  return true;
}

function drop(state: LarsState, position: number): number {
  const [column] = state.active.splice(position, 1);
  removeVariable(state.factor, position);
  state.coefficients[column] = 0;
  state.isOut[column] = 0;
  // What depended on the active columns may be independent of the ones that are left.
  for (let j = 0; j < state.isOut.length; j++) if (state.isOut[j] === DEPENDS_ON_ACTIVE) state.isOut[j] = 0;
  return column;
}

/** How far lambda can fall before a column joins or an active coefficient reaches 0. */
function nextStep(
  state: LarsState,
  lambda: number,
  justDropped: number,
  maxLength: number,
): { length: number; joining: number; dropping: number } {
  const { moments, active, correlations, direction, slopes } = state;
  const p = moments.columns;
  for (let i = 0; i < active.length; i++) direction[i] = Math.sign(correlations[active[i]]);
  solveInPlace(state.factor, direction);
  combineRows(moments.gram, p, active, direction, slopes);
  let length = maxLength;
  let joining = -1;
  let dropping = -1;
  for (let j = 0; j < p; j++) {
    if (state.isOut[j] !== 0) continue;
    const r = correlations[j];
    const a = slopes[j];
    // A column that has just left stands on the boundary: it can only come back from the other side.
    const asPositive =
      1 - a > 0 && !(j === justDropped && r > 0) ? Math.max(0, lambda - r) / (1 - a) : Infinity;
    const asNegative =
      1 + a > 0 && !(j === justDropped && r < 0) ? Math.max(0, lambda + r) / (1 + a) : Infinity;
    const reach = Math.min(asPositive, asNegative);
    if (reach < length) {
      length = reach;
      joining = j;
    }
  }
  for (let i = 0; i < active.length; i++) {
    const reach = -state.coefficients[active[i]] / direction[i];
    if (reach > 0 && reach < length) {
      length = reach;
      joining = -1;
      dropping = i;
    }
  }
  return { length, joining, dropping };
}

/** Moves all active coefficients by `length` units of lambda and returns the new lambda. */
function advance(state: LarsState, lambda: number, length: number): number {
  const { active, coefficients, correlations, direction, slopes } = state;
  let signedSum = 0;
  for (let i = 0; i < active.length; i++) {
    signedSum += direction[i] * Math.sign(correlations[active[i]]);
    coefficients[active[i]] += length * direction[i];
  }
  state.residualSquares = Math.max(0, state.residualSquares - signedSum * length * (2 * lambda - length));
  for (let j = 0; j < correlations.length; j++) correlations[j] -= length * slopes[j];
  for (const j of active) correlations[j] = Math.sign(correlations[j]) * (lambda - length);
  return lambda - length;
}

function knotOf(state: LarsState, lambda: number): PathKnot {
  const count = state.active.length;
  const active = new Int32Array(count);
  const coefficients = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    active[i] = state.active[i];
    coefficients[i] = state.coefficients[active[i]];
  }
  return { lambda, residualSquares: state.residualSquares, active, coefficients };
}

/** Writes the sum of `weights[i]` times row `rows[i]` of a p x p matrix to `sum`, four rows at a time. */
function combineRows(
  matrix: Float64Array,
  p: number,
  rows: number[],
  weights: Float64Array,
  sum: Float64Array,
): void {
  sum.fill(0);
  let i = 0;
  for (; i + 3 < rows.length; i += 4) {
    const [w0, w1, w2, w3] = [weights[i], weights[i + 1], weights[i + 2], weights[i + 3]];
    const [r0, r1, r2, r3] = [rows[i] * p, rows[i + 1] * p, rows[i + 2] * p, rows[i + 3] * p];
    for (let j = 0; j < p; j++) {
      sum[j] += w0 * matrix[r0 + j] + w1 * matrix[r1 + j] + w2 * matrix[r2 + j] + w3 * matrix[r3 + j];
    }
  }
  for (; i < rows.length; i++) {
    const w = weights[i];
    for (let j = 0, g = rows[i] * p; j < p; j++, g++) sum[j] += w * matrix[g];
  }
}

/** y'y - 2 b'X'y + b'X'Xb, never below 0. */
export function residualSquares(moments: Moments, coefficients: Float64Array): number {
  const gradient = correlations(moments, coefficients);
  let explained = 0;
  for (let j = 0; j < moments.columns; j++) explained += coefficients[j] * (moments.cross[j] + gradient[j]);
  return Math.max(0, moments.squares - explained);
}
