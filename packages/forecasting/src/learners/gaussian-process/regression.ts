import { type Block, type Kernel, paddedWidth, takeBlocks } from '../../runtime/kernel/kernel.ts';
import { type CovarianceShape, type CovarianceTerm, fadingsUpTo } from './covariance.ts';
import { sideBySide } from '../../linalg/side-by-side.ts';
import { roomForSystem, solutionsOf } from '../../linalg/normal-equations.ts';
import type { DayGroups } from '../../features/day-groups.ts';
import { isAt, productsWithDays } from './products-with-days.ts';

/** Days with their features weighted for each term. */
interface TrainingDays {
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
  return { days, ...withSquares(columns, days.length) };
}

/** What is known of days, whichever they are. */
export type SeenFeatures = Pick<KnownDays, 'features' | 'squares'>;

/** Days behind each other that are known in parts. */
export function joinDays(days: number[], parts: SeenFeatures[]): KnownDays {
  const joined = (columns: (part: SeenFeatures) => Float64Array[]): Float64Array[] =>
    columns(parts[0]).map((_, t) => sideBySide(parts.map((part) => columns(part)[t])));
  return {
    days,
    features: joined(({ features }) => features),
    squares: joined(({ squares }) => squares),
  };
}

/** Features of so many days, for each term, with their inner products with themselves. */
export function withSquares(features: Float64Array[], count: number): SeenFeatures {
  const squares = features.map((values) => {
    const width = values.length / count;
    return Float64Array.from({ length: count }, (_, i) => dot(values, i * width, values, i * width, width));
  });
  return { features, squares };
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

/** Covariances of training days with the days before them and themselves: the rows of the lower triangle from day `from` on. */
export interface DayCovariances {
  from: number;
  /** One behind the other. */
  rows: Float64Array;
}

/**
 * Of the first `count` days of a window: the rows of L, one behind the other, and for each target as many numbers of L^-1 y. Fits of
 * longer windows that begin with these days go on from here.
 */
export interface Factor {
  count: number;
  lower: Float64Array;
  solved: Float64Array[];
}

/** Where fits that begin with the same `count` days find what has been factored of them; the first one leaves it here. */
export interface KeptFactor {
  count: number;
  factor?: Factor;
}

/** The sum of the terms, of the days from `from` on. O(terms x days x (days - from) x features). */
export function covariancesOf(
  kernel: Kernel,
  terms: CovarianceShape[],
  { days, features, squares }: KnownDays,
  from = 0,
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
  const rows = new Float64Array(placeOf(count) - placeOf(from));
  terms.forEach((term, t) => {
    x.values.set(features[t]);
    const width = features[t].length / count;
    kernel.gram(x.address, width, count, packed.address, gram.address, size, wholeTiles(from));
    const inner = { days, squares: squares[t], gram: gram.values, stride: size, room };
    addTerm(kernel, term, inner, { from, rows });
  });
  return { from, rows };
}

/** Where the row of a day begins among rows of a lower triangle. */
function placeOf(day: number): number {
  return (day * (day + 1)) / 2;
}

/** The kernel works on tiles of four. */
function wholeTiles(count: number): number {
  return count - (count % 4);
}

/** The posterior of each of the targets (see `posteriorGiven`) under the sum of the terms. */
export function posteriorOf(
  kernel: Kernel,
  terms: CovarianceShape[],
  training: KnownDays,
  lessons: Lessons,
  kept?: KeptFactor,
): Posterior[] {
  const covariances = covariancesOf(kernel, terms, training, kept?.factor?.count);
  return posteriorGiven(kernel, [covariances], lessons, kept);
}

/**
 * The posterior of each of the targets where the covariances are the sum of the given ones, of the days that `kept` does not hold. Both
 * parts come from one factorisation LL' = K + noise: with z = y / L the mean of day i given the days before it is y_i - L_ii z_i.
 * O(days^3 / 3 + targets x days^2), or the square instead of the cube for each day that is new.
 * Source: Rasmussen and Williams (2006), Gaussian Processes for Machine Learning, algorithm 2.1.
 */
export function posteriorGiven(
  kernel: Kernel,
  covariances: DayCovariances[],
  lessons: Lessons,
  kept?: KeptFactor,
): Posterior[] {
  const count = lessons.targets[0].length;
  const size = paddedWidth(count);
  const blocks = takeBlocks(kernel, roomForSystem(size, lessons.targets.length));
  const { matrix } = blocks;
  factorize(kernel, covariances, { ...blocks, size }, lessons, kept?.factor);
  if (kept !== undefined) kept.factor ??= firstOf(matrix.values, size, wholeTiles(kept.count), lessons);
  const ahead = aheadIn(matrix.values, size, lessons);
  const solutions = solutionsOf(kernel, { ...blocks, size }, { unknowns: count, rightSides: ahead.length });
  return solutions.map((weights, t) => ({ weights, ahead: ahead[t] }));
}

/** What a factored matrix and the solved rows below say of the first days. */
function firstOf(matrix: Float64Array, size: number, count: number, { targets }: Lessons): Factor {
  const lower = new Float64Array(placeOf(count));
  for (let i = 0; i < count; i++) lower.set(matrix.subarray(i * size, i * size + i + 1), placeOf(i));
  const solved = targets.map((_, t) => matrix.slice((size + t) * size, (size + t) * size + count));
  return { count, lower, solved };
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
  const sum = { from: 0, rows: new Float64Array(placeOf(days.length)) };
  const room = takeBlocks(kernel, roomForTerm(size));
  terms.forEach((term, t) => {
    const gram = grams[t];
    const squares = Float64Array.from(days, (_, i) => gram[i * (days.length + 1)]);
    addTerm(kernel, term, { days, squares, gram, stride: days.length, room }, sum);
  });
  const blocks = takeBlocks(kernel, roomForSystem(size, lessons.targets.length));
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

/**
 * Factors the sum of the covariances and the noise: L in the first `size` rows of `matrix`, behind the days as if there were further
 * ones that tell nothing, and L^-1 y of the targets in the rows below. Goes on from what is known of the first days.
 */
function factorize(
  kernel: Kernel,
  covariances: DayCovariances[],
  { matrix, panels, size }: { matrix: Block; panels: Block; size: number },
  { targets, noise }: Lessons,
  known: Factor = { count: 0, lower: new Float64Array(), solved: [] },
): void {
  const { values } = matrix;
  const count = targets[0].length;
  for (let i = 0; i < known.count; i++)
    values.set(known.lower.subarray(placeOf(i), placeOf(i + 1)), i * size);
  for (const { from, rows } of covariances) {
    let at = placeOf(known.count) - placeOf(from);
    for (let i = known.count; i < count; i++) for (let j = 0; j <= i; j++) values[i * size + j] += rows[at++];
  }
  for (let i = known.count; i < size; i++) {
    if (i < count) values[i * size + i] += noise[i];
    else values[i * size + i] = 1;
  }
  targets.forEach((target, t) => {
    values.set(target, (size + t) * size);
    if (known.count > 0) values.set(known.solved[t], (size + t) * size);
  });
  const rows = values.length / size;
  if (kernel.factorize(matrix.address, size, size, rows, panels.address, known.count) === 0) {
    throw new Error('The covariance of the training days is not positive definite.');
  }
}

/** Covariances of one day with every training day. The features, of the day and of the training days, must not change later. */
export function covariancesWith(
  kernel: Kernel,
  terms: CovarianceShape[],
  training: KnownDays,
  { day, features }: { day: number; features: Float64Array[] },
): Float64Array {
  const covariances = new Float64Array(training.days.length);
  terms.forEach((term, t) => {
    const values = termWith(kernel, term, { training, t }, { day, features: features[t] });
    for (let i = 0; i < covariances.length; i++) covariances[i] += values[i];
  });
  return covariances;
}

/** A term of the covariances of one day with every training day, and what it comes of. */
interface TermOfDay {
  term: CovarianceShape;
  day: number;
  features: Float64Array;
  values: Float64Array;
}

/** The latest by the training days' features: the second look at a day has terms of the first, and another day may have its inputs. */
const latestTerms = new WeakMap<Float64Array, TermOfDay>();

function termWith(
  kernel: Kernel,
  term: CovarianceShape,
  { training: { days, ...training }, t }: { training: KnownDays; t: number },
  { day, features }: { day: number; features: Float64Array },
): Float64Array {
  const latest = latestTerms.get(training.features[t]);
  if (latest?.term === term && latest.day === day && isAt(latest.features, features, 0)) {
    return latest.values;
  }
  const room = takeBlocks(kernel, roomForTerm(paddedWidth(days.length)));
  room.squares.values.set(training.squares[t]);
  room.crosses.values.set(productsWithDays(features, training.features[t], days.length));
  fillTerm(kernel, term, dot(features, 0, features, 0, features.length), days.length, room);
  const values = room.out.values.slice(0, days.length);
  fade(values, { term, day, days });
  latestTerms.set(training.features[t], { term, day, features, values });
  return values;
}

function fade(
  values: Float64Array,
  { term, day, days }: { term: CovarianceShape; day: number; days: number[] },
): void {
  if (term.lasting === 1) return;
  const fading = fadingsUpTo(Math.max(Math.abs(day - days[0]), Math.abs(day - days[days.length - 1])), term);
  for (let i = 0; i < values.length; i++) values[i] *= fading[Math.abs(day - days[i])];
}

/** Adds a term to the covariances, from the inner products of days with themselves and with the days before them. */
function addTerm(
  kernel: Kernel,
  term: CovarianceShape,
  {
    days,
    squares,
    gram,
    stride,
    room,
  }: { days: number[]; squares: Float64Array; gram: Float64Array; stride: number; room: TermRoom },
  { from, rows }: DayCovariances,
): void {
  const fading = fadingsUpTo(days[days.length - 1] - days[0], term);
  const values = room.out.values;
  room.squares.values.set(squares);
  let at = 0;
  for (let i = from; i < days.length; i++) {
    room.crosses.values.set(gram.subarray(i * stride, i * stride + i + 1));
    fillTerm(kernel, term, squares[i], i + 1, room);
    if (term.lasting === 1) for (let j = 0; j <= i; j++) rows[at++] += values[j];
    else for (let j = 0; j <= i; j++) rows[at++] += fading[days[i] - days[j]] * values[j];
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

function dot(a: Float64Array, atA: number, b: Float64Array, atB: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += a[atA + i] * b[atB + i];
  return sum;
}
