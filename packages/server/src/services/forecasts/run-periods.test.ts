import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointOf, QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import { clipTo } from './run-periods.ts';

/** Quantiles that rise evenly from `low` to `high`. */
const evenly = (low: number, high: number) =>
  Float64Array.from(QUANTILE_LEVELS, (level) => low + (high - low) * level);

test('a distribution whose point lies below the limit of points moves up, and what lies beyond the others is at them', () => {
  const clip = clipTo({ min: -6, pointMin: -1, max: 40 });
  const far = pointOf(clip({ start: 0, distribution: evenly(-60, -20) }));
  assert.deepEqual([far.p10, far.value, far.p90], [-6, -1, 15]);
  const low = pointOf(clip({ start: 0, distribution: evenly(-20, 20) }));
  assert.deepEqual([low.p10, low.value, low.p90], [-6, 0, 16]);
  const high = pointOf(clip({ start: 0, distribution: evenly(20, 60) }));
  assert.deepEqual([high.p10, high.value, high.p90], [24, 40, 40]);
});
