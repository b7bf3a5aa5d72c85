import { type Block, type Kernel, paddedWidth, takeBlocks } from '../kernel/kernel.ts';
import { type CovarianceShape, type CovarianceTerm, fadingOf } from './covariance.ts';
import { sideBySide } from '../transforms/side-by-side.ts';
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

/**
 * The features of a term, row-major days x features: a day's groups side by side, each times the weight of its group; groups without a
 * weight are left out. All days have the same groups.
 */
export function weightedFeatures(days: readonly DayGroups[], term: CovarianceTerm): Float64Array {
  const used = days[0].flatMap(({ name }, group) => {
    const weight = term.weights[name];
    return weight === undefined ? [] : [{ group, weight }];
  });
  const width = used.reduce((sum, { group }) => sum + days[0][group].values.length, 0);
  const features = new Float64Array(days.length * width);
  let at = 0;
  for (const groups of days) {
    for (const { group, weight } of used) {
      const { values } = groups[group];
      for (let i = 0; i < values.length; i++) features[at++] = values[i] * weight;
    }
  }
  return features;
}

/** What is to be learnt on the training days: targets of one value a day, and the variance of each day's noise. */
export interface Lessons {
  targets: Float64Array[];
  noise: ArrayLike<number>;
}

/** Covariances of training days with each other and themselves: the rows of the lower triangle, one behind the other. */
export type DayCovariances = Float64Array;

/** The sum of the terms. O(terms x days^2 x features). */
export function covariancesOf(
  kernel: Kernel,
  terms: CovarianceShape[],
  { days, features }: TrainingDays,
): DayCovariances {
  const count = days.length;
  const size = paddedWidth(count);
  const widest = Math.max(...features.map((values) => values.length));
  const { x, packed, gram, ...room } = takeBlocks(kernel, {
    x: widest,
    packed: (widest / count) * size,
    gram: size * size,
    ...roomForTerm(size),
  });
  const sum = new Float64Array((count * (count + 1)) / 2);
  terms.forEach((term, t) => {
    x.values.set(features[t]);
    kernel.gram(x.address, features[t].length / count, count, packed.address, gram.address, size);
    addTerm(kernel, term, { days, gram: gram.values, stride: size, room }, sum);
  });
  return sum;
}

/** The posterior of each of the targets (see `posteriorGiven`) under the sum of the terms. */
export function posteriorOf(
  kernel: Kernel,
  terms: CovarianceShape[],
  training: TrainingDays,
  lessons: Lessons,
): Posterior[] {
  return posteriorGiven(kernel, [covariancesOf(kernel, terms, training)], lessons);
}

/**
 * The posterior of each of the targets where the covariances are the sum of the given ones. Both parts come from one factorisation
 * LL' = K + noise: with z = y / L the mean of day i given the days before it is y_i - L_ii z_i. O(days^3 / 3 + targets x days^2).
 * Source: Rasmussen and Williams (2006), Gaussian Processes for Machine Learning, algorithm 2.1.
 */
export function posteriorGiven(kernel: Kernel, covariances: DayCovariances[], lessons: Lessons): Posterior[] {
  const count = lessons.targets[0].length;
  const size = paddedWidth(count);
  const { matrix, panels, inverse, out } = takeBlocks(kernel, {
    ...roomFor(size, lessons.targets.length),
    inverse: size,
    out: size,
  });
  factorize(kernel, covariances, { matrix, panels, size }, lessons);
  for (let i = 0; i < size; i++) inverse.values[i] = 1 / matrix.values[i * (size + 1)];
  const ahead = aheadIn(matrix.values, size, lessons);
  return lessons.targets.map((_, t) => {
    const solved = matrix.address + (size + t) * size * Float64Array.BYTES_PER_ELEMENT;
    kernel.solveUpper(matrix.address, size, inverse.address, size, solved, out.address);
    return { weights: out.values.slice(0, count), ahead: ahead[t] };
  });
}

/**
 * The mean of each training day given the days before it alone, for each target, from the days' inner products: for each term a
 * row-major matrix of days x days, of which the lower triangle counts.
 */
export function aheadOf(
  kernel: Kernel,
  terms: CovarianceShape[],
  { days, grams }: { days: number[]; grams: Float64Array[] },
  lessons: Lessons,
): Float64Array[] {
  const size = paddedWidth(days.length);
  const sum = new Float64Array((days.length * (days.length + 1)) / 2);
  const room = takeBlocks(kernel, roomForTerm(size));
  terms.forEach((term, t) => addTerm(kernel, term, { days, gram: grams[t], stride: days.length, room }, sum));
  const blocks = takeBlocks(kernel, roomFor(size, lessons.targets.length));
  factorize(kernel, [sum], { ...blocks, size }, lessons);
  return aheadIn(blocks.matrix.values, size, lessons);
}

