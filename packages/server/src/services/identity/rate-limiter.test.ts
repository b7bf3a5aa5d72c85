import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestClock } from '../../../test/test-clock.ts';
import { createMemoryRateLimiter } from './rate-limiter.ts';

const WINDOW_MS = 60_000;

function setUp() {
  const clock = createTestClock('2026-03-30T10:00:00Z');
  return { clock, limiter: createMemoryRateLimiter(clock, WINDOW_MS), start: clock.now() };
}

test('no window of its length ever holds more than the limit, whatever the arrivals', async () => {
  const { clock, limiter, start } = setUp();
  const allowed: number[] = [];
  for (let i = 0; i < 2000; i++) {
    clock.advance((i * 7919) % 997);
    if ((await limiter.take('a', 20)).allowed) allowed.push(clock.now());
  }
  for (const instant of allowed) {
    const inWindow = allowed.filter((other) => other > instant - WINDOW_MS && other <= instant);
    assert.ok(inWindow.length <= 20);
  }
  // Refused events do not count, so a caller that never waits still gets the full rate.
  assert.ok(allowed.length >= 20 * Math.floor((clock.now() - start) / WINDOW_MS));
});

test('remaining and reset follow the oldest event', async () => {
  const { clock, limiter, start } = setUp();
  assert.deepEqual(await limiter.take('a', 2), {
    allowed: true,
    limit: 2,
    remaining: 1,
    resetsAt: start + WINDOW_MS,
  });
  clock.advance(10_000);
  assert.deepEqual(await limiter.take('a', 2), {
    allowed: true,
    limit: 2,
    remaining: 0,
    resetsAt: start + WINDOW_MS,
  });
  assert.deepEqual(await limiter.take('a', 2), {
    allowed: false,
    limit: 2,
    remaining: 0,
    resetsAt: start + WINDOW_MS,
  });
  clock.advance(50_000);
  assert.deepEqual(await limiter.take('a', 2), {
    allowed: true,
    limit: 2,
    remaining: 0,
    resetsAt: start + 10_000 + WINDOW_MS,
  });
});

test('keys are counted apart, and a released event is free again', async () => {
  const { limiter } = setUp();
  assert.equal((await limiter.take('a', 1)).allowed, true);
  assert.equal((await limiter.take('b', 1)).allowed, true);
  assert.equal((await limiter.take('a', 1)).allowed, false);
  await limiter.release('a');
  await limiter.release('nobody');
  assert.equal((await limiter.take('a', 1)).allowed, true);
});
