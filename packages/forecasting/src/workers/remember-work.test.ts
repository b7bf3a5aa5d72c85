import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rememberWork } from './remember-work.ts';

function countedWork(most: number) {
  const asked: Float64Array[] = [];
  const sumOf = rememberWork(async (values: Float64Array) => {
    asked.push(values);
    if (values.includes(0)) throw new Error('no zeros');
    return values.reduce((sum, value) => sum + value, 0);
  }, most);
  return { asked, sumOf };
}

test('equal input is worked on once, also while the first answer is awaited', async () => {
  const { asked, sumOf } = countedWork(4);
  const both = await Promise.all([sumOf(Float64Array.of(1, 2)), sumOf(Float64Array.of(1, 2))]);
  assert.deepEqual([both, asked.length], [[3, 3], 1]);
  assert.equal(await sumOf(Float64Array.of(2, 1)), 3);
  assert.equal(asked.length, 2);
});

test('the input that was not asked for longest is forgotten first', async () => {
  const { asked, sumOf } = countedWork(2);
  for (const value of [1, 2, 1, 3, 1]) await sumOf(Float64Array.of(value));
  assert.equal(asked.length, 3);
  await sumOf(Float64Array.of(2));
  assert.equal(asked.length, 4);
});

test('what failed is tried again', async () => {
  const { asked, sumOf } = countedWork(4);
  for (let i = 0; i < 2; i++) await assert.rejects(sumOf(Float64Array.of(0)), /no zeros/);
  assert.equal(asked.length, 2);
});
