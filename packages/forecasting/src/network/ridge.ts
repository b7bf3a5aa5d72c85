import { type CholeskyFactor, appendVariable, createCholesky, solveInPlace } from '../linalg/cholesky.ts';
import { crossProduct, gram } from '../linalg/gram.ts';

/** A linear map of features to outputs. */
export interface LinearLayer {
  intercepts: number[];
  /** Row-major features x outputs. */
  coefficients: number[];
}

export interface RidgeFit {
  layer: LinearLayer;
  /** Row-major rows x outputs: what remains of each target when its own row takes no part in the fit. */
  residuals: Float64Array;
}

/**
 * Minimises mean (y - c - z b)^2 + penalty |b|^2 for each output. The residual of a row left out is the plain residual divided
 * by 1 - h, h the row's weight in its own fit (Allen's PRESS identity), so that what is learnt from them is not the noise that
 * the fit has already swallowed. Rows of features and targets; rows * features^2 multiply-adds.
 */
export function fitRidge(features: Float64Array[], targets: Float64Array[], penalty: number): RidgeFit {
  const rows = features.length;
  const width = features[0].length;
  const outputs = targets[0].length;
  const z = centredColumns(features);
  const y = centredColumns(targets);
  const factor = factorOf(gram(z.values, rows, width), width, rows * penalty);
  const products = crossProduct(y.values, z.values, rows, outputs, width);
  const coefficients = new Float64Array(width * outputs);
  for (let k = 0; k < outputs; k++) {
    const solution = products.subarray(k * width, (k + 1) * width);
    solveInPlace(factor, solution);
    for (let j = 0; j < width; j++) coefficients[j * outputs + k] = solution[j];
  }
  const intercepts = y.means.slice();
  for (let j = 0; j < width; j++) {
    for (let k = 0; k < outputs; k++) intercepts[k] -= z.means[j] * coefficients[j * outputs + k];
  }
  const layer = { intercepts: Array.from(intercepts), coefficients: Array.from(coefficients) };
  const residuals = new Float64Array(rows * outputs);
  for (let i = 0; i < rows; i++) {
    const leverage = 1 / rows + leverageOf(factor, z.values, rows, i);
    applyLinear(layer, features[i]).forEach((fitted, k) => {
      residuals[i * outputs + k] = (targets[i][k] - fitted) / (1 - leverage);
    });
  }
  return { layer, residuals };
}

export function applyLinear({ intercepts, coefficients }: LinearLayer, features: Float64Array): Float64Array {
  const result = Float64Array.from(intercepts);
  for (let j = 0; j < features.length; j++) {
    const at = j * result.length;
    for (let k = 0; k < result.length; k++) result[k] += features[j] * coefficients[at + k];
  }
  return result;
}

function centredColumns(rows: Float64Array[]): { values: Float64Array; means: Float64Array } {
  const width = rows[0].length;
  const means = new Float64Array(width);
  for (const row of rows) for (let j = 0; j < width; j++) means[j] += row[j] / rows.length;
  const values = new Float64Array(width * rows.length);
  rows.forEach((row, i) => {
    for (let j = 0; j < width; j++) values[j * rows.length + i] = row[j] - means[j];
  });
  return { values, means };
}

function factorOf(matrix: Float64Array, width: number, ridge: number): CholeskyFactor {
  const factor = createCholesky(width);
  for (let j = 0; j < width; j++) {
    const row = matrix.subarray(j * width, (j + 1) * width);
    // The ridge keeps the matrix positive definite, whatever the columns are.
    if (!appendVariable(factor, row, row[j] + ridge, 0)) throw new Error('The ridge is lost in rounding.');
  }
  return factor;
}

/** |L^-1 z|^2 of row i. */
function leverageOf(factor: CholeskyFactor, columns: Float64Array, rows: number, i: number): number {
  const { capacity, size, lower } = factor;
  const solved = new Float64Array(size);
  let squares = 0;
  for (let j = 0; j < size; j++) {
    const at = j * capacity;
    let sum = columns[j * rows + i];
    for (let k = 0; k < j; k++) sum -= lower[at + k] * solved[k];
    solved[j] = sum / lower[at + j];
    squares += solved[j] * solved[j];
  }
  return squares;
}
