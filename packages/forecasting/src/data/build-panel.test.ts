import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayStart, deliveryPeriods } from '../market/delivery-day.ts';
import { buildPanel } from './build-panel.ts';

function hourNumbers(from: string, to: string): Map<number, number> {
  const values = new Map<number, number>();
  for (let day = from; day <= to; day = addDays(day, 1)) {
    for (const period of deliveryPeriods(day, 'PT1H')) values.set(period.start, period.index);
  }
  return values;
}

test('an ordinary day maps hour by hour and an unknown hour stays NaN', () => {
  const price = hourNumbers('2026-01-01', '2026-01-02');
  price.delete(dayStart('2026-01-02') + 3_600_000);
  const panel = buildPanel({ from: '2026-01-01', to: '2026-01-02', price, exogenous: [] });
  assert.deepEqual(
    [...panel.price.subarray(0, 24)],
    Array.from({ length: 24 }, (_, hour) => hour),
  );
  assert.ok(Number.isNaN(panel.price[25]));
});

test('the hour that a 23-hour day lacks is the mean of its neighbours', () => {
  const price = hourNumbers('2026-03-29', '2026-03-29');
  const panel = buildPanel({ from: '2026-03-29', to: '2026-03-29', price, exogenous: [] });
  assert.equal(price.size, 23);
  assert.deepEqual([...panel.price.subarray(0, 5)], [0, 1, 1.5, 2, 3]);
  assert.equal(panel.price[23], 22);
});

test('the hour that a 25-hour day has twice is the mean of the two', () => {
  const price = hourNumbers('2025-10-26', '2025-10-26');
  const panel = buildPanel({ from: '2025-10-26', to: '2025-10-26', price, exogenous: [] });
  assert.equal(price.size, 25);
  assert.deepEqual([...panel.price.subarray(0, 5)], [0, 1, 2.5, 4, 5]);
  assert.equal(panel.price[23], 24);
});

test('one of the two hours 2 of a 25-hour day may be unknown', () => {
  const price = hourNumbers('2025-10-26', '2025-10-26');
  price.delete(dayStart('2025-10-26') + 3 * 3_600_000);
  const panel = buildPanel({ from: '2025-10-26', to: '2025-10-26', price, exogenous: [] });
  assert.deepEqual([...panel.price.subarray(0, 5)], [0, 1, 2, 4, 5]);
});
