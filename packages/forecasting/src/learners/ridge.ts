import { type Kernel, paddedWidth, takeBlocks } from '../kernel/kernel.ts';
import { innerProducts, roomForSystem, solutionsOf } from '../linalg/normal-equations.ts';

/** Ridge regressions of every slot on the same features of the day, as plain JSON. */
export interface LinearDays {
  means: number[];
  /** Standard deviations, 0 for a constant feature, which is left out. */
  deviations: number[];
  intercepts: number[];
  /** `coefficients[slot][feature]`, of the standardised features. */
  coefficients: number[][];
}

export interface RidgeOptions {
  /** The penalty of a regression on a year, in days: one on N days has `penaltyDays N / 365` added to the diagonal of its correlations times N. */
  penaltyDays: number;
  /** Blocks of training days that are left out in turn. */
  folds: number;
}

/** A block of consecutive training days with the inner products of its standardised features and centred targets. */
interface Fold {
  from: number;
  days: number;
  /** Row-major over features, then targets; the lower triangle counts. */
  products: Float64Array;
}

const DAYS_PER_YEAR = 365;

/**
 * Fits the regressions on `days` rows of `features` (row-major, all finite) and `targets` (row-major, `slots` to a row).
 * `crossFitted` holds for each training day the forecast of regressions that have not seen it nor the days around it: the
 * days are cut into `folds` blocks, each forecast from the others.
 */
export function fitLinearDays(
  kernel: Kernel,
  features: Float64Array,
  targets: Float64Array,
  { days, slots, penaltyDays, folds: count }: { days: number; slots: number } & RidgeOptions,
): { fitted: LinearDays; crossFitted: Float64Array } {
  const width = features.length / days;
  const { means, deviations } = columnMoments(features, days, width);
  const { means: intercepts } = columnMoments(targets, days, slots);
  const folds = cutFolds(kernel, {
    features,
    targets,
    days,
    width,
    slots,
    means,
    deviations,
    intercepts,
    count,
  });
  const whole = sumOf(folds.map(({ products }) => products));
  const fitted: LinearDays = {
    means: Array.from(means),
    deviations: Array.from(deviations),
    intercepts: Array.from(intercepts),
    coefficients: solveRidge(kernel, whole, { width, slots, days, penaltyDays }),
  };
  const crossFitted = new Float64Array(days * slots);
  for (const fold of folds) {
    const rest = solveRidge(
      kernel,
      whole.map((value, i) => value - fold.products[i]),
      { width, slots, days: days - fold.days, penaltyDays },
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

function cutFolds(
  kernel: Kernel,
  problem: {
    features: Float64Array;
    targets: Float64Array;
    days: number;
    width: number;
    slots: number;
    means: Float64Array;
    deviations: Float64Array;
    intercepts: Float64Array;
    count: number;
  },
): Fold[] {
  const { days, width, slots, means, deviations, intercepts, count: folds } = problem;
  const scales = deviations.map((deviation) => (deviation > 0 ? 1 / deviation : 0));
  return Array.from({ length: folds }, (_, k) => {
    const from = Math.floor((k * days) / folds);
    const count = Math.floor(((k + 1) * days) / folds) - from;
    const columns = new Float64Array((width + slots) * count);
    for (let i = 0; i < count; i++) {
      const feature = (from + i) * width;
      for (let j = 0; j < width; j++)
        columns[j * count + i] = (problem.features[feature + j] - means[j]) * scales[j];
      const target = (from + i) * slots;
      for (let j = 0; j < slots; j++)
        columns[(width + j) * count + i] = problem.targets[target + j] - intercepts[j];
    }
    return { from, days: count, products: innerProducts(kernel, columns, width + slots) };
  });
}

function sumOf(parts: Float64Array[]): Float64Array {
  const sum = new Float64Array(parts[0].length);
  for (const part of parts) for (let i = 0; i < sum.length; i++) sum[i] += part[i];
  return sum;
}

/** For each slot the coefficients, from the inner products of `days` days: one factorisation, whose last rows are the targets. */
function solveRidge(
  kernel: Kernel,
  products: Float64Array,
  {
    width,
    slots,
    days,
    penaltyDays,
  }: { width: number; slots: number; days: number } & Pick<RidgeOptions, 'penaltyDays'>,
): number[][] {
  const size = paddedWidth(width);
  const blocks = takeBlocks(kernel, roomForSystem(size, slots));
  const { matrix, panels } = blocks;
  const { values } = matrix;
  const stride = width + slots;
  for (let j = 0; j < width; j++) {
    values.set(products.subarray(j * stride, j * stride + j + 1), j * size);
    values[j * (size + 1)] += (penaltyDays / DAYS_PER_YEAR) * days;
  }
  for (let j = width; j < size; j++) values[j * (size + 1)] = 1;
  for (let slot = 0; slot < slots; slot++) {
    const row = (width + slot) * stride;
    values.set(products.subarray(row, row + width), (size + slot) * size);
  }
  const rows = values.length / size;
  if (kernel.factorize(matrix.address, size, size, rows, panels.address, 0) === 0) {
    throw new Error('The correlations of the training days are not positive definite.');
  }
  return solutionsOf(kernel, { ...blocks, size }, { unknowns: width, rightSides: slots }).map((solution) =>
    Array.from(solution),
  );
}