/** y_i - L_ii z_i of each target, from the factored matrix and the solved rows below. */
function aheadIn(matrix: Float64Array, size: number, { targets }: Lessons): Float64Array[] {
  return targets.map((target, t) => {
    const solved = (size + t) * size;
    return target.map((value, day) => value - matrix[day * (size + 1)] * matrix[solved + day]);
  });
}

/** Inner products of days' features, row-major days x days. */
export function gramOf(kernel: Kernel, features: Float64Array, count: number): Float64Array {
  const size = paddedWidth(count);
  const { x, packed, gram } = takeBlocks(kernel, {
    x: features.length,
    packed: (features.length / count) * size,
    gram: size * size,
  });
  x.values.set(features);
  kernel.gram(x.address, features.length / count, count, packed.address, gram.address, size);
  return sideBySide(
    Array.from({ length: count }, (_, i) => gram.values.subarray(i * size, i * size + count)),
  );
}

function roomFor(size: number, targets: number): { matrix: number; panels: number } {
  const rows = size + Math.ceil(targets / 4) * 4;
  return { matrix: rows * size, panels: rows * size };
}

/**
 * Factors the sum of the covariances and the noise: L in the first `size` rows of `matrix`, behind the days as if there were further
 * ones that tell nothing, and L^-1 y of the targets in the rows below.
 */
function factorize(
  kernel: Kernel,
  covariances: DayCovariances[],
  { matrix, panels, size }: { matrix: Block; panels: Block; size: number },
  { targets, noise }: Lessons,
): void {
  for (const values of covariances) {
    let at = 0;
    for (let i = 0; i < targets[0].length; i++) {
      for (let j = 0; j <= i; j++) matrix.values[i * size + j] += values[at++];
    }
  }
  for (let i = 0; i < size; i++) {
    if (i < targets[0].length) matrix.values[i * size + i] += noise[i];
    else matrix.values[i * size + i] = 1;
  }
  targets.forEach((target, t) => matrix.values.set(target, (size + t) * size));
  const rows = matrix.values.length / size;
  if (kernel.factorize(matrix.address, size, size, rows, panels.address) === 0) {
    throw new Error('The covariance of the training days is not positive definite.');
  }
}

/** Covariances of one day with every training day. */
export function covariancesWith(
  kernel: Kernel,
  terms: CovarianceShape[],
  training: KnownDays,
  { day, features }: { day: number; features: Float64Array[] },
): Float64Array {
  const covariances = new Float64Array(training.days.length);
  const room = takeBlocks(kernel, roomForTerm(paddedWidth(covariances.length)));
  terms.forEach((term, t) => {
    const own = features[t];
    room.squares.values.set(training.squares[t]);
    room.crosses.values.set(dotsWithRows(own, training.features[t], covariances.length));
    fillTerm(kernel, term, dot(own, 0, own, 0, own.length), covariances.length, room);
    for (let i = 0; i < covariances.length; i++) {
      covariances[i] += fadingOf(term, day - training.days[i]) * room.out.values[i];
    }
  });
  return covariances;
}

/** Adds a term to the covariances, from the inner products of all days. */
function addTerm(
  kernel: Kernel,
  term: CovarianceShape,
  { days, gram, stride, room }: { days: number[]; gram: Float64Array; stride: number; room: TermRoom },
  sum: DayCovariances,
): void {
  const fading = Float64Array.from({ length: days[days.length - 1] - days[0] + 1 }, (_, lag) =>
    fadingOf(term, lag),
  );
  const squares = room.squares.values;
  const values = room.out.values;
  for (let i = 0; i < days.length; i++) squares[i] = gram[i * stride + i];
  let at = 0;
  for (let i = 0; i < days.length; i++) {
    room.crosses.values.set(gram.subarray(i * stride, i * stride + i + 1));
    fillTerm(kernel, term, squares[i], i + 1, room);
    if (term.lasting === 1) for (let j = 0; j <= i; j++) sum[at++] += values[j];
    else for (let j = 0; j <= i; j++) sum[at++] += fading[days[i] - days[j]] * values[j];
  }
}

/**
 * In the kernel's memory: inner products of days' weighted features with themselves, and with those of one day, and the covariances with it
 * that come of them.
 */
type TermRoom = Record<'squares' | 'crosses' | 'out', Block>;

function roomForTerm(size: number): Record<keyof TermRoom, number> {
  return { squares: size, crosses: size, out: size };
}

/** A term before fading of one day, whose inner product with itself is `square`, with the first `count` others. */
function fillTerm(
  kernel: Kernel,
  { shape, variance }: CovarianceShape,
  square: number,
  count: number,
  { squares, crosses, out }: TermRoom,
): void {
  if (shape === 'linear') {
    for (let i = 0; i < count; i++) out.values[i] = variance * (1 + crosses.values[i]);
    return;
  }
  const fill = shape === 'matern-3/2' ? kernel.fillMatern : kernel.fillSquaredExponential;
  fill(square, squares.address, crosses.address, count, variance, out.address);
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
