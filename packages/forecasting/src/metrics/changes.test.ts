import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changedContributions,
  changeOf,
  commonPeriods,
  largestChange,
  meanChange,
  meansOfChangedDays,
  shownChange,
  valueChange,
} from './changes.ts';

const HOUR_MS = 3_600_000;
const cents = (price: number) => Math.round(price * 100) / 100;
const pointsOf = (...values: number[]) => values.map((value, i) => ({ start: i * HOUR_MS, value }));

test('periods are common by their start', () => {
  const [first, second, third] = pointsOf(1, 2, 3);
  assert.deepEqual(commonPeriods([second, first], [first, second, third]), [
    { start: 0, from: first, to: first },
    { start: HOUR_MS, from: second, to: second },
  ]);
});

test('a change is the second less the first, whatever the prices', () => {
  const [first, second] = pointsOf(-3, 4.25);
  assert.equal(changeOf({ from: first, to: second }), 7.25);
  assert.equal(changeOf({ from: second, to: first }), -7.25);
  assert.equal(changeOf({ from: first, to: first }), 0);
});

test('a change that is shown is the difference of the prices that are shown', () => {
  assert.equal(shownChange(10.004, 10.006, cents), 0.01);
  const largestOf = (from: { start: number; value: number }[], to: { start: number; value: number }[]) =>
    largestChange(commonPeriods(from, to), cents);
  assert.equal(largestOf(pointsOf(1, 2), pointsOf(1.5, 0)), 2);
  assert.equal(largestOf(pointsOf(50.004), pointsOf(55.0049)), 5);
  assert.equal(largestOf(pointsOf(0.1), pointsOf(0.3)), 0.2);
  assert.equal(largestOf(pointsOf(10, 20, 0), pointsOf(50, 17, 2).slice(1)), 3);
  // Equal as they are shown, nothing in common, nothing at all.
  assert.equal(largestOf(pointsOf(1.001), pointsOf(1.002)), undefined);
  assert.equal(largestOf(pointsOf(10), pointsOf(0, 20).slice(1)), undefined);
  assert.equal(largestOf([], []), undefined);
});

test('means of changes and of days', () => {
  assert.deepEqual(meanChange([-1, 3]), { mean: 1, meanAbsolute: 2 });
  const start = Date.parse('2026-03-30T22:00:00Z');
  const [from, to] = [10, 20].map((value) =>
    [0, 23, 24].map((hour) => ({ start: start + hour * HOUR_MS, value })),
  );
  assert.deepEqual(meansOfChangedDays(commonPeriods(from, to)), [
    { day: '2026-03-31', from: 10, to: 20, change: 10 },
    { day: '2026-04-01', from: 10, to: 20, change: 10 },
  ]);
});

test('a value that changed has the hour in which it changed most', () => {
  const [still, fallen] = [
    { start: 0, from: 4, to: 4 },
    { start: HOUR_MS, from: 6, to: 2 },
  ];
  assert.deepEqual(valueChange([still, fallen]), {
    from: 5,
    to: 3,
    mean: -2,
    meanAbsolute: 2,
    largest: fallen,
  });
  assert.equal(valueChange([]), undefined);
});

test('changed contributions and the rest add up to the change', () => {
  const before = new Map([['wind', [1, 5]]]);
  const after = new Map([
    ['wind', [1, 2]],
    ['gas', [0, 1]],
  ]);
  assert.deepEqual(changedContributions(before, after, { slot: 1, from: 50, to: 49 }), {
    groups: [
      { group: 'wind', value: -3 },
      { group: 'gas', value: 1 },
    ],
    rest: 1,
  });
});
