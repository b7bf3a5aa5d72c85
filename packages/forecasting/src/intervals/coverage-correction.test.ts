import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { coverageFactors } from './coverage-correction.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';

const SLOTS = 10;

function pricesOf(days: number): Float64Array {
  return new Float64Array(days * SLOTS);
}

/** Bounds of a level below the median that lie above the price of 0 in the first `missed` slots of each day. */
function lowerBounds(days: number, missed: number): Float64Array {
  return Float64Array.from({ length: days * SLOTS }, (_, i) => (i % SLOTS < missed ? 1 : -1));
}

describe('coverage factors', () => {
  const history = { slotsPerDay: SLOTS, actual: pricesOf(60) };
  const meanOf = (factors: Float64Array) => factors.reduce((sum, factor) => sum + factor / SLOTS, 0);

  test('bounds that are missed as often as promised, everywhere alike, stay', () => {
    const bounds = Float64Array.from({ length: 600 }, (_, i) =>
      Math.floor(i / SLOTS) % 10 === i % 10 ? 1 : -1,
    );
    assert.ok(Math.abs(meanOf(coverageFactors(history, bounds, 0.1, DAY_AHEAD.bounds.coverage)) - 1) < 0.02);
  });

  test('are above 1 after too many misses and below 1 after too few', () => {
    assert.ok(meanOf(coverageFactors(history, lowerBounds(60, 3), 0.1, DAY_AHEAD.bounds.coverage)) > 1.5);
    assert.ok(meanOf(coverageFactors(history, lowerBounds(60, 0), 0.1, DAY_AHEAD.bounds.coverage)) < 0.8);
  });

  test('a week in which every price lies outside widens by half', () => {
    const bounds = lowerBounds(60, 1);
    bounds.fill(1, 53 * SLOTS);
    assert.ok(meanOf(coverageFactors(history, bounds, 0.1, DAY_AHEAD.bounds.coverage)) > 1.5);
  });

  test('are larger in slots that are missed more often than the others', () => {
    const factors = coverageFactors(history, lowerBounds(60, 1), 0.1, DAY_AHEAD.bounds.coverage);
    assert.ok(factors[0] > 1.5 * factors[1]);
    factors.subarray(2).forEach((factor) => assert.equal(factor, factors[1]));
  });

  test('upper bounds mirror lower ones', () => {
    const lower = lowerBounds(60, 3);
    assert.deepEqual(
      coverageFactors(
        history,
        lower.map((bound) => -bound),
        0.9,
        DAY_AHEAD.bounds.coverage,
      ).map((factor) => Math.round(1e9 * factor)),
      coverageFactors(history, lower, 0.1, DAY_AHEAD.bounds.coverage).map((factor) =>
        Math.round(1e9 * factor),
      ),
    );
  });

  test('never leave [1/3, 3], however long all or nothing is missed', () => {
    const long = { slotsPerDay: SLOTS, actual: pricesOf(1000) };
    for (const missed of [0, SLOTS]) {
      coverageFactors(long, lowerBounds(1000, missed), 0.1, DAY_AHEAD.bounds.coverage).forEach((factor) =>
        assert.ok(factor >= 0.333 && factor <= 3.001),
      );
    }
  });

  test('without issued bounds, and for the median, nothing is corrected', () => {
    const ones = new Float64Array(SLOTS).fill(1);
    assert.deepEqual(
      coverageFactors(history, new Float64Array(600).fill(NaN), 0.1, DAY_AHEAD.bounds.coverage),
      ones,
    );
    assert.deepEqual(coverageFactors(history, lowerBounds(60, 5), 0.5, DAY_AHEAD.bounds.coverage), ones);
  });

  test('bounds that are not one for each price are refused', () =>
    assert.throws(
      () => coverageFactors(history, lowerBounds(59, 1), 0.1, DAY_AHEAD.bounds.coverage),
      RangeError,
    ));
});
