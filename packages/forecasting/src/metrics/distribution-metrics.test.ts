import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brierScore, eventReliability } from './brier-score.ts';
import { continuousRankedProbabilityScore } from './continuous-ranked-probability-score.ts';
import { energyScore } from './energy-score.ts';
import { normalCdf, normalQuantile } from './normal-distribution.ts';
import { rankCorrelation } from './rank-correlation.ts';
import { variogramScore } from './variogram-score.ts';

describe('continuous ranked probability score', () => {
  const percentiles = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);
  test('of a normal distribution it is the closed form within 2 % of the deviation', () => {
    for (const z of [-1.5, 0, 0.4, 2]) {
      const quantiles = percentiles.map((level) => ({ level, values: [normalQuantile(level)] }));
      const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
      // Gneiting and Raftery (2007), equation 21.
      const exact = z * (2 * normalCdf(z) - 1) + 2 * density - 1 / Math.sqrt(Math.PI);
      assert.ok(Math.abs(continuousRankedProbabilityScore(quantiles, [z]) - exact) < 0.02, `${z}`);
    }
  });
  test('of a certain forecast it is the absolute error', () => {
    const quantiles = percentiles.map((level) => ({ level, values: [3, 5] }));
    assert.ok(Math.abs(continuousRankedProbabilityScore(quantiles, [4, 5]) - 0.5) < 1e-12);
    assert.throws(() => continuousRankedProbabilityScore([], [1]), RangeError);
  });
});

describe('scores of paths', () => {
  test('the energy score of one path is its distance, of two in one period the closed form', () => {
    assert.equal(energyScore([[0, 0]], [3, 4]), 5);
    // Mean distance 2 from 3, half of the mean distance of all pairs: (0 + 2 + 2 + 0) / 4 / 2.
    assert.equal(energyScore([[0], [2]], [3]), 2 - 0.5);
  });
  test('the variogram score is zero where every path differs as the outcome does', () => {
    assert.equal(
      variogramScore(
        [
          [1, 5, 5],
          [11, 15, 15],
        ],
        [0, 4, 4],
      ),
      0,
    );
    assert.equal(variogramScore([[0, 0]], [0, 4]), 4);
  });
  test('no path, paths of other length and NaN are refused', () => {
    for (const score of [energyScore, variogramScore]) {
      assert.throws(() => score([], [1, 2]), /one path or more/);
      assert.throws(() => score([[1]], [1, 2]), /2 periods/);
      assert.throws(() => score([[1, 2]], [1, Number.NaN]), /period 1 is NaN/);
    }
    assert.throws(() => variogramScore([[1]], [1]), /two periods/);
  });
});

describe('probabilities of events', () => {
  test('the Brier score is 0 for certainty that comes true, 1 for one that does not, a quarter for none', () => {
    assert.equal(brierScore([1, 0], [1, 0]), 0);
    assert.equal(brierScore([1, 0], [0, 1]), 1);
    assert.equal(brierScore([0.5, 0.5], [0, 1]), 0.25);
    assert.throws(() => brierScore([Number.NaN], [1]), RangeError);
  });
  test('each bin has the mean forecast and the observed frequency, and the error weighs them by their count', () => {
    const { bins, error } = eventReliability([0.05, 0.08, 0.95, 1], [0, 1, 1, 1]);
    assert.deepEqual(bins[0], { from: 0, to: 0.1, count: 2, forecast: 0.065, observed: 0.5 });
    assert.deepEqual([bins[5].count, bins[5].forecast, bins[5].observed], [0, null, null]);
    assert.ok(Math.abs(error - (0.87 + 0.05) / 4) < 1e-12);
  });
});

describe('rank correlation', () => {
  test('it is 1 for equal order, -1 for opposite order, and the closed form without ties', () => {
    assert.equal(rankCorrelation([1, 2, 30], [5, 6, 7]), 1);
    assert.equal(rankCorrelation([1, 2, 30], [7, 6, 5]), -1);
    // 1 - 6 (1 + 1 + 0 + 0) / (4 (16 - 1)).
    assert.ok(Math.abs(rankCorrelation([1, 2, 3, 4], [2, 1, 3, 4]) - 0.8) < 1e-12);
  });
  test('ties share their mean rank, and a constant has no correlation', () => {
    assert.ok(Math.abs(rankCorrelation([1, 1, 2], [1, 1, 5]) - 1) < 1e-12);
    assert.ok(Number.isNaN(rankCorrelation([1, 1, 1], [1, 2, 3])));
    assert.throws(() => rankCorrelation([1], [1, 2]), RangeError);
  });
});
