import { crossProduct, gram as gramOf } from '../../linalg/gram.ts';
import { coefficientsAt, larsPath } from './lars.ts';
import type { Moments } from './moments.ts';

/** One block of rows that is held out, and the moments of the other rows about their own means. */
export interface Fold {
  first: number;
  heldRows: number;
  trainingRows: number;
  /** Column-major, centred on the mean of all rows. */
  held: Float64Array;
  heldSums: Float64Array;
  trainingGram: Float64Array;
}

const LAMBDAS = 20;
const SMALLEST_SHARE = 1e-3;

/**
 * Cuts centred rows into `count` blocks of neighbours, which for days in order of time keeps a held-out day apart from
 * most of its neighbours. The Gram matrices of the training rows come from the whole one by subtraction, and serve every y.
 */
export function createFolds(
  x: Float64Array,
  rows: number,
  columns: number,
  gram: Float64Array,
  count: number,
): Fold[] {
  return Array.from({ length: count }, (_, fold) => {
    const first = Math.floor((fold * rows) / count);
    const heldRows = Math.floor(((fold + 1) * rows) / count) - first;
    const trainingRows = rows - heldRows;
    const held = new Float64Array(heldRows * columns);
    const heldSums = new Float64Array(columns);
    for (let j = 0; j < columns; j++) {
      const column = x.subarray(j * rows + first, j * rows + first + heldRows);
      held.set(column, j * heldRows);
      heldSums[j] = column.reduce((sum, value) => sum + value, 0);
    }
    // All rows sum to 0, so the training rows sum to minus the held ones.
    const trainingGram = gramOf(held, heldRows, columns);
    for (let i = 0; i < columns; i++) {
      for (let j = 0; j < columns; j++) {
        const at = i * columns + j;
        trainingGram[at] = gram[at] - trainingGram[at] - (heldSums[i] * heldSums[j]) / trainingRows;
      }
    }
    for (let j = 0; j < columns; j++) {
      // A column that only moves in the held rows is constant in training; the subtraction leaves rounding.
      const at = j * (columns + 1);
      if (trainingGram[at] < 1e-12 * gram[at]) trainingGram[at] = 0;
    }
    return { first, heldRows, trainingRows, held, heldSums, trainingGram };
  });
}

/** The lambda, of a geometric grid, with the least squared error on held-out rows. `y` is centred, as long as x has rows. */
export function lambdaByCrossValidation(moments: Moments, y: Float64Array, folds: Fold[]): number {
  const largest = moments.cross.reduce((sum, value) => Math.max(sum, Math.abs(value)), 0);
  const lambdas = Float64Array.from(
    { length: LAMBDAS },
    (_, i) => largest * SMALLEST_SHARE ** (i / (LAMBDAS - 1)),
  );
  const errors = new Float64Array(LAMBDAS);
  for (const fold of folds) addHeldErrors(errors, lambdas, moments, y, fold);
  let best = 0;
  errors.forEach((error, i) => (best = error < errors[best] ? i : best));
  return lambdas[best];
}

function addHeldErrors(
  errors: Float64Array,
  lambdas: Float64Array,
  moments: Moments,
  y: Float64Array,
  fold: Fold,
): void {
  const { heldRows, trainingRows, held, heldSums } = fold;
  const p = moments.columns;
  const heldY = y.subarray(fold.first, fold.first + heldRows);
  const sum = heldY.reduce((total, value) => total + value, 0);
  const squares = heldY.reduce((total, value) => total + value * value, 0);
  const heldCross = crossProduct(held, heldY, heldRows, p, 1);
  const training: Moments = {
    columns: p,
    gram: fold.trainingGram,
    cross: moments.cross.map((value, j) => value - heldCross[j] - (heldSums[j] * sum) / trainingRows),
    squares: moments.squares - squares - (sum * sum) / trainingRows,
  };
  // The penalty acts on a sum over rows: fewer rows, less of it.
  const share = trainingRows / y.length;
  const path = larsPath(training, { lambdaMin: lambdas[LAMBDAS - 1] * share });
  lambdas.forEach((lambda, at) => {
    const coefficients = coefficientsAt(path, p, lambda * share);
    const residual = heldY.map((value) => value + sum / trainingRows);
    coefficients.forEach((b, j) => {
      if (b === 0) return;
      for (let i = 0; i < heldRows; i++)
        residual[i] -= b * (held[j * heldRows + i] + heldSums[j] / trainingRows);
    });
    errors[at] += residual.reduce((total, value) => total + value * value, 0);
  });
}
