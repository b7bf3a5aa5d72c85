import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import { hoursOfEnergy } from './hours-of-energy.ts';

const SLOTS = 24;
const days = dayRange('2026-06-01', '2026-06-03');
const light = Float64Array.from({ length: days.length * SLOTS }, (_, i) =>
  Math.max(0, 600 - 100 * Math.abs((i % SLOTS) - 11)),
);
const panel = {
  days,
  slotsPerDay: SLOTS,
  drivers: [{ name: 'irradiance', kind: 'irradiance' as const, values: light }],
};
const means = Float64Array.of(2400, Number.NaN, 1200);
const meanOf = (hours: Float64Array, row: number) =>
  hours.subarray(row * SLOTS, (row + 1) * SLOTS).reduce((sum, value) => sum + value, 0) / SLOTS;

test('the sun of a day follows the light that was forecast and adds up to its energy', () => {
  const hours = hoursOfEnergy('solar', panel, means);
  assert.deepEqual(
    [0, 2].map((row) => Math.round(meanOf(hours, row))),
    [2400, 1200],
  );
  assert.equal(hours[0], 0);
  assert.ok(Math.abs(hours[11] / hours[9] - 600 / 400) < 1e-12);
  assert.ok(hours.subarray(SLOTS, 2 * SLOTS).every(Number.isNaN));
});

test('where the light is not known the sun follows a clear sky', () => {
  const values = light.slice().fill(Number.NaN, 0, SLOTS);
  const hours = hoursOfEnergy('solar', { ...panel, drivers: [{ ...panel.drivers[0], values }] }, means);
  const clear = hoursOfEnergy('solar', { ...panel, drivers: [] }, means);
  assert.deepEqual(hours.subarray(0, SLOTS), clear.subarray(0, SLOTS));
  assert.equal(Math.round(meanOf(hours, 0)), 2400);
  assert.ok(hours[2] === 0 && hours[13] > hours[8]);
});

test('the wind of a day is the same in all its hours', () => {
  const hours = hoursOfEnergy('wind', panel, means);
  assert.deepEqual([hours[0], hours[23], hours[48]], [2400, 2400, 1200]);
  assert.ok(Number.isNaN(hours[30]));
});
