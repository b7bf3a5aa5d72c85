import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupBy } from './group-by.ts';

test('groups stand in order of first appearance, and so do their values', () => {
  const isEven = (value: number) => value % 2 === 0;
  assert.deepEqual(
    [...groupBy([3, 8, 5, 2].values(), isEven)],
    [
      [false, [3, 5]],
      [true, [8, 2]],
    ],
  );
  assert.deepEqual([...groupBy([], isEven)], []);
});
