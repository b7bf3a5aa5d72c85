import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countdown } from './service-clock.ts';

test('what is left is counted in days, hours, minutes and seconds and never below nothing', () => {
  assert.equal(countdown(2 * 3_600_000 + 14 * 60_000 + 9000), '02:14:09');
  assert.equal(countdown(86_400_000 + 1000), '1 d 00:00:01');
  assert.equal(countdown(-5), '00:00:00');
});
