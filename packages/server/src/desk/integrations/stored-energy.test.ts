import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bestFinalCharge, valueOfStoredEnergy } from './stored-energy.ts';

const FOUR_HOURS = { hours: 4, efficiency: 0.95 };
const hoursOf = (...spans: [count: number, price: number][]) =>
  spans.flatMap(([count, price]) => Array<number>(count).fill(price));
const near = (value: number, expected: number) =>
  assert.ok(Math.abs(value - expected) < 1e-6, `${value}, not ${expected}`);

describe('the value of a kWh left at the end', () => {
  test('where all later hours cost the same, it is their price less the loss of taking it out', () => {
    near(valueOfStoredEnergy(hoursOf([24, 0.2]), 1, FOUR_HOURS), 0.2 * 0.95);
  });

  test('where dear hours come first, it is their price less that loss', () => {
    near(valueOfStoredEnergy(hoursOf([4, 0.3], [20, 0.1]), 1, FOUR_HOURS), 0.3 * 0.95);
  });

  test('where cheap hours that fill the battery come first, it is what filling it costs there', () => {
    near(valueOfStoredEnergy(hoursOf([12, 0.1], [12, 0.3]), 1, FOUR_HOURS), 0.1 / 0.95);
  });

  test('a battery that takes longer than the dear hours last gets the mean of what it serves', () => {
    const served = 0.5 * 0.3 + (0.95 - 0.5) * 0.1;
    near(valueOfStoredEnergy(hoursOf([2, 0.3], [22, 0.1]), 1, FOUR_HOURS), served);
  });

  test('quarters of the same prices give the same value', () => {
    const quarters = hoursOf([16, 0.3], [80, 0.1]);
    near(valueOfStoredEnergy(quarters, 0.25, FOUR_HOURS), 0.3 * 0.95);
  });

  test('later hours whose prices are negative make it worth less than nothing', () => {
    assert.ok(valueOfStoredEnergy(hoursOf([24, -0.02]), 1, FOUR_HOURS) < 0);
  });
});

describe('how full the battery is best at the end', () => {
  test('full before dear hours, where charging paid', () => {
    const prices = hoursOf([12, 0.1], [12, 0.3]);
    near(bestFinalCharge(prices, 12, 1, { ...FOUR_HOURS, charge: 0.2 }), 1);
  });

  test('empty where dear hours lie before the end and cheap ones after it', () => {
    const prices = hoursOf([12, 0.3], [12, 0.1]);
    near(bestFinalCharge(prices, 12, 1, { ...FOUR_HOURS, charge: 0.7 }), 0);
  });

  test('as it is where no cycle pays for its losses', () => {
    const prices = hoursOf([12, 0.29], [12, 0.3]);
    near(bestFinalCharge(prices, 12, 1, { ...FOUR_HOURS, charge: 0.6 }), 0.6);
  });
});
