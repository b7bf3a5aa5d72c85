import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { coalesce, shareInFlight } from './coalesce.ts';

test('calls of one turn are one run, and each gets its own result', async () => {
  const batches: number[][] = [];
  const square = coalesce(async (batch: number[]) => {
    batches.push(batch);
    return batch.map((n) => n * n);
  });
  assert.deepEqual(await Promise.all([square(1), square(2), square(3)]), [1, 4, 9]);
  assert.equal(await square(4), 16);
  assert.deepEqual(batches, [[1, 2, 3], [4]]);
});

test('a run never answers a call that was made after it began', async () => {
  let now = 0;
  const read = coalesce(async (batch: null[]) => {
    const seen = now;
    await nextTurn();
    return batch.map(() => seen);
  });
  const first = read(null);
  await nextTurn();
  now = 1;
  const second = read(null);
  assert.deepEqual(await Promise.all([first, second]), [0, 1]);
});

test('calls beyond the parallel runs wait together for the next one', async () => {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const slow = coalesce(async (batch: number[]) => {
    batches.push(batch);
    await new Promise<void>((resolve) => ends.push(resolve));
    return batch;
  }, 1);
  const calls = [slow(1)];
  await nextTurn();
  for (let n = 2; n <= 3; n++) {
    calls.push(slow(n));
    await nextTurn();
  }
  assert.deepEqual(batches, [[1]]);
  ends[0]();
  while (ends.length < 2) await nextTurn();
  ends[1]();
  assert.deepEqual(await Promise.all(calls), [1, 2, 3]);
  assert.deepEqual(batches, [[1], [2, 3]]);
});

test('a failure reaches every call of its run and none of the next', async () => {
  let fails = true;
  const run = coalesce(async (batch: number[]) => {
    if (fails) throw new Error('no');
    return batch;
  });
  const outcomes = await Promise.allSettled([run(1), run(2)]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['rejected', 'rejected'],
  );
  fails = false;
  assert.equal(await run(3), 3);
});

test('work under way is shared by its key alone, failures too, and begun anew afterwards', async () => {
  const share = shareInFlight<number>();
  let begun = 0;
  const work = async () => {
    begun++;
    await nextTurn();
    if (begun === 3) throw new Error('out of order');
    return begun;
  };
  const results = await Promise.all([share('a', work), share('a', work), share('b', work)]);
  assert.deepEqual([results, begun], [[2, 2, 2], 2]);
  const failed = await Promise.allSettled([share('a', work), share('a', work)]);
  assert.ok(failed.every(({ status }) => status === 'rejected'));
  assert.equal(await share('a', work), 4);
});
