import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayNumber, dayRange } from '../market/delivery-day.ts';
import { DAY_AHEAD_FIT_DAYS, dayAheadTask } from './day-ahead-task.ts';

const SLOTS = 24;
const FROM = '2024-01-01';
const days = dayRange(FROM, addDays(FROM, 1299));
const column = days.flatMap((_, row) => Array.from({ length: SLOTS }, (_slot, slot) => row + slot / SLOTS));
const panel = {
  days,
  slotsPerDay: SLOTS,
  measured: Float64Array.from(column),
  drivers: [{ name: 'wind', kind: 'windSpeed' as const, values: Float64Array.from(column) }],
};
const firstOfFit = days.findIndex((day, row) => row > 1200 && dayNumber(day) % DAY_AHEAD_FIT_DAYS === 0);

test('a day is forecast from what was measured up to the midnight before the noon before it, and the weather of the day after it', () => {
  const { panel: seen, rows } = dayAheadTask(panel, 1250);
  assert.equal(seen.days[rows[0]], days[1250]);
  assert.equal(seen.days.at(-1), days[1251]);
  assert.equal(seen.measured.findLast(Number.isFinite), 1248 + 23 / SLOTS);
  assert.equal(seen.drivers[0].values.at(-1), 1251 + 23 / SLOTS);
});

test('the days of one fit learn from the same, which the first of them knew', () => {
  const learnt = dayAheadTask(panel, firstOfFit).learnFrom;
  assert.deepEqual(dayAheadTask(panel, firstOfFit + DAY_AHEAD_FIT_DAYS - 1).learnFrom, learnt);
  assert.notDeepEqual(dayAheadTask(panel, firstOfFit + DAY_AHEAD_FIT_DAYS).learnFrom, learnt);
  assert.equal(learnt.measured.findLast(Number.isFinite), firstOfFit - 2 + 23 / SLOTS);
});

test('drivers as they were known then stand in for those of later', () => {
  const then = [{ ...panel.drivers[0], values: panel.drivers[0].values.map((value) => -value) }];
  const { panel: seen, learnFrom } = dayAheadTask(panel, 1250, { seen: { ...panel, drivers: then } });
  assert.ok(seen.drivers[0].values.every((value) => value <= 0));
  assert.ok(learnFrom.drivers[0].values.every((value) => value >= 0));
});

test('what had been published of the day before counts as measured, whole days alone', () => {
  const dayBefore = Float64Array.from({ length: SLOTS }, (_, slot) => 5000 + slot);
  const { panel: seen, learnFrom, rows } = dayAheadTask(panel, 1250, { dayBefore });
  assert.deepEqual(seen.measured.slice((rows[0] - 1) * SLOTS, rows[0] * SLOTS), dayBefore);
  assert.equal(seen.measured[(rows[0] - 1) * SLOTS - 1], 1248 + 23 / SLOTS);
  assert.ok(seen.measured.subarray(rows[0] * SLOTS).every(Number.isNaN));
  assert.deepEqual(learnFrom, dayAheadTask(panel, 1250).learnFrom);
  const holed = dayBefore.with(3, Number.NaN);
  assert.deepEqual(dayAheadTask(panel, 1250, { dayBefore: holed }), dayAheadTask(panel, 1250));
});

test('the first row of a panel has no day before it', () => {
  const dayBefore = new Float64Array(SLOTS).fill(1);
  assert.ok(dayAheadTask(panel, 0, { dayBefore }).panel.measured.every(Number.isNaN));
});
