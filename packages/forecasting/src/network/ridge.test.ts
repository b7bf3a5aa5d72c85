import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import { applyLinear, fitRidge } from './ridge.ts';

const ROWS = 30;

function problem(seed: number): { features: Float64Array[]; targets: Float64Array[] } {
  const normal = createNormal(seed);
  const draw = (width: number): Float64Array[] =>
    Array.from({ length: ROWS }, () => Float64Array.from({ length: width }, () => 2 + normal()));
  return { features: draw(5), targets: draw(3) };
}

test('one feature and one output have the textbook solution', () => {
  const features = [-1, 0, 1].map((value) => Float64Array.of(value));
  const { layer } = fitRidge(
    features,
    [[1], [2], [6]].map((row) => Float64Array.from(row)),
    0.5,
  );
  // Covariance 5/3, variance 2/3: slope (5/3) / (2/3 + 1/2), intercept the mean.
  assert.ok(Math.abs(layer.coefficients[0] - 5 / 3 / (2 / 3 + 0.5)) < 1e-12);
  assert.ok(Math.abs(layer.intercepts[0] - 3) < 1e-12);
});

test('the gradient of the penalised loss is 0 in every coefficient and intercept', () => {
  const { features, targets } = problem(5);
  const { layer } = fitRidge(features, targets, 0.2);
  const errors = features.map((row, i) => applyLinear(layer, row).map((fitted, k) => fitted - targets[i][k]));
  for (let k = 0; k < 3; k++) {
    assert.ok(Math.abs(errors.reduce((sum, row) => sum + row[k], 0)) < 1e-10);
    for (let j = 0; j < 5; j++) {
      const pull = errors.reduce((sum, row, i) => sum + row[k] * features[i][j], 0) / ROWS;
      assert.ok(Math.abs(pull + 0.2 * layer.coefficients[j * 3 + k]) < 1e-10);
    }
  }
});

test('residuals are those of fits without the row, with the whole penalty', () => {
  const { features, targets } = problem(9);
  const { residuals } = fitRidge(features, targets, 0.2);
  for (const left of [0, 7, ROWS - 1]) {
    const others = (rows: Float64Array[]): Float64Array[] => rows.filter((_, i) => i !== left);
    const penalty = (0.2 * ROWS) / (ROWS - 1);
    const { layer } = fitRidge(others(features), others(targets), penalty);
    applyLinear(layer, features[left]).forEach((fitted, k) => {
      assert.ok(Math.abs(residuals[left * 3 + k] - (targets[left][k] - fitted)) < 1e-9);
    });
  }
});

test('features that are constant or repeat others get finite coefficients', () => {
  const { features, targets } = problem(3);
  const odd = features.map((row) => Float64Array.of(...row, row[0], 0));
  const { layer, residuals } = fitRidge(odd, targets, 0.1);
  assert.ok(layer.coefficients.every(Number.isFinite) && residuals.every(Number.isFinite));
  assert.deepEqual(layer.coefficients.slice(-3), [0, 0, 0]);
  for (let k = 0; k < 3; k++) {
    assert.ok(Math.abs(layer.coefficients[k] - layer.coefficients[15 + k]) < 1e-9);
  }
});
