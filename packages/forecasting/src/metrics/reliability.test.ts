import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { priceRegimes } from './price-regime.ts';
import { reliability } from './reliability.ts';

const ACTUAL = [1, 2, 3, 4];
const at = (level: number, value: number) => ({ level, values: ACTUAL.map(() => value) });

describe('reliability', () => {
  test('the closed form: two of four below the median, three below the 0.9 quantile', () =>
    assert.deepEqual(reliability([at(0.5, 2), at(0.9, 3.5)], ACTUAL), {
      levels: [
        { level: 0.5, observedPercent: 50 },
        { level: 0.9, observedPercent: 75 },
      ],
      bins: [
        { from: 0, to: 0.5, expectedPercent: 50, observedPercent: 50 },
        { from: 0.5, to: 0.9, expectedPercent: 40, observedPercent: 25 },
        { from: 0.9, to: 1, expectedPercent: 100 * (1 - 0.9), observedPercent: 25 },
      ],
    }));
  test("a sample's own quantiles are calibrated", () => {
    const sample = Array.from({ length: 1000 }, (_, i) => (i * 377) % 1000);
    const quantiles = [0.1, 0.5, 0.9].map((level) => ({ level, values: sample.map(() => 1000 * level - 1) }));
    for (const { level, observedPercent } of reliability(quantiles, sample).levels)
      assert.ok(Math.abs(observedPercent - 100 * level) < 1e-9);
  });
  test('the bins hold everything', () => {
    const { bins } = reliability([at(0.1, 0), at(0.5, 1.5), at(0.9, 1.5)], ACTUAL);
    assert.equal(
      bins.reduce((sum, bin) => sum + bin.observedPercent, 0),
      100,
    );
    assert.ok(Math.abs(bins.reduce((sum, bin) => sum + bin.expectedPercent, 0) - 100) < 1e-9);
  });
  test('crossing quantiles, levels that do not rise and NaN are refused', () => {
    assert.throws(() => reliability([at(0.1, 3), at(0.9, 2)], ACTUAL), /cross at 0: 3 > 2/);
    assert.throws(() => reliability([at(0.5, 3), at(0.5, 3)], ACTUAL), /must rise/);
    assert.throws(() => reliability([at(1, 3)], ACTUAL), /lies in \(0, 1\)/);
    assert.throws(() => reliability([], ACTUAL), RangeError);
    assert.throws(() => reliability([at(0.5, NaN)], ACTUAL), /quantile 0.5\[0\] is NaN/);
  });
});

describe('price regimes', () => {
  test('of the prices 0 to 20 only the last lies above their 95th percentile', () => {
    const { spikeAbove, regimes } = priceRegimes(Array.from({ length: 21 }, (_, i) => i));
    assert.equal(spikeAbove, 19);
    assert.deepEqual(
      [regimes[0], regimes[1], regimes[19], regimes[20]],
      ['zero or negative', 'normal', 'normal', 'spike'],
    );
  });
  test('between two order statistics the percentile is interpolated', () =>
    assert.ok(Math.abs(priceRegimes([1, 2]).spikeAbove - 1.95) < 1e-12));
  test('a price that never changes is no spike', () =>
    assert.deepEqual(priceRegimes([7, 7, 7]).regimes, ['normal', 'normal', 'normal']));
  test('prices below zero are no spikes where nearly all are negative', () => {
    const { spikeAbove, regimes } = priceRegimes(Array.from({ length: 100 }, (_, i) => i - 98));
    assert.equal(spikeAbove, 0);
    assert.deepEqual(regimes.slice(97), ['zero or negative', 'zero or negative', 'spike']);
  });
  test('the unit does not matter and the prices stay in their order', () => {
    const prices = [5, -1, 300, 40, 0, 80];
    const { regimes } = priceRegimes(prices.map((price) => 100 * price));
    assert.deepEqual(regimes, priceRegimes(prices).regimes);
    assert.deepEqual(prices, [5, -1, 300, 40, 0, 80]);
  });
  test('no price and NaN are refused', () => {
    assert.throws(() => priceRegimes([]), RangeError);
    assert.throws(() => priceRegimes([1, NaN]), RangeError);
  });
});
