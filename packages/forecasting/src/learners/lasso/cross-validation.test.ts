import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentsOf, problemOf, randomProblem } from '../../../test/random-problem.ts';
import { createFolds, lambdaByCrossValidation } from './cross-validation.ts';

const { rows, columns, x, y, moments } = randomProblem(43, 9, 0.5, 12);

test('the folds cover every row once', () => {
  const folds = createFolds(x, rows, columns, moments.gram, 5);
  assert.deepEqual(
    folds.map(({ first, heldRows }) => [first, heldRows]),
    [
      [0, 8],
      [8, 9],
      [17, 8],
      [25, 9],
      [34, 9],
    ],
  );
});

test("a fold's Gram matrix is that of the training rows about their own means", () => {
  const [, fold] = createFolds(x, rows, columns, moments.gram, 5);
  const isTraining = (at: number) => at % rows < 8 || at % rows >= 17;
  const training = problemOf(
    fold.trainingRows,
    columns,
    x.filter((_, at) => isTraining(at)),
    y.filter((_, at) => isTraining(at)),
  );
  fold.trainingGram.forEach((value, at) => assert.ok(Math.abs(value - training.moments.gram[at]) < 1e-9));
});

test('a strong signal gets a small penalty and pure noise a large one', () => {
  const folds = createFolds(x, rows, columns, moments.gram, 5);
  const largest = (cross: Float64Array) => cross.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const signal = x.subarray(0, rows).map((value, i) => 5 * value - 3 * x[rows + i]);
  const clear = momentsOf(rows, columns, x, signal);
  assert.ok(lambdaByCrossValidation(clear, signal, folds) < 0.01 * largest(clear.cross));
  const noise = randomProblem(rows, 1, 0, 99).x;
  const blurred = momentsOf(rows, columns, x, noise);
  assert.ok(lambdaByCrossValidation(blurred, noise, folds) > 0.2 * largest(blurred.cross));
});
