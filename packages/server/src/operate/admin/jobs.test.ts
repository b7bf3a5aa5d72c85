import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from './jobs.ts';

test('only the first line is logged, and not all of a long one', () => {
  assert.equal(redact('it failed\n    at file:///srv/app.ts:1'), 'it failed');
  const long = redact('x'.repeat(2000));
  assert.deepEqual([long.length, long.at(-1)], [500, '…']);
});
