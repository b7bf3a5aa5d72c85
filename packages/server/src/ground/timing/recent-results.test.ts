import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecentResults } from './recent-results.ts';

test('what was asked for last is kept, the oldest goes, and callers at once share one making', async () => {
  const results = createRecentResults<string>(2);
  const made: string[] = [];
  const get = (key: string) =>
    results.get(key, async () => {
      made.push(key);
      return key.toUpperCase();
    });
  assert.deepEqual(await Promise.all([get('a'), get('a'), get('b')]), ['A', 'A', 'B']);
  await get('a');
  await get('c');
  assert.deepEqual(made, ['a', 'b', 'c']);
  await get('a');
  await get('b');
  assert.deepEqual(made, ['a', 'b', 'c', 'b']);
});

test('a failure is passed to the callers that wait, and computed anew for the next one', async () => {
  const results = createRecentResults<number>(2);
  let calls = 0;
  const get = () =>
    results.get('a', async () => {
      if (++calls === 1) throw new Error('not now');
      return calls;
    });
  const outcomes = await Promise.allSettled([get(), get()]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await get(), 2);
});
