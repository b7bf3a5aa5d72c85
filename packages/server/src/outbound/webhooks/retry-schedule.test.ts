import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRetryAfterMs, retryDelayMs } from './retry-schedule.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const SCHEDULE = [5 * SECOND, 300 * SECOND, 1800 * SECOND, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
const middle = { retryAfterMs: undefined, random: 0.5 };

test('seven waits lie between eight attempts, and then none', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => retryDelayMs(attempt, middle)),
    [...SCHEDULE, undefined],
  );
});

test('a wait varies by a fifth either way', () => {
  for (const [i, delay] of SCHEDULE.entries()) {
    const shortest = retryDelayMs(i + 1, { ...middle, random: 0 }) ?? 0;
    const longest = retryDelayMs(i + 1, { ...middle, random: 1 - Number.EPSILON }) ?? 0;
    assert.ok(Math.abs(shortest - 0.8 * delay) < 1e-6 * delay);
    assert.ok(longest > 1.19 * delay && longest <= 1.2 * delay);
  }
});

test('Retry-After lengthens a wait to at most twice, and never shortens it', () => {
  assert.equal(retryDelayMs(1, { retryAfterMs: 7 * SECOND, random: 0.5 }), 7 * SECOND);
  assert.equal(retryDelayMs(1, { retryAfterMs: HOUR, random: 0.5 }), 10 * SECOND);
  assert.equal(retryDelayMs(1, { retryAfterMs: 0, random: 0.5 }), 5 * SECOND);
});

test('Retry-After is read as seconds or as a date, and ignored otherwise', () => {
  const now = Date.parse('2026-03-30T10:00:00Z');
  assert.equal(parseRetryAfterMs('120', now), 120 * SECOND);
  assert.equal(parseRetryAfterMs('Mon, 30 Mar 2026 10:01:00 GMT', now), 60 * SECOND);
  assert.equal(parseRetryAfterMs('Mon, 30 Mar 2026 09:00:00 GMT', now), 0);
  for (const header of [undefined, '', 'soon', '-5', '99999999999999']) {
    assert.equal(parseRetryAfterMs(header, now), undefined, header);
  }
});
