import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openDatabase } from '../../ground/database/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createRateLimiter } from './rate-limiter.ts';

const WINDOW_MS = 60_000;

const database = await createTestDatabase();
const { db } = database;
after(() => database.drop());

function setUp() {
  const clock = createTestClock('2026-03-30T10:00:00Z');
  const limiter = createRateLimiter({ db, clock }, { name: randomUUID(), windowMs: WINDOW_MS });
  return { clock, limiter, start: clock.now() };
}

test('no window of its length ever holds more than the limit, whatever the arrivals', async () => {
  const { clock, limiter, start } = setUp();
  const allowed: number[] = [];
  for (let i = 0; i < 600; i++) {
    clock.advance((i * 7919) % 2997);
    if ((await limiter.take('a', 20)).allowed) allowed.push(clock.now());
  }
  for (const instant of allowed) {
    const inWindow = allowed.filter((other) => other > instant - WINDOW_MS && other <= instant);
    assert.ok(inWindow.length <= 20);
  }
  // Refused events do not count, so a caller that never waits still gets the full rate.
  assert.ok(allowed.length >= 20 * Math.floor((clock.now() - start) / WINDOW_MS));
});

test('a clock that is set back keeps nobody out, and lets no more in than a window may hold', async () => {
  const { clock, limiter } = setUp();
  await limiter.take('a', 2);
  await limiter.take('a', 2);
  clock.advance(-30_000);
  assert.equal((await limiter.take('a', 2)).allowed, false);
  clock.advance(-3_600_000);
  assert.equal((await limiter.take('a', 2)).allowed, true);
  assert.equal((await limiter.take('a', 2)).allowed, true);
  assert.equal((await limiter.take('a', 2)).allowed, false);
});

test('remaining and reset follow the oldest event', async () => {
  const { clock, limiter, start } = setUp();
  assert.deepEqual(await limiter.take('a', 2), {
    allowed: true,
    limit: 2,
    remaining: 1,
    resetsAt: start + WINDOW_MS,
    windowMs: WINDOW_MS,
  });
  clock.advance(10_000);
  assert.deepEqual(await limiter.take('a', 2), {
    allowed: true,
    limit: 2,
    remaining: 0,
    resetsAt: start + WINDOW_MS,
    windowMs: WINDOW_MS,
  });
  assert.deepEqual(await limiter.take('a', 2), {
    allowed: false,
    limit: 2,
    remaining: 0,
    resetsAt: start + WINDOW_MS,
    windowMs: WINDOW_MS,
  });
  clock.advance(50_000);
  assert.deepEqual(await limiter.take('a', 2), {
    allowed: true,
    limit: 2,
    remaining: 0,
    resetsAt: start + 10_000 + WINDOW_MS,
    windowMs: WINDOW_MS,
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

test('two processes share one count, however their requests fall together', async () => {
  const other = openDatabase(database.url, { maxConnections: 3 });
  const clock = createTestClock('2026-03-30T10:00:00Z');
  const window = { name: randomUUID(), windowMs: WINDOW_MS };
  const limiters = [db, other].map((pool) => createRateLimiter({ db: pool, clock }, window));
  const keys = ['a', 'b', 'c'];
  const attempts = Array.from({ length: 300 }, async (_, i) => {
    const key = keys[i % 3];
    const { allowed, remaining } = await limiters[i % 2].take(key, 20);
    return { key, allowed, remaining };
  });
  const outcomes = await Promise.all(attempts);
  for (const key of keys) {
    const allowed = outcomes.filter((outcome) => outcome.key === key && outcome.allowed);
    assert.deepEqual(
      allowed.map(({ remaining }) => remaining).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, i) => i),
    );
  }
  clock.advance(WINDOW_MS);
  assert.equal((await limiters[1].take('a', 20)).remaining, 19);
  await other.destroy();
});

test('a large limit is kept as well, and what it counts leaves the window a step late at most', async () => {
  const { clock, limiter } = setUp();
  const takeMany = async (count: number) => {
    const decisions = await Promise.all(Array.from({ length: count }, () => limiter.take('a', 1000)));
    return decisions.filter((decision) => decision.allowed).length;
  };
  clock.advance(33);
  assert.equal(await takeMany(700), 700);
  clock.advance(30_000);
  assert.equal(await takeMany(400), 300);
  clock.advance(30_000);
  assert.equal(await takeMany(10), 0);
  clock.advance(WINDOW_MS / 120);
  assert.equal(await takeMany(800), 700);
});

test('windows that hold nothing any more are forgotten', async () => {
  const { clock, limiter } = setUp();
  const keysHeld = async () => {
    const held = await db
      .selectFrom('request_window')
      .select('key')
      .where('key', 'like', '% address %')
      .execute();
    return held.length;
  };
  for (let i = 0; i < 20; i++) await limiter.take(`address ${i}`, 5);
  assert.equal(await keysHeld(), 20);
  clock.advance(10 * WINDOW_MS);
  await limiter.take('one', 5);
  assert.equal(await keysHeld(), 0);
});
