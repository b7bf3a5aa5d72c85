import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNormal } from '../../test/random-problem.ts';
import { type PartialPit, applyPit, fitPartialPit, invertPit } from './partial-pit.ts';

const normal = createNormal(5);

/** A third within a euro of zero, the others about 60. */
const CROWDED = Float64Array.from({ length: 3000 }, (_, i) =>
  i % 3 === 0 ? Math.abs(normal()) / 3 : 60 + 15 * normal(),
);

function pitOf(prices: Float64Array, share: number): PartialPit {
  return fitPartialPit(prices, share) ?? assert.fail('no transform');
}

test('prices that crowd are drawn apart, gaps closed, and those above the median stay', () => {
  const pit = pitOf(CROWDED, 0.9);
  const length = (from: number, to: number) => applyPit(pit, to) - applyPit(pit, from);
  assert.ok(length(0.05, 0.6) > 10 * 0.55);
  assert.ok(length(2, 20) < 18 / 2);
  for (const price of [90, 400]) assert.ok(Math.abs(length(60, price) - (price - 60)) < 1e-9);
});

test('it rises everywhere and can be undone', () => {
  for (const prices of [CROWDED, CROWDED.map((price) => Math.round(price)), CROWDED.map((price) => -price)]) {
    for (const share of [0.05, 0.9]) {
      const pit = pitOf(prices, share);
      let last = -Infinity;
      for (let price = -600; price < 4000; price += 0.37) {
        const value = applyPit(pit, price);
        assert.ok(value > last, `${price}`);
        assert.ok(Math.abs(invertPit(pit, value) - price) < 1e-9 * (1 + Math.abs(price)));
        last = value;
      }
    }
  }
});

test('a share of 0 leaves prices where they are, and half a share goes half of the way', () => {
  const [none, half, whole] = [0, 0.4, 0.8].map((share) => pitOf(CROWDED, share));
  for (let price = 0; price < 100; price += 7) {
    assert.ok(Math.abs(applyPit(none, price) - price) < 1e-9);
  }
  half.prices.forEach((price, i) => {
    assert.ok(Math.abs(half.mapped[i] - (price + whole.mapped[i]) / 2) < 1e-9);
  });
});

test('normally distributed prices are hardly changed', () => {
  const pit = pitOf(
    Float64Array.from({ length: 20_000 }, () => 50 + 10 * normal()),
    0.9,
  );
  for (let price = 30; price < 70; price += 1) assert.ok(Math.abs(applyPit(pit, price) - price) < 1);
});

test('unknown prices do not count and stay unknown', () => {
  const gaps = Float64Array.from({ length: 6000 }, (_, i) => (i < 3000 ? CROWDED[i] : Number.NaN));
  assert.deepEqual(pitOf(gaps, 0.5), pitOf(CROWDED, 0.5));
  assert.ok(Number.isNaN(applyPit(pitOf(CROWDED, 0.5), Number.NaN)));
});

test('where prices have no lower half there is no transform', () => {
  assert.equal(fitPartialPit(new Float64Array(), 0.5), undefined);
  assert.equal(fitPartialPit(new Float64Array(500).fill(3), 0.5), undefined);
  const mostlyZero = Float64Array.from({ length: 500 }, (_, i) => (i < 300 ? 0 : i));
  assert.equal(fitPartialPit(mostlyZero, 0.5), undefined);
});
