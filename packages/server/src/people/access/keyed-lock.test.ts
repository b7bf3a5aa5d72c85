import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { createKeyedLock } from './keyed-lock.ts';

test('work that shares any key runs one after another, other work side by side', async () => {
  const lock = createKeyedLock();
  const running = new Set<string>();
  const together = new Set<string>();
  const run = (name: string, keys: string[]) =>
    lock.run(keys, async () => {
      for (const other of running) together.add([name, other].sort().join('+'));
      running.add(name);
      for (let i = 0; i < 5; i++) await nextTurn();
      running.delete(name);
      return name;
    });
  const results = await Promise.all([
    run('one', ['address 1', 'account x']),
    run('two', ['address 2', 'account x']),
    run('three', ['address 1', 'account y']),
    run('four', ['address 3', 'account z']),
  ]);
  assert.deepEqual(results, ['one', 'two', 'three', 'four']);
  assert.ok(together.has('four+one'));
  assert.ok(!together.has('one+two') && !together.has('one+three'));
});

test('work that fails lets the next one run', async () => {
  const lock = createKeyedLock();
  const failing = lock.run(['a'], () => Promise.reject(new Error('no')));
  const next = lock.run(['a'], async () => 'yes');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'yes');
});
