import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assumedErrors } from './assumed-errors.ts';

test('assumed errors are of size 1, go with the hour before by 0.9 and are the same each time', () => {
  const errors = assumedErrors(4000, 3, 0.9);
  const mean = (valueOf: (row: Float64Array) => number) =>
    errors.reduce((sum, row) => sum + valueOf(row), 0) / errors.length;
  assert.ok(Math.abs(mean(([, , x]) => x * x) - 1) < 0.06);
  assert.ok(Math.abs(mean(([, x, y]) => x * y) - 0.9) < 0.06);
  assert.deepEqual(assumedErrors(4000, 3, 0.9), errors);
});
