import { sideBySide } from '../../linalg/vectors.ts';
import type { DayGroups } from '../../features/day-groups.ts';
import type { CovarianceTerm, NoiseVariance } from './covariance.ts';

/** Days as one term of the covariance compares them. */
export interface TermFeatures {
  /** Row-major days x features, each feature times the weight of its group. */
  values: Float64Array;
  /** Inner product of each day's features with themselves. */
  squares: Float64Array;
}

/** Training days in order of time, as each term compares them. */
export interface TrainingSet {
  /** Day numbers, ascending. */
  days: number[];
  terms: TermFeatures[];
}

/** What is to be learnt on the training days: targets of one value a day, and the variance of each day's noise. */
export interface TrainingTargets {
  targets: Float64Array[];
  noise: ArrayLike<number>;
}

/** Features of so many days, with their inner products with themselves. */
export function termFeatures(values: Float64Array, count: number): TermFeatures {
  const width = values.length / count;
  const squares = Float64Array.from({ length: count }, (_, i) => {
    let sum = 0;
    for (let j = i * width; j < (i + 1) * width; j++) sum += values[j] * values[j];
    return sum;
  });
  return { values, squares };
}

/** Days behind each other whose features come in parts, the same terms in each. */
export function joinTerms(parts: TermFeatures[][]): TermFeatures[] {
  return parts[0].map((_, t) => ({
    values: sideBySide(parts.map((terms) => terms[t].values)),
    squares: sideBySide(parts.map((terms) => terms[t].squares)),
  }));
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

/** Variance of a day's noise: more where inputs are not known. */
export function noiseOf(groups: DayGroups, { usual, unknownInputs }: NoiseVariance): number {
  const unknown = groups.find(({ name }) => name === 'unknown inputs')?.values[0] ?? 0;
  return usual + unknownInputs * unknown;
}

/**
 * Inner products of a vector with each of `count` rows of a row-major matrix; four rows at once because each sum waits for its last
 * addition.
 */
export function rowProducts(vector: ArrayLike<number>, matrix: Float64Array, count: number): Float64Array {
  const products = new Float64Array(count);
  const width = vector.length;
  for (let row = 0; row < count; row += 4) {
    const start = (offset: number) => Math.min(row + offset, count - 1) * width;
    const [first, second, third, fourth] = [start(0), start(1), start(2), start(3)];
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let j = 0; j < width; j++) {
      const value = vector[j];
      a += value * matrix[first + j];
      b += value * matrix[second + j];
      c += value * matrix[third + j];
      d += value * matrix[fourth + j];
    }
    products.set([a, b, c, d].slice(0, count - row), row);
  }
  return products;
}
