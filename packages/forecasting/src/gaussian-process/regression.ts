import { type Kernel, paddedWidth, takeBlocks } from '../kernel/kernel.ts';
import { type CovarianceShape, type CovarianceTerm, fadingOf, termOf } from './covariance.ts';
import type { DayGroups } from './day-groups.ts';

/** Days with their features weighted for each term. */
export interface TrainingDays {
  /** Day numbers, ascending. */
  days: number[];
  /** For each term, row-major days x features. */
  features: Float64Array[];
}

/** Training days to forecast from: with the inner product of each day's features with themselves, for each term. */
export interface KnownDays extends TrainingDays {
  squares: Float64Array[];
}

export function knownDays(days: number[], features: readonly ArrayLike<number>[]): KnownDays {
  const columns = features.map((values) =>
    values instanceof Float64Array ? values : Float64Array.from(values),
  );
  const squares = columns.map((values) => {
    const width = values.length / days.length;
    return Float64Array.from(days, (_, i) => dot(values, i * width, values, i * width, width));
  });
  return { days, features: columns, squares };
}

/** What the training days tell of each target. */
export interface Posterior {
  /** Weights a of the posterior mean of a day x: k(x)'a = k(x)'(K + noise)^-1 y. */
  weights: Float64Array;
  /** Mean of each training day's target given the targets of the training days before it. */
  ahead: Float64Array;
}

/** The features of a term side by side, each times the weight of its group; groups without a weight are left out. */
export function weightedFeatures(groups: DayGroups, term: CovarianceTerm): Float64Array {
  const used = groups.flatMap(({ name, values }) => {
    const weight = term.weights[name];
    return weight === undefined ? [] : [{ weight, values }];
  });
  const features = new Float64Array(used.reduce((sum, { values }) => sum + values.length, 0));
  let at = 0;
  for (const { weight, values } of used) {
    for (let i = 0; i < values.length; i++) features[at++] = values[i] * weight;
  }
  return features;
}

/**
 * The posterior of each of the targets, which hold one value a training day; `noise` is the variance of each day's noise.
 * Both parts come from one factorisation LL' = K + noise: with z = y / L the mean of day i given the days before it is
 * y_i - L_ii z_i. O(days^3 / 3 + targets x days^2). Source: Rasmussen and Williams (2006), Gaussian Processes for Machine
 * Learning, algorithm 2.1.
 */
export function posteriorOf(
  kernel: Kernel,
  terms: CovarianceShape[],
  { days, features }: TrainingDays,
  { targets, noise }: { targets: Float64Array[]; noise: ArrayLike<number> },
): Posterior[] {
  const count = days.length;
  const size = paddedWidth(count);
  const rows = size + Math.ceil(targets.length / 4) * 4;
  const widest = Math.max(...features.map((values) => values.length));
  const { x, packed, gram, matrix, panels, inverse, out } = takeBlocks(kernel, {
    x: widest,
    packed: (widest / count) * size,
    gram: size * size,
    matrix: rows * size,
    panels: rows * size,
    inverse: size,
    out: size,
  });
  terms.forEach((term, t) => {
    x.values.set(features[t]);
    kernel.gram(x.address, features[t].length / count, count, packed.address, gram.address, size);
    addTerm(term, days, gram.values, matrix.values, size);
  });
  for (let i = 0; i < size; i++) {
    if (i < count) matrix.values[i * size + i] += noise[i];
    else matrix.values[i * size + i] = 1;
  }
  targets.forEach((target, i) => matrix.values.set(target, (size + i) * size));
  if (kernel.factorize(matrix.address, size, size, rows, panels.address) === 0) {
    throw new Error('The covariance of the training days is not positive definite.');
  }
  const diagonal = Float64Array.from({ length: size }, (_, i) => matrix.values[i * size + i]);
  inverse.values.set(diagonal.map((value) => 1 / value));
  return targets.map((target, i) => {
    const row = (size + i) * size;
    const ahead = target.map((value, day) => value - diagonal[day] * matrix.values[row + day]);
    const solved = matrix.address + row * Float64Array.BYTES_PER_ELEMENT;
    kernel.solveUpper(matrix.address, size, inverse.address, size, solved, out.address);
    return { weights: out.values.slice(0, count), ahead };
  });
}

/**
 * Covariances of one day with every training day. Features may be weighted twice on the day and not on the training days, if
 * `squares` tells the inner products of the day's once weighted features with themselves.
 */
export function covariancesWith(
  terms: CovarianceShape[],
  training: KnownDays,
  day: number,
  features: Float64Array[],
  squares = features.map((own) => dot(own, 0, own, 0, own.length)),
): Float64Array {
  const covariances = new Float64Array(training.days.length);
  terms.forEach((term, t) => {
    const own = features[t];
    const others = training.features[t];
    const otherSquares = training.squares[t];
    const crosses = dotsWithRows(own, others, covariances.length);
    for (let i = 0; i < covariances.length; i++) {
      const fading = fadingOf(term, day - training.days[i]);
      covariances[i] += fading * termOf(term, squares[t], otherSquares[i], crosses[i]);
    }
  });
  return covariances;
}

/** Adds a term to the lower triangle of the matrix, from the inner products of all days. */
function addTerm(
  term: CovarianceShape,
  days: number[],
  gram: Float64Array,
  matrix: Float64Array,
  size: number,
): void {
  const fading = Float64Array.from({ length: days[days.length - 1] - days[0] + 1 }, (_, lag) =>
    fadingOf(term, lag),
  );
  const squares = Float64Array.from(days, (_, i) => gram[i * size + i]);
  for (let i = 0; i < days.length; i++) {
    for (let j = 0; j <= i; j++) {
      const at = i * size + j;
      matrix[at] += fading[days[i] - days[j]] * termOf(term, squares[i], squares[j], gram[at]);
    }
  }
}

/**
 * The inner products of a vector with each of so many rows of a matrix, to the bit as `dot` gives them: four at once, because each sum
 * waits for its last addition.
 */
function dotsWithRows(vector: Float64Array, matrix: Float64Array, rows: number): Float64Array {
  const products = new Float64Array(rows);
  const width = vector.length;
  let row = 0;
  for (; row + 4 <= rows; row += 4) {
    const first = row * width;
    const second = first + width;
    const third = second + width;
    const fourth = third + width;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < width; i++) {
      const value = vector[i];
      a += value * matrix[first + i];
      b += value * matrix[second + i];
      c += value * matrix[third + i];
      d += value * matrix[fourth + i];
    }
    products[row] = a;
    products[row + 1] = b;
    products[row + 2] = c;
    products[row + 3] = d;
  }
  for (; row < rows; row++) products[row] = dot(vector, 0, matrix, row * width, width);
  return products;
}

function dot(a: Float64Array, atA: number, b: Float64Array, atB: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += a[atA + i] * b[atB + i];
  return sum;
}
