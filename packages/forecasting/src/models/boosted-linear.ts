import { appendVariable, createCholesky, solveInPlace } from '../linalg/cholesky.ts';
import { crossProduct, gram } from '../linalg/gram.ts';

/** Ridge regressions of every slot on the same features of the day, as plain JSON. */
export interface LinearDays {
  means: number[];
  /** Standard deviations, 0 for a constant feature, which is left out. */
  deviations: number[];
  intercepts: number[];
  /** `coefficients[slot][feature]`, of the standardised features. */
  coefficients: number[][];
}

/** A block of consecutive training days with the products of its standardised features and centred targets. */
interface Fold {
  from: number;
  days: number;
  gram: Float64Array;
  products: Float64Array;
}

const FOLDS = 6;

/** The penalty in rows: a regression on N days has `PENALTY N / 365` added to the diagonal of its correlations times N. */
const PENALTY_SHARE = 30 / 365;

/**
 * Fits the regressions on `days` rows of `features` (row-major, all finite) and `targets` (row-major, `slots` to a row).
 * `crossFitted` holds for each training day the forecast of regressions that have not seen it nor the days around it: the
 * days are cut into six blocks, each forecast from the other five.
 */
export function fitLinearDays(
  features: Float64Array,
  targets: Float64Array,
  days: number,
  slots: number,
): { fitted: LinearDays; crossFitted: Float64Array } {
  const width = features.length / days;
  const { means, deviations } = columnMoments(features, days, width);
  const { means: intercepts } = columnMoments(targets, days, slots);
  const folds = cutFolds({ features, targets, days, width, slots, means, deviations, intercepts });
  const whole = sumOf(folds.map((fold) => fold.gram));
  const products = sumOf(folds.map((fold) => fold.products));
  const fitted: LinearDays = {
    means: Array.from(means),
    deviations: Array.from(deviations),
    intercepts: Array.from(intercepts),
    coefficients: solveRidge(whole, products, days, slots),
  };
  const crossFitted = new Float64Array(days * slots);
  for (const fold of folds) {
    const rest = solveRidge(
      whole.map((value, i) => value - fold.gram[i]),
      products.map((value, i) => value - fold.products[i]),
      days - fold.days,
      slots,
    );
    const others = { ...fitted, coefficients: rest };
    for (let day = fold.from; day < fold.from + fold.days; day++) {
      crossFitted.set(
        predictLinearDay(others, features.subarray(day * width, (day + 1) * width)),
        day * slots,
      );
    }
  }
  return { fitted, crossFitted };
}

export function predictLinearDay(fitted: LinearDays, features: Float64Array): Float64Array {
  const standardised = standardiseDay(fitted, features);
  return Float64Array.from(fitted.intercepts, (intercept, slot) => {
    const coefficients = fitted.coefficients[slot];
    let sum = intercept;
    for (let j = 0; j < standardised.length; j++) sum += coefficients[j] * standardised[j];
    return sum;
  });
}

/** The features as the coefficients take them; 0 for one that was constant. */
export function standardiseDay({ means, deviations }: LinearDays, features: Float64Array): Float64Array {
  return features.map((value, j) => (deviations[j] > 0 ? (value - means[j]) / deviations[j] : 0));
}

function columnMoments(
  values: Float64Array,
  rows: number,
  width: number,
): { means: Float64Array; deviations: Float64Array } {
  const means = new Float64Array(width);
  const deviations = new Float64Array(width);
  for (let i = 0; i < values.length; i++) means[i % width] += values[i] / rows;
  for (let i = 0; i < values.length; i++) deviations[i % width] += (values[i] - means[i % width]) ** 2 / rows;
  // What is left of a constant column after rounding counts as constant.
  for (let j = 0; j < width; j++) {
    const deviation = Math.sqrt(deviations[j]);
    deviations[j] = deviation > 1e-9 * Math.abs(means[j]) ? deviation : 0;
  }
  return { means, deviations };
}

function cutFolds(problem: {
  features: Float64Array;
  targets: Float64Array;
  days: number;
  width: number;
  slots: number;
  means: Float64Array;
  deviations: Float64Array;
  intercepts: Float64Array;
}): Fold[] {
  const { days, width, slots, means, deviations, intercepts } = problem;
  const scales = deviations.map((deviation) => (deviation > 0 ? 1 / deviation : 0));
  return Array.from({ length: FOLDS }, (_, k) => {
    const from = Math.floor((k * days) / FOLDS);
    const count = Math.floor(((k + 1) * days) / FOLDS) - from;
    const features = standardisedColumns(problem.features, from, count, means, scales);
    const targets = standardisedColumns(
      problem.targets,
      from,
      count,
      intercepts,
      new Float64Array(slots).fill(1),
    );
    return {
      from,
      days: count,
      gram: gram(features, count, width),
      products: crossProduct(targets, features, count, slots, width),
    };
  });
}

/** `count` rows from `from` on, shifted and scaled, column-major. */
function standardisedColumns(
  values: Float64Array,
  from: number,
  count: number,
  means: Float64Array,
  scales: Float64Array,
): Float64Array {
  const width = means.length;
  const columns = new Float64Array(count * width);
  for (let row = 0; row < count; row++) {
    const start = (from + row) * width;
    for (let j = 0; j < width; j++) columns[j * count + row] = (values[start + j] - means[j]) * scales[j];
  }
  return columns;
}

function sumOf(parts: Float64Array[]): Float64Array {
  const sum = new Float64Array(parts[0].length);
  for (const part of parts) for (let i = 0; i < sum.length; i++) sum[i] += part[i];
  return sum;
}

function solveRidge(matrix: Float64Array, products: Float64Array, days: number, slots: number): number[][] {
  const width = products.length / slots;
  const penalty = PENALTY_SHARE * days;
  const factor = createCholesky(width);
  for (let j = 0; j < width; j++) {
    const row = matrix.subarray(j * width, j * width + j);
    appendVariable(factor, row, matrix[j * width + j] + penalty, 0);
  }
  return Array.from({ length: slots }, (_, slot) => {
    const solution = products.slice(slot * width, (slot + 1) * width);
    solveInPlace(factor, solution);
    return Array.from(solution);
  });
}
