import type { Kernel } from '../kernel/kernel.ts';
import { type CovarianceShape, termOf } from './covariance.ts';
import {
  type KnownDays,
  type Lessons,
  NotPositiveError,
  type Posterior,
  type TrainingDays,
  covariancesWith,
  factorOf,
  knownDays,
} from './regression.ts';

/**
 * A regression that further days are added to, one after the other: a day costs the square of the number of days before it, not the
 * cube. Of K + noise = L L' a day adds the row (l, d) to L, and to the weights a = (K + noise)^-1 y its own, a_n = z_n / d, while those
 * of the days before go down by a_n v with v = L'^-1 l.
 */
export interface GrowingRegression {
  terms: CovarianceShape[];
  /** Features and squares have room for more days than there are, and so have targets and what is solved. */
  known: KnownDays;
  /** For each target, one value a day. */
  targets: Float64Array[];
  /** Row i of L has i + 1 numbers. */
  lower: Float64Array[];
  /** For each target, z = L^-1 y. */
  solved: Float64Array[];
  /** For each target, the weights of the days it was started with. */
  firstWeights: Float64Array[];
  /** v of each day since. */
  steps: Float64Array[];
}

/** A day to learn from. */
export interface FurtherDay {
  day: number;
  /** For each term. */
  features: Float64Array[];
  noise: number;
  /** The value of each target. */
  values: number[];
}

/** Learns the first days at once; up to `room` further ones may follow. */
export function startRegression(
  kernel: Kernel,
  terms: CovarianceShape[],
  training: TrainingDays,
  { room, ...lessons }: Lessons & { room: number },
): GrowingRegression {
  const { lower, solved, weights } = factorOf(kernel, terms, training, lessons);
  const count = training.days.length;
  const { features, squares } = knownDays(training.days, training.features);
  const withRoom = (values: Float64Array) => {
    const roomy = new Float64Array((values.length / count) * (count + room));
    roomy.set(values);
    return roomy;
  };
  return {
    terms,
    known: { days: [...training.days], features: features.map(withRoom), squares: squares.map(withRoom) },
    targets: lessons.targets.map(withRoom),
    lower,
    solved: solved.map(withRoom),
    firstWeights: weights,
    steps: [],
  };
}

/** Forgets all but the first `count` days, among them those it was started with. */
export function shortenRegression(
  { known, lower, firstWeights, steps }: GrowingRegression,
  count: number,
): void {
  known.days.length = count;
  lower.length = count;
  steps.length = count - firstWeights[0].length;
}

/** Learns a day that is later than those before it. */
export function addDay(regression: GrowingRegression, day: FurtherDay): void {
  const { lower, solved, targets, steps } = regression;
  const { covariances, variance } = addFeatures(regression, day);
  const count = lower.length;
  const row = new Float64Array(count + 1);
  let rest = variance + day.noise;
  for (let i = 0; i < count; i++) {
    const before = lower[i];
    row[i] = (covariances[i] - dot(before, row, i)) / before[i];
    rest -= row[i] * row[i];
  }
  if (!(rest > 0)) throw new NotPositiveError();
  row[count] = Math.sqrt(rest);
  steps.push(solvedUpper(lower, row));
  lower.push(row);
  solved.forEach((known, t) => {
    known[count] = (day.values[t] - dot(row, known, count)) / row[count];
    targets[t][count] = day.values[t];
  });
}

/** What all its days tell of each target. */
export function posteriorsOf({
  targets,
  lower,
  solved,
  firstWeights,
  steps,
}: GrowingRegression): Posterior[] {
  return solved.map((z, t) => {
    const weights = new Float64Array(lower.length);
    weights.set(firstWeights[t]);
    steps.forEach((step, s) => {
      const n = firstWeights[t].length + s;
      const own = z[n] / lower[n][n];
      for (let i = 0; i < n; i++) weights[i] -= own * step[i];
      weights[n] = own;
    });
    const ahead = targets[t].slice(0, lower.length);
    for (let i = 0; i < ahead.length; i++) ahead[i] -= lower[i][i] * z[i];
    return { weights, ahead };
  });
}

/** Adds a day's features to those of the days before it, and tells its covariances with these and its variance. */
function addFeatures(
  { terms, known }: GrowingRegression,
  { day, features }: FurtherDay,
): { covariances: Float64Array; variance: number } {
  const covariances = covariancesWith(terms, known, day, features);
  const i = known.days.length;
  let variance = 0;
  terms.forEach((term, t) => {
    const own = features[t];
    const square = own.reduce((sum, value) => sum + value * value, 0);
    known.features[t].set(own, i * own.length);
    known.squares[t][i] = square;
    variance += termOf(term, square, square, square);
  });
  known.days.push(day);
  return { covariances, variance };
}

/** L'^-1 of the first numbers of a vector, as many as L has rows. */
function solvedUpper(lower: Float64Array[], vector: Float64Array): Float64Array {
  const values = vector.slice(0, lower.length);
  for (let i = values.length - 1; i >= 0; i--) {
    const row = lower[i];
    const value = values[i] / row[i];
    values[i] = value;
    for (let j = 0; j < i; j++) values[j] -= value * row[j];
  }
  return values;
}

/** Of the first numbers; four sums, because each waits for its last addition. */
function dot(one: Float64Array, other: Float64Array, count: number): number {
  const whole = count & ~3;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < whole; i += 4) {
    a += one[i] * other[i];
    b += one[i + 1] * other[i + 1];
    c += one[i + 2] * other[i + 2];
    d += one[i + 3] * other[i + 3];
  }
  for (let i = whole; i < count; i++) a += one[i] * other[i];
  return a + b + (c + d);
}
