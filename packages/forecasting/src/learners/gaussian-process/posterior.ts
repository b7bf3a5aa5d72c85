import { type Block, type Kernel, paddedWidth, takeBlocks } from '../../kernel/kernel.ts';
import { roomForSystem, solutionsOf } from '../../linalg/normal-equations.ts';
import { type DayCovariances, placeOf, wholeTiles } from './covariances.ts';
import type { TrainingTargets } from './training-set.ts';

/** The posterior of a target given the training days. */
export interface Posterior {
  /** Weights a of the posterior mean of a day x: k(x)'a = k(x)'(K + noise)^-1 y. */
  weights: Float64Array;
  /** One-step-ahead predictions: the mean of each training day's target given the targets of the training days before it. */
  oneStepAhead: Float64Array;
}

/**
 * Of the first `count` days of a training set: the rows of L, one behind the other, and for each target as many numbers of L^-1 y.
 * Fits of longer training sets that begin with these days go on from here.
 */
interface Factor {
  count: number;
  lower: Float64Array;
  solved: Float64Array[];
}

/** Where fits that begin with the same `count` days find what has been factored of them; the first one leaves it here. */
export interface KeptFactor {
  count: number;
  factor?: Factor;
}

/**
 * The posterior of each of the targets from the covariances of the days that `kept` does not hold. Both
 * parts come from one factorisation LL' = K + noise: with z = y / L the mean of day i given the days before it is y_i - L_ii z_i.
 * O(days^3 / 3 + targets x days^2), or the square instead of the cube for each day that is new.
 * Source: Rasmussen and Williams (2006), Gaussian Processes for Machine Learning, algorithm 2.1.
 */
export function posteriorOf(
  kernel: Kernel,
  covariances: DayCovariances,
  training: TrainingTargets,
  kept?: KeptFactor,
): Posterior[] {
  const count = training.targets[0].length;
  const size = paddedWidth(count);
  const blocks = takeBlocks(kernel, roomForSystem(size, training.targets.length));
  const { matrix } = blocks;
  factorize(kernel, covariances, { ...blocks, size }, training, kept?.factor);
  if (kept !== undefined) kept.factor ??= firstOf(matrix.values, size, wholeTiles(kept.count), training);
  const ahead = aheadIn(matrix.values, size, training);
  const solutions = solutionsOf(kernel, { ...blocks, size }, { unknowns: count, rightSides: ahead.length });
  return solutions.map((weights, t) => ({ weights, oneStepAhead: ahead[t] }));
}

/** The one-step-ahead predictions of each target alone (see `Posterior`). */
export function oneStepAheadOf(
  kernel: Kernel,
  covariances: DayCovariances,
  training: TrainingTargets,
): Float64Array[] {
  const size = paddedWidth(training.targets[0].length);
  const blocks = takeBlocks(kernel, roomForSystem(size, training.targets.length));
  factorize(kernel, covariances, { ...blocks, size }, training);
  return aheadIn(blocks.matrix.values, size, training);
}

/** The part of a factored matrix and of the solved rows below that belongs to the first days. */
function firstOf(matrix: Float64Array, size: number, count: number, { targets }: TrainingTargets): Factor {
  const lower = new Float64Array(placeOf(count));
  for (let i = 0; i < count; i++) lower.set(matrix.subarray(i * size, i * size + i + 1), placeOf(i));
  const solved = targets.map((_, t) => matrix.slice((size + t) * size, (size + t) * size + count));
  return { count, lower, solved };
}

/** y_i - L_ii z_i of each target, from the factored matrix and the solved rows below. */
function aheadIn(matrix: Float64Array, size: number, { targets }: TrainingTargets): Float64Array[] {
  return targets.map((target, t) => {
    const solved = (size + t) * size;
    return target.map((value, day) => value - matrix[day * (size + 1)] * matrix[solved + day]);
  });
}

/**
 * Factors the covariances and the noise: L in the first `size` rows of `matrix`, behind the days as if there were further
 * ones without information, and L^-1 y of the targets in the rows below. Goes on from what is known of the first days.
 */
function factorize(
  kernel: Kernel,
  { from, rows: below }: DayCovariances,
  { matrix, panels, size }: { matrix: Block; panels: Block; size: number },
  { targets, noise }: TrainingTargets,
  known: Factor = { count: 0, lower: new Float64Array(), solved: [] },
): void {
  const { values } = matrix;
  const count = targets[0].length;
  for (let i = 0; i < known.count; i++)
    values.set(known.lower.subarray(placeOf(i), placeOf(i + 1)), i * size);
  let at = placeOf(known.count) - placeOf(from);
  for (let i = known.count; i < count; i++) for (let j = 0; j <= i; j++) values[i * size + j] = below[at++];
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
