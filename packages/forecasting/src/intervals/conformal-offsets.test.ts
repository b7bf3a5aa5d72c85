import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { conformalOffsets } from './conformal-offsets.ts';
import { errorScales } from './error-scale.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';

/** Errors of one slot a day whose scale is 1 throughout: every one is +1 or -1. */
function signs(count: number, negatives: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => (i < negatives ? -1 : 1));
}

/** A linear congruential generator of numbers in [0, 1). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('conformal offsets', () => {
  test('of 9 errors the lowest is the 0.1 quantile and the highest the 0.9 quantile', () => {
    const [lower, upper] = conformalOffsets(
      { slotsPerDay: 1, errors: signs(9, 1) },
      [0.1, 0.9],
      DAY_AHEAD.bounds.scale,
    );
    assert.deepEqual([lower[0], upper[0]], [-1, 1]);
    const [withoutNegative] = conformalOffsets(
      { slotsPerDay: 1, errors: signs(9, 0) },
      [0.1],
      DAY_AHEAD.bounds.scale,
    );
    assert.equal(withoutNegative[0], 1);
  });

  test('of 19 errors the second lowest and the second highest are taken', () => {
    const [oneNegative] = conformalOffsets(
      { slotsPerDay: 1, errors: signs(19, 1) },
      [0.1],
      DAY_AHEAD.bounds.scale,
    );
    const [twoNegatives] = conformalOffsets(
      { slotsPerDay: 1, errors: signs(19, 2) },
      [0.1],
      DAY_AHEAD.bounds.scale,
    );
    assert.deepEqual([oneNegative[0], twoNegatives[0]], [1, -1]);
  });

  test('independent errors of one distribution are covered as promised', () => {
    const random = randomOf(7);
    let covered = 0;
    const trials = 2000;
    for (let trial = 0; trial < trials; trial++) {
      const errors = Float64Array.from({ length: 60 }, () => random() ** 3 - 0.2);
      const [lower, upper] = conformalOffsets({ slotsPerDay: 1, errors }, [0.1, 0.9], DAY_AHEAD.bounds.scale);
      const next = random() ** 3 - 0.2;
      if (next >= lower[0] && next <= upper[0]) covered++;
    }
    const percent = (100 * covered) / trials;
    assert.ok(percent > 78 && percent < 84, `${percent} % are covered`);
  });

  test('bounds widen with the errors of the last days', () => {
    const calm = Float64Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 1 : -1));
    const stormy = calm.map((error, i) => (i < 48 ? error : 5 * error));
    const [, upperCalm] = conformalOffsets(
      { slotsPerDay: 1, errors: calm },
      [0.1, 0.9],
      DAY_AHEAD.bounds.scale,
    );
    const [, upperStormy] = conformalOffsets(
      { slotsPerDay: 1, errors: stormy },
      [0.1, 0.9],
      DAY_AHEAD.bounds.scale,
    );
    assert.ok(upperStormy[0] > 3 * upperCalm[0]);
  });

  test('the unit of the price does not matter', () => {
    const random = randomOf(3);
    const errors = Float64Array.from({ length: 24 * 40 }, () => random() - 0.4);
    const [lower] = conformalOffsets({ slotsPerDay: 24, errors }, [0.1], DAY_AHEAD.bounds.scale);
    const [inThousands] = conformalOffsets(
      { slotsPerDay: 24, errors: errors.map((error) => error / 1000) },
      [0.1],
      DAY_AHEAD.bounds.scale,
    );
    lower.forEach((offset, slot) => assert.ok(Math.abs(offset - 1000 * inThousands[slot]) < 1e-9));
  });

  test('a slot with few errors borrows those of its neighbours', () => {
    const errors = new Float64Array(3 * 10).fill(NaN);
    for (let day = 0; day < 10; day++) errors.set([-2, day === 9 ? 0.5 : NaN, 2], day * 3);
    const [lower, upper] = conformalOffsets({ slotsPerDay: 3, errors }, [0.1, 0.9], DAY_AHEAD.bounds.scale);
    assert.ok(lower[1] < 0 && upper[1] > 0);
  });

  test('with fewer errors than a level needs the extremes of all of them serve', () => {
    const [lower, upper] = conformalOffsets(
      { slotsPerDay: 2, errors: Float64Array.of(-1, 1) },
      [0.01, 0.99],
      DAY_AHEAD.bounds.scale,
    );
    assert.ok(lower.every((offset) => offset < 0) && upper.every((offset) => offset > 0));
    assert.deepEqual(lower, Float64Array.of(lower[1], lower[0]));
  });

  test('no known error and levels outside (0, 1) are refused', () => {
    assert.throws(
      () => conformalOffsets({ slotsPerDay: 1, errors: new Float64Array(0) }, [0.1], DAY_AHEAD.bounds.scale),
      RangeError,
    );
    assert.throws(
      () => conformalOffsets({ slotsPerDay: 1, errors: Float64Array.of(NaN) }, [0.1], DAY_AHEAD.bounds.scale),
      RangeError,
    );
    assert.throws(
      () => conformalOffsets({ slotsPerDay: 1, errors: signs(9, 1) }, [0], DAY_AHEAD.bounds.scale),
      RangeError,
    );
  });
});

describe('scale of the errors', () => {
  test('errors of constant size have that size as their scale', () => {
    const scales = errorScales(
      { slotsPerDay: 2, errors: signs(20, 7).map((error) => 3 * error) },
      DAY_AHEAD.bounds.scale,
    );
    assert.equal(scales.length, 22);
    scales.forEach((scale) => assert.ok(Math.abs(scale - 3) < 1e-12));
  });

  test('a day later than the first two weeks does not change the scales before it', () => {
    const errors = Float64Array.from({ length: 30 }, (_, i) => 1 + (i % 5));
    const before = errorScales({ slotsPerDay: 1, errors }, DAY_AHEAD.bounds.scale);
    const after = errorScales({ slotsPerDay: 1, errors: errors.with(25, 1.5) }, DAY_AHEAD.bounds.scale);
    assert.deepEqual(after.subarray(0, 26), before.subarray(0, 26));
    assert.notEqual(after[26], before[26]);
  });

  test('six days are its half-life', () => {
    const errors = Float64Array.from({ length: 26 }, (_, i) => (i < 20 ? 1 : 3));
    assert.ok(Math.abs(errorScales({ slotsPerDay: 1, errors }, DAY_AHEAD.bounds.scale)[26] - 2) < 1e-12);
  });

  test('a day without errors leaves it as it was', () => {
    const errors = Float64Array.from({ length: 20 }, (_, i) => (i < 18 ? i : NaN));
    const scales = errorScales({ slotsPerDay: 1, errors }, DAY_AHEAD.bounds.scale);
    assert.equal(scales[20], scales[18]);
  });

  test('exact forecasts never bring it to zero', () => {
    const exactAtLast = Float64Array.from({ length: 400 }, (_, i) => (i < 10 ? 1 : 0));
    assert.ok(
      errorScales({ slotsPerDay: 1, errors: exactAtLast }, DAY_AHEAD.bounds.scale).every(
        (scale) => scale > 0,
      ),
    );
    assert.ok(
      errorScales({ slotsPerDay: 1, errors: new Float64Array(30) }, DAY_AHEAD.bounds.scale).every(
        (scale) => scale > 0,
      ),
    );
  });
});
