import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DayGroups } from '../../features/day-groups.ts';
import { type TimeOfDayTerm, columnWeights, columnsOf, timesOfDay } from './time-of-day.ts';

const REACH = { hours: 2, evenShare: 0.25 };

function groupsOf(values: number[]): DayGroups {
  const root = Math.sqrt(values.length);
  return [
    { name: 'input', values: Float64Array.from(values, (value) => value / root) },
    { name: 'weekday', values: Float64Array.of(0, 1) },
  ];
}

function termOf(...weights: TimeOfDayTerm['weights']): TimeOfDayTerm {
  return { shape: 'linear', variance: 1, lasting: 1, fadingDays: 1, weights };
}

test('the parts of a day hold every slot once', () => {
  for (const slots of [1, 4, 20, 24, 96, 100]) {
    const times = timesOfDay(slots, 8);
    assert.ok(times.length <= 8);
    assert.deepEqual(
      times.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, i) => first + i)),
      Array.from({ length: slots }, (_, i) => i),
    );
  }
});

test('a mean, a last slot and a whole group are what the day has, at their weights', () => {
  const groups = groupsOf([1, 2, 3, 6]);
  const columns = columnsOf(groups);
  const [time] = timesOfDay(4, 2);
  const weights = columnWeights(
    groups,
    termOf(
      { group: 'input', view: 'mean', weight: 2 },
      { group: 'input', view: 'last', weight: 0.5 },
      { group: 'weekday', view: 'whole', weight: 3 },
    ),
    time,
    () => REACH,
  );
  const seen = Array.from(columns, (value, i) => value * weights[i]).filter((value) => value !== 0);
  assert.deepEqual(seen, [6, 3, 3]);
});

test('near slots count more than far ones, and the sum of their squares is that of the whole', () => {
  const groups = groupsOf(Array.from({ length: 24 }, () => 1));
  const time = { first: 6, end: 9 };
  const weights = columnWeights(
    groups,
    termOf({ group: 'input', view: 'near', weight: 1 }),
    time,
    () => REACH,
  );
  const squares = weights.subarray(0, 24).map((weight) => weight ** 2);
  assert.ok(Math.abs(squares.reduce((sum, value) => sum + value, 0) - 24) < 1e-9);
  assert.equal(squares[6], squares[8]);
  for (let slot = 9; slot < 13; slot++) assert.ok(squares[slot] < squares[slot - 1]);
  assert.ok(Math.abs(squares[23] - REACH.evenShare) < 1e-9);
});

test('two views of the same slots add up', () => {
  const groups = groupsOf([1, 1, 1, 1]);
  const both = columnWeights(
    groups,
    termOf({ group: 'input', view: 'whole', weight: 3 }, { group: 'input', view: 'near', weight: 4 }),
    { first: 0, end: 4 },
    () => REACH,
  );
  assert.deepEqual([...both.subarray(0, 4)], [5, 5, 5, 5]);
});
