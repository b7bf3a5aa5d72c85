import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUniform } from '../learners/boosting/random.ts';
import { empiricalQuantile } from './empirical-quantile.ts';
import { outcomeLevels, recalibrate } from './outcome-levels.ts';

test('outcomes of a position that does not depend on the forecast lie evenly', () => {
  const uniform = createUniform(3);
  const position = Float64Array.of(1, -2, 0.5);
  const choices = Array.from({ length: 50 }, () => ({ position, errors: position.map(() => uniform()) }));
  const levels = outcomeLevels(choices);
  levels.forEach((level, i) => assert.ok(Math.abs(level - (i + 0.5) / 50) < 1e-12));
});

test('who sells where the forecast is highest comes to lie low, and the recalibrated range holds as many outcomes as it says', () => {
  const uniform = createUniform(5);
  const draw = () => {
    const errors = Float64Array.from({ length: 6 }, () => 10 * (uniform() - 0.5));
    // Prices are all the same: the forecast is highest where its error is lowest.
    const position = new Float64Array(6);
    position[errors.indexOf(Math.min(...errors))] = 1;
    return { position, errors };
  };
  const past = Array.from({ length: 400 }, draw);
  const levels = outcomeLevels(past);
  assert.ok(empiricalQuantile(levels, 0.5) < 0.2);
  let below = 0;
  let within = 0;
  for (let day = 0; day < 400; day++) {
    const { position, errors } = draw();
    const slot = position.indexOf(1);
    const sample = Float64Array.from(past, (other) => other.errors[slot]);
    const calibrated = recalibrate(sample, levels).sort();
    if (errors[slot] < empiricalQuantile(calibrated, 0.1)) below++;
    else if (errors[slot] <= empiricalQuantile(calibrated, 0.9)) within++;
  }
  assert.ok(Math.abs(below / 400 - 0.1) < 0.05, String(below));
  assert.ok(Math.abs(within / 400 - 0.8) < 0.06, String(within));
});

test('even levels leave a sample as it is, and the order of a sample stays', () => {
  const sample = Float64Array.of(3, 1, 2, 7, 5);
  const even = Float64Array.of(0.1, 0.3, 0.5, 0.7, 0.9);
  recalibrate(sample, even).forEach((value, i) => assert.ok(Math.abs(value - sample[i]) < 1e-12));
  const low = recalibrate(sample, Float64Array.of(0.1, 0.1, 0.2, 0.3, 0.5));
  const order = (values: Float64Array) => [...values.keys()].sort((a, b) => values[a] - values[b]);
  assert.deepEqual(order(low), order(sample));
  assert.ok(Math.max(...low) <= 3.000001);
});
