import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldBackMw, moneyAt, moneyByPeriod, moneyOfDay, type Position } from './money.ts';
import type { PriceOutlook } from './read-outlook.ts';

const PRICES = [
  [10, -5, 30],
  [-20, 5, 40],
];
const PLANT = Float64Array.of(1, 2, 3);

type Prices = Pick<PriceOutlook, 'periodHours' | 'scenarios' | 'periods'>;

function outlookOf(rows: readonly number[][], periodHours = 1): PriceOutlook {
  const known: Prices = {
    periodHours,
    scenarios: rows.map((row) => Float64Array.from(row)),
    periods: (rows[0] ?? []).map((_, t) => {
      const of = rows.map((row) => row[t] ?? 0).toSorted((a, b) => a - b);
      const [low = 0, high = low] = of;
      return { start: t, hour: t, value: (low + high) / 2, p10: low, p90: high };
    }),
  };
  // Money looks at nothing else of an outlook.
  return known as PriceOutlook;
}

const at = (offerFloor: number | undefined): Position => ({ netMw: PLANT, offerFloor });

test('a floor acts in each scenario by itself', () => {
  const outlook = outlookOf(PRICES);
  // 10 - 10 + 90 and -20 + 10 + 120.
  assert.deepEqual(moneyOfDay(at(undefined), outlook), { expected: 100, p10: 90, p90: 110 });
  // 10 + 0 + 90 and 0 + 10 + 120.
  assert.deepEqual(moneyOfDay(at(0), outlook), { expected: 115, p10: 100, p90: 130 });
  // At -10 the plant pays 5 for each of 2 MWh in the first scenario, and does not pay 20 in the second.
  assert.equal(moneyOfDay(at(-10), outlook).expected, (90 + 130) / 2);
  assert.equal(moneyOfDay(at(10), outlook).expected, (100 + 120) / 2, 'at its floor it produces');
  assert.equal(moneyOfDay(at(41), outlook).expected, 0);
});

test('what is held back is as often as the price is below the floor', () => {
  const outlook = outlookOf(PRICES);
  assert.deepEqual([...heldBackMw(at(0), outlook)], [0.5, 1, 0]);
  assert.deepEqual([...heldBackMw(at(undefined), outlook)], [0, 0, 0]);
  assert.deepEqual([...heldBackMw(at(10), outlook)], [0.5, 2, 0]);
});

test('below zero the worst of a period is what is paid just above the floor', () => {
  const rows = [[-30], [-9], [20], [30]];
  const [period] = moneyByPeriod({ netMw: Float64Array.of(1), offerFloor: -10 }, outlookOf(rows));
  assert.equal(period?.expected, 41 / 4);
  assert.ok((period?.p10 ?? 0) < 0 && (period?.p10 ?? 0) >= -9);
});

test('wear is taken off every scenario, and quarters of the same prices are worth their hours', () => {
  const position = {
    netMw: Float64Array.of(-1, 0, 1),
    offerFloor: undefined,
    costs: Float64Array.of(0, 0, 4),
  };
  assert.deepEqual(moneyOfDay(position, outlookOf(PRICES)), { expected: 36, p10: 16, p90: 56 });
  assert.equal(moneyAt(position, Float64Array.of(10, 0, 30), { periodHours: 1 }), 16);
  const fourfold = <T>(values: Iterable<T>) => [...values].flatMap((value) => [value, value, value, value]);
  const quarters = outlookOf(PRICES.map(fourfold), 0.25);
  const plant = { netMw: Float64Array.from(fourfold(PLANT)), offerFloor: 0 };
  assert.deepEqual(moneyOfDay(plant, quarters), moneyOfDay(at(0), outlookOf(PRICES)));
});
