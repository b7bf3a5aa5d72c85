import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalCdf, normalQuantile } from './normal-distribution.ts';

test('quantiles are those of the tables', () => {
  for (const [probability, z] of [
    [0.5, 0],
    [0.025, -1.959963984540054],
    [0.9, 1.2815515655446004],
    [0.99, 2.3263478740408408],
  ]) {
    assert.ok(Math.abs(normalQuantile(probability) - z) < 1e-12, `${probability}`);
  }
});

test('it is the inverse of the distribution', () => {
  for (let probability = 0.001; probability < 0.999; probability += 0.0499) {
    assert.ok(Math.abs(normalCdf(normalQuantile(probability)) - probability) < 1e-13);
  }
});

test('probabilities outside its range are refused', () => {
  for (const probability of [0, 1, 1e-4, Number.NaN]) {
    assert.throws(() => normalQuantile(probability), /0\.001 to 0\.999; got/);
  }
});
