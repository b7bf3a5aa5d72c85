import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalCdf, normalQuantile } from '../metrics/normal-distribution.ts';
import { probabilityAtMost, quantileAt } from './price-distribution.ts';
import { indexOfLevel, QUANTILE_LEVELS } from './quantile-levels.ts';

const NORMAL = QUANTILE_LEVELS.map((level) => 50 + 10 * normalQuantile(level));
const LIMITS = { lowest: 0, highest: 100 };

test('the levels rise, mirror each other, and include the bounds and the median', () => {
  QUANTILE_LEVELS.forEach((level, k) => {
    assert.ok(Math.abs(level + QUANTILE_LEVELS[QUANTILE_LEVELS.length - 1 - k] - 1) < 1e-12);
    if (k > 0) assert.ok(level > QUANTILE_LEVELS[k - 1]);
  });
  for (const level of [0.1, 0.5, 0.9]) assert.equal(QUANTILE_LEVELS[indexOfLevel(level)], level);
  assert.throws(() => indexOfLevel(0.123), /none of the levels/);
});

test('the quantile at a level of the distribution is its number, exactly', () => {
  QUANTILE_LEVELS.forEach((level, k) => assert.equal(quantileAt(NORMAL, level), NORMAL[k]));
});

test('of a normal distribution every percentile is within 4 % of the deviation from the closed form', () => {
  for (let percent = 1; percent < 100; percent++) {
    const exact = 50 + 10 * normalQuantile(percent / 100);
    assert.ok(Math.abs(quantileAt(NORMAL, percent / 100) - exact) < 0.4, `${percent}`);
  }
  for (const price of [20, 35, 49, 50, 62, 75, 85]) {
    assert.ok(Math.abs(probabilityAtMost(NORMAL, price) - normalCdf((price - 50) / 10)) < 0.004, `${price}`);
  }
});

test('probability and quantile are inverse to each other, in the tails too', () => {
  for (const level of [0.0001, 0.003, 0.01, 0.27, 0.5, 0.83, 0.96, 0.998, 0.9999]) {
    assert.ok(Math.abs(probabilityAtMost(NORMAL, quantileAt(NORMAL, level)) - level) < 1e-12, `${level}`);
  }
});

test('quantiles rise with the level and stay within the limits', () => {
  let last = -Infinity;
  for (let level = 0.00001; level < 1; level += 0.0003) {
    const price = quantileAt(NORMAL, level, LIMITS);
    assert.ok(price >= last && price >= 0 && price <= 100);
    last = price;
  }
});

test('what lies beyond a limit is an atom at it', () => {
  const low = NORMAL.map((price) => price - 45);
  const belowZero = probabilityAtMost(low, 0);
  assert.ok(belowZero > 0.2);
  assert.equal(probabilityAtMost(low, 0, LIMITS), belowZero);
  assert.equal(probabilityAtMost(low, -0.01, LIMITS), 0);
  assert.equal(quantileAt(low, 0.1, LIMITS), 0);
  assert.equal(probabilityAtMost(NORMAL, 100, LIMITS), 1);
});

test('a price that several quantiles share is an atom, and its probability reaches their upper end', () => {
  const flat = QUANTILE_LEVELS.map((level) => (level <= 0.4 ? 0 : 100 * (level - 0.4)));
  assert.equal(probabilityAtMost(flat, 0), 0.4);
  assert.equal(probabilityAtMost(flat, -0.001), 0);
  const certain = QUANTILE_LEVELS.map(() => 7);
  assert.deepEqual(
    [6.99, 7].map((price) => probabilityAtMost(certain, price)),
    [0, 1],
  );
  assert.equal(quantileAt(certain, 0.0001), 7);
});

test('levels outside (0, 1) and NaN are refused', () => {
  for (const level of [0, 1, -0.1, Number.NaN]) assert.throws(() => quantileAt(NORMAL, level), RangeError);
  assert.throws(() => probabilityAtMost(NORMAL, Number.NaN), RangeError);
});
