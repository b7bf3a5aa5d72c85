import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../market/delivery-day.ts';
import { errorDrift, levelDrift } from './drift.ts';

const repeat = (value: number, count: number) => Array.from({ length: count }, () => value);
const errorsOf = (maes: readonly number[]) => maes.map((mae, i) => ({ day: addDays('2026-01-01', i), mae }));

test('a week above or below every week of before is outside, one of their size is not', () => {
  const before = [...repeat(20, 50), ...repeat(80, 50)];
  assert.deepEqual(levelDrift([...before, ...repeat(81, 7)]), {
    mean: 81,
    lowest: 20,
    highest: 80,
    seenDays: 100,
    outside: 'above',
  });
  assert.equal(levelDrift([...before, ...repeat(-3, 7)])?.outside, 'below');
  assert.equal(levelDrift([...before, ...repeat(80, 7)])?.outside, undefined);
  // The days of the last week are no measure of itself: one dear day more does not hide the others.
  assert.equal(levelDrift([...before, ...repeat(90, 14)])?.outside, undefined, 'the week before was as dear');
  assert.equal(levelDrift([...before, 300, ...repeat(79, 6)])?.outside, 'above');
});

test('with less than three months before the last week nothing is said of the level', () => {
  assert.equal(levelDrift([]), undefined);
  assert.equal(levelDrift(repeat(50, 97)), undefined);
  assert.equal(levelDrift(repeat(50, 98))?.seenDays, 91);
});

test('three days in a row beyond what 95 % of the days before stayed within', () => {
  const before = [...repeat(5, 90), 30];
  assert.deepEqual(errorDrift(errorsOf([...before, 9, 10, 11])), {
    days: [
      { day: '2026-04-02', mae: 9 },
      { day: '2026-04-03', mae: 10 },
      { day: '2026-04-04', mae: 11 },
    ],
    usual: 5,
    usualDays: 91,
    isBeyond: true,
  });
  assert.equal(errorDrift(errorsOf([...before, 9, 5, 11]))?.isBeyond, false, 'one day was usual');
  assert.equal(errorDrift(errorsOf([...repeat(5, 25), 30, 30, 30, 9, 10, 11]))?.isBeyond, false);
});

test('with less than four weeks before the last three days nothing is said of the errors', () => {
  assert.equal(errorDrift([]), undefined);
  assert.equal(errorDrift(errorsOf(repeat(5, 30))), undefined);
  assert.deepEqual(errorDrift(errorsOf(repeat(5, 31)))?.usualDays, 28);
});
