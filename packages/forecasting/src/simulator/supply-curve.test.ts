import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Ramp, buildSupplyCurve, clearingPrice, supplyAt } from './supply-curve.ts';

const NOTHING = { nuclear: 0, hydro: 0, thermal: 0, other: 0, netimport: 0, curtailment: 0 };
const RAMPS: Ramp[] = [
  { source: 'curtailment', fromEurPerMwh: 0, toEurPerMwh: 0, mw: 50 },
  { source: 'hydro', fromEurPerMwh: 0, toEurPerMwh: 100, mw: 200 },
  { source: 'thermal', fromEurPerMwh: 60, toEurPerMwh: 100, mw: 80 },
];
const CURVE = buildSupplyCurve({ ...NOTHING, nuclear: 100, curtailment: -50 }, RAMPS);

test('the price is where supply meets demand on a ramp', () => {
  assert.equal(clearingPrice(CURVE, 150), 25);
  assert.equal(clearingPrice(CURVE, 100 + 160 + 40), 80);
});

test('a block that enters all at once clears at exactly its price for any part of it', () => {
  for (const demand of [51, 75, 99.5, 100]) assert.equal(clearingPrice(CURVE, demand), 0);
});

test('demand beyond the ends of the curve clears at the end prices', () => {
  assert.equal(clearingPrice(CURVE, -1_000), 0);
  assert.equal(clearingPrice(CURVE, 1_000), 100);
});

test('what the sources deliver at the clearing price sums to demand, and rises with price', () => {
  for (let demand = 101; demand < 379; demand += 7) {
    const delivered = supplyAt(CURVE, clearingPrice(CURVE, demand));
    const total = Object.values(delivered).reduce((a, b) => a + b);
    assert.ok(Math.abs(total - demand) < 1e-9);
    assert.ok(clearingPrice(CURVE, demand + 1) > clearingPrice(CURVE, demand));
  }
});
