import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageByDays } from './coverage-by-days.ts';

const DAY = Array.from({ length: 24 }, (_, hour) => hour);

/** As many days, on each of which the hours for which `isInside` holds are inside. */
function sample(days: number, isInside: (day: number, hour: number) => boolean) {
  const periods = Array.from({ length: days }, (_, day) => DAY.map((hour) => [day, hour] as const)).flat();
  return coverageByDays(
    periods.map(([day, hour]) => isInside(day, hour)),
    periods.map(([day]) => `day ${day}`),
    80,
  );
}

test('hours that miss together count as one day: whole days have the standard error of days', () => {
  const { percent, standardErrorPercent, low, high } = sample(1000, (day) => (day * 7919) % 1000 < 800);
  assert.equal(percent, 80);
  const ofDays = 100 * Math.sqrt((0.8 * 0.2) / 1000);
  assert.ok(Math.abs(standardErrorPercent - ofDays) < 0.35 * ofDays, String(standardErrorPercent));
  assert.ok(low < 78.5 && high > 81.5 - 0.5);
});

test('no verdict on few days, nor on an interval that reaches beyond five points and holds 80 %', () => {
  assert.equal(sample(29, () => false).verdict, 'too few days to tell');
  const unsure = sample(40, (day) => (day * 17) % 40 < 32);
  assert.equal(unsure.verdict, 'too few days to tell');
  assert.ok(unsure.low < 75 && unsure.high > 85);
});

test('a verdict where the sample allows one', () => {
  assert.equal(sample(400, (day, hour) => (day + hour) % 5 !== 0).verdict, 'as promised');
  assert.equal(sample(60, (day, hour) => (day + hour) % 2 === 0).verdict, 'too narrow');
  assert.equal(sample(60, () => true).verdict, 'too wide');
});

test('lengths that differ are refused', () => {
  assert.throws(() => coverageByDays([true], [], 80), RangeError);
});
