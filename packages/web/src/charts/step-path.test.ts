import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stepBand, stepLine } from './step-path.ts';

const scale = { x: (index: number) => index * 10, y: (value: number) => 100 - value };

test('each value holds for its step', () => {
  assert.equal(stepLine([10, 20], scale), 'M0.0 90.0V90.0H10.0V80.0H20.0');
});

test('a band goes out along the upper line, back along the lower, and closes', () => {
  assert.equal(stepBand([0, 5], [10, 20], scale), 'M0.0 90.0V90.0H10.0V80.0H20.0V95.0H10.0V100.0H0.0Z');
});

test('where there is no value there is neither line nor band', () => {
  assert.equal(stepLine([10, null, 20], scale), 'M0.0 90.0V90.0H10.0M20.0 80.0V80.0H30.0');
  assert.equal(stepLine([null, null], scale), '');
  assert.equal(
    stepBand([null, 0, 5], [10, 10, 20], scale),
    'M10.0 90.0V90.0H20.0V80.0H30.0V95.0H20.0V100.0H10.0Z',
  );
});
