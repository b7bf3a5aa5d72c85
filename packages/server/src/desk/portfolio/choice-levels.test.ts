import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choiceLevels } from './choice-levels.ts';

const HOURS = 24;
const OPTIONS = { options: { fromHour: 0, toHour: HOURS }, plant: undefined };
const BATTERY = {
  kind: 'battery',
  capacity_mw: 10,
  storage_mw: null,
  energy_mwh: 20,
  efficiency: 0.9,
} as const;

/** Forty days on which one hour is forecast too high by the number of the day, another hour each day. */
const past = Array.from({ length: 40 }, (_, day) => {
  const errors = new Float64Array(HOURS);
  errors[day % HOURS] = -1 - day;
  return { forecast: errors.map((error) => 50 - error), errors };
});

test('who sold where the forecast was too high came to lie low', () => {
  const levels = choiceLevels(BATTERY, { past, periods: [] }, OPTIONS);
  assert.equal(levels?.length, 40);
  assert.ok(levels !== undefined && levels[35] < 0.1);
});

test('a load chose among the hours of its window alone', () => {
  const load = { ...BATTERY, kind: 'load', efficiency: null } as const;
  const outside = { options: { fromHour: 0, toHour: 3 }, plant: undefined };
  const quiet = past.filter((_, day) => day % HOURS >= 3);
  const levels = choiceLevels(load, { past: quiet, periods: [] }, outside);
  assert.ok(levels?.every((level) => level === 0.5 / quiet.length));
});

test('without past days nothing is known of choices', () => {
  assert.equal(choiceLevels(BATTERY, { past: [], periods: [] }, OPTIONS), undefined);
});
