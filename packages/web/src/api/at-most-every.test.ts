import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMostEvery } from './at-most-every.ts';

test('the first call works at once, and of many that follow one is made up for', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let done = 0;
  const { call, end } = atMostEvery(1000, () => done++);
  call();
  assert.equal(done, 1);
  for (let i = 0; i < 30; i++) call();
  t.mock.timers.tick(999);
  assert.equal(done, 1);
  t.mock.timers.tick(1);
  assert.equal(done, 2);
  // Nothing is owed any more, and after a rest a call works at once again.
  t.mock.timers.tick(5000);
  assert.equal(done, 2);
  call();
  assert.equal(done, 3);
  call();
  end();
  t.mock.timers.tick(5000);
  assert.equal(done, 3);
});
