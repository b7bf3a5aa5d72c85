import assert from 'node:assert/strict';
import { test } from 'node:test';
import { empiricalQuantile } from './empirical-quantile.ts';

test('a quantile is the value that stands for its level, joined by straight lines and closed at the ends', () => {
  const sample = Float64Array.of(1, 2, 4, 8);
  const at = (level: number) => empiricalQuantile(sample, level);
  assert.deepEqual([0, 0.125, 0.25, 0.5, 0.875, 1].map(at), [1, 1, 1.5, 3, 8, 8]);
  assert.equal(empiricalQuantile(Float64Array.of(7), 0.3), 7);
});
