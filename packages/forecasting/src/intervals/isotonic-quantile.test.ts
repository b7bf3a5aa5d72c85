import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isotonicCdf, isotonicQuantiles, type IsotonicSample } from './isotonic-quantile.ts';

function sampleOf(x: number[], y: number[], weights = x.map(() => 1)): IsotonicSample {
  return { x: Float64Array.from(x), y: Float64Array.from(y), weights: Float64Array.from(weights) };
}

/** min over first <= i of max over last >= i of the mean, for rows with different x. */
function cdfByMinMax({ y, weights }: IsotonicSample, i: number, threshold: number): number {
  let least = Infinity;
  for (let first = 0; first <= i; first++) {
    let most = -Infinity;
    for (let last = i; last < y.length; last++) {
      let [hits, all] = [0, 0];
      for (let k = first; k <= last; k++) {
        all += weights[k];
        if (y[k] <= threshold) hits += weights[k];
      }
      most = Math.max(most, hits / all);
    }
    least = Math.min(least, most);
  }
  return least;
}

describe('isotonic distributional regression', () => {
  test('values that rise with x stand for themselves', () => {
    const sample = sampleOf([1, 2, 3], [10, 20, 30]);
    for (const i of [0, 1, 2]) {
      assert.deepEqual(isotonicQuantiles(sample, sample.x[i], [0.1, 0.9]), [sample.y[i], sample.y[i]]);
    }
  });

  test('values that fall with x are pooled to one distribution', () => {
    const sample = sampleOf([1, 2, 3, 4], [40, 30, 20, 10]);
    for (const at of [0, 1, 2.5, 9]) {
      assert.deepEqual(isotonicQuantiles(sample, at, [0.25, 0.26, 0.5, 0.9]), [10, 20, 20, 40]);
    }
  });

  test('rows with the same x have one distribution', () => {
    for (const y of [
      [0, 1, 9, 5],
      [0, 9, 1, 5],
    ]) {
      const cdf = isotonicCdf(sampleOf([1, 2, 2, 3], y), 2);
      assert.deepEqual([cdf(0), cdf(1), cdf(5)], [0, 0.5, 2 / 3]);
    }
  });

  test('beyond the outermost x the last distribution holds, between two it is mixed', () => {
    const sample = sampleOf([0, 4], [1, 2]);
    assert.deepEqual(
      [-5, 0, 1, 4, 8].map((at) => isotonicCdf(sample, at)(1)),
      [1, 1, 0.75, 0, 0],
    );
  });

  test('agrees with the min-max formula', () => {
    const n = 25;
    const x = Array.from({ length: n }, (_, i) => i);
    const y = x.map((i) => i / 6 + 3 * Math.sin(i * i));
    const sample = sampleOf(
      x,
      y,
      x.map((i) => 1 + (i % 3)),
    );
    for (const i of x) {
      const cdf = isotonicCdf(sample, i);
      for (const threshold of y) {
        assert.ok(Math.abs(cdf(threshold) - cdfByMinMax(sample, i, threshold)) < 1e-12);
      }
    }
  });

  test('no row is refused', () => assert.throws(() => isotonicCdf(sampleOf([], []), 0), RangeError));
});
