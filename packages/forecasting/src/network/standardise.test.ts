import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitStandardisation, standardise } from './standardise.ts';

const ROWS = [
  [1, 0.1, 5],
  [3, 0.1, 5],
].map((row) => Float64Array.from(row));

test('training rows get mean 0 and deviation 1, constants 0 for good', () => {
  const fitted = fitStandardisation(ROWS);
  assert.deepEqual([...standardise(fitted, ROWS[0])], [-1, 0, 0]);
  assert.deepEqual([...standardise(fitted, ROWS[1])], [1, 0, 0]);
  assert.equal(standardise(fitted, Float64Array.of(2, 7, -7))[1], 0);
});

test('what lies beyond eight deviations counts as eight', () => {
  const fitted = fitStandardisation(ROWS);
  assert.equal(standardise(fitted, Float64Array.of(1e300, 0, 0))[0], 8);
  assert.equal(standardise(fitted, Float64Array.of(-1e300, 0, 0))[0], -8);
});
