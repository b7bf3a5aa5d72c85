import { appendVariable, createCholesky, solveInPlace } from '../linalg/cholesky.ts';

/**
 * A smooth convex loss of the linear predictors: returns its sum and writes its first and second derivative by each.
 */
export type SmoothLoss = (predictors: Float64Array, first: Float64Array, second: Float64Array) => number;

export interface PenalisedFit {
  /** Columns of the design, each with one value a row. */
  columns: Float64Array[];
  loss: SmoothLoss;
  /** Pulls coefficient j towards `prior[j]` with `penalties[j] / 2` times the squared distance; all above 0. */
  penalties: Float64Array;
  prior: Float64Array;
  start: Float64Array;
  /** Newton's decrement, for each row, at which the fit is exact enough; as exact as any data deserve when left out. */
  tolerance?: number;
}

const MOST_STEPS = 40;
const MOST_HALVINGS = 30;

const TOLERANCE = 1e-10;

/**
 * The coefficients b that minimise loss(X b) + sum_j penalty_j (b_j - prior_j)^2 / 2: Newton's method with halved steps.
 * Each step costs rows x columns^2 / 2.
 */
export function fitPenalised({
  columns,
  loss,
  penalties,
  prior,
  start,
  tolerance = TOLERANCE,
}: PenalisedFit): Float64Array {
  const rows = columns[0].length;
  const first = new Float64Array(rows);
  const second = new Float64Array(rows);
  const predictors = new Float64Array(rows);
  const objective = (b: Float64Array) => {
    predict(columns, b, predictors);
    return penalties.reduce(
      (sum, penalty, j) => sum + (penalty * (b[j] - prior[j]) ** 2) / 2,
      loss(predictors, first, second),
    );
  };
  let coefficients = Float64Array.from(start);
  let value = objective(coefficients);
  for (let step = 0; step < MOST_STEPS; step++) {
    const gradient = penalties.map(
      (penalty, j) => dot(columns[j], first) + penalty * (coefficients[j] - prior[j]),
    );
    const direction = newtonDirection(columns, second, penalties, gradient);
    const decrement = dot(gradient, direction);
    if (!(decrement > tolerance * rows)) break;
    let share = 1;
    for (let halving = 0; halving < MOST_HALVINGS; halving++, share /= 2) {
      const next = coefficients.map((b, j) => b - share * direction[j]);
      const nextValue = objective(next);
      if (nextValue <= value - 1e-4 * share * decrement) {
        coefficients = next;
        value = nextValue;
        break;
      }
    }
    if (share < 0.5 ** (MOST_HALVINGS - 1)) break;
  }
  return coefficients;
}

/** X b, written into `into`. */
export function predict(columns: Float64Array[], b: Float64Array, into: Float64Array): void {
  into.fill(0);
  columns.forEach((column, j) => {
    const slope = b[j];
    for (let i = 0; i < into.length; i++) into[i] += slope * column[i];
  });
}

function newtonDirection(
  columns: Float64Array[],
  second: Float64Array,
  penalties: Float64Array,
  gradient: Float64Array,
): Float64Array {
  const hessian = createCholesky(columns.length);
  const weighted = new Float64Array(second.length);
  columns.forEach((column, j) => {
    for (let i = 0; i < weighted.length; i++) weighted[i] = column[i] * second[i];
    const products = Float64Array.from({ length: j }, (_, k) => dot(columns[k], weighted));
    appendVariable(hessian, products, dot(column, weighted) + penalties[j], 0);
  });
  const direction = Float64Array.from(gradient);
  solveInPlace(hessian, direction);
  return direction;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
