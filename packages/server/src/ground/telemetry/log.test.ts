import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutageLog } from './log.ts';

const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('an outage is logged once, counted once a minute, and ends with what was left out', () => {
  let now = 0;
  const log = createOutageLog(() => now);
  const written = [];
  for (; now <= 150_000; now += 500) {
    const { isWritten, linesLeftOut } = log.admit(REFUSED);
    if (isWritten) written.push([now, linesLeftOut]);
  }
  assert.deepEqual(written, [
    [0, 0],
    [60_000, 119],
    [120_000, 119],
  ]);
  assert.deepEqual(log.end(), { awayS: 151, linesLeftOut: 298 });
  assert.equal(log.end(), undefined);
  assert.equal(log.admit(REFUSED).isWritten, true);
});

test('other errors are always logged, and so is a fault long after the last one', () => {
  let now = 0;
  const log = createOutageLog(() => now);
  log.admit(REFUSED);
  assert.deepEqual(log.admit(new Error('a bug')), { isWritten: true, linesLeftOut: 0 });
  assert.equal(log.admit(REFUSED).isWritten, false);
  now = 20_000;
  assert.deepEqual(log.admit(REFUSED), { isWritten: true, linesLeftOut: 0 });
});
