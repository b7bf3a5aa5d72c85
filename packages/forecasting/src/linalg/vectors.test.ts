import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centerColumns } from './vectors.ts';

test('every column loses its own mean', () => {
  const values = Float64Array.of(1, 3, 10, 30);
  assert.deepEqual([...centerColumns(values, 2)], [2, 20]);
  assert.deepEqual([...values], [-1, 1, -10, 10]);
});

test('a constant column becomes exactly 0', () => {
  const values = Float64Array.of(5, 5, 5);
  centerColumns(values, 3);
  assert.deepEqual([...values], [0, 0, 0]);
});
