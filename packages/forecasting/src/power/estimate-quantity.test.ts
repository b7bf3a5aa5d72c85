import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayStart } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { estimateQuantity } from './estimate-quantity.ts';

const DAY = '2026-03-20';
const hour = { start: dayStart(DAY) + 9 * HOUR_MS, day: DAY };
const ninth = (daysBefore: number) => dayStart(addDays(DAY, -daysBefore)) + 9 * HOUR_MS;

test('load is the mean of the same weekday, wind of the newest days that are known', () => {
  const history = new Map([7, 14, 3, 4].map((lag) => [ninth(lag), lag]));
  assert.equal(estimateQuantity('load', history, hour), 10.5);
  // Counted from the day after the newest one.
  assert.equal(estimateQuantity('nuclear', history, hour), 3.5);
  assert.equal(estimateQuantity('load', new Map(), hour), undefined);
  assert.equal(estimateQuantity('load', new Map([[ninth(1), 5]]), hour), undefined);
});
