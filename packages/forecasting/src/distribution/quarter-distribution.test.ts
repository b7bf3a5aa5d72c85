import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuarterShape } from './quarter-shape.ts';
import { normalQuantile } from '../metrics/normal-distribution.ts';
import { quantileAt } from './price-distribution.ts';
import { distributionOfQuarter, quarterShare } from './quarter-distribution.ts';
import { QUANTILE_LEVELS } from './quantile-levels.ts';

const zeros = () => new Float64Array(96);
const SHAPE: QuarterShape = { level: zeros(), before: zeros(), after: zeros(), spread: zeros() };
SHAPE.level[41] = 2;
SHAPE.before[41] = 0.1;
SHAPE.spread[41] = 4;
const PLACE = { hour: 10, quarter: 1, steps: { before: 20, after: 5 } };
const HOUR = QUANTILE_LEVELS.map((level) => 50 + 3 * normalQuantile(level));

test('a quarter is moved by what is expected of it, and its bounds are as far away as both spreads together', () => {
  const quarter = distributionOfQuarter(HOUR, SHAPE, PLACE);
  const [p10, value, p90] = [0.1, 0.5, 0.9].map((level) => quantileAt(HOUR, level));
  assert.deepEqual(
    [0.1, 0.5, 0.9].map((level) => quantileAt(quarter, level)),
    [54 - Math.hypot(value - p10, 4), 54, 54 + Math.hypot(p90 - value, 4)],
  );
});

test('normal errors of hour and quarter add up to a normal distribution', () => {
  const quarter = distributionOfQuarter(HOUR, SHAPE, PLACE);
  const deviation = Math.hypot(3, 4 / normalQuantile(0.9));
  QUANTILE_LEVELS.forEach((level, k) =>
    assert.ok(Math.abs(quarter[k] - (54 + deviation * normalQuantile(level))) < 1e-9),
  );
  const share = (4 / normalQuantile(0.9)) ** 2 / deviation ** 2;
  assert.ok(Math.abs(quarterShare(HOUR, SHAPE, PLACE) - share) < 1e-9);
  assert.equal(quarterShare(HOUR, SHAPE, { ...PLACE, quarter: 0 }), 0);
});
