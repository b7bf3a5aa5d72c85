import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { readDataVersion } from '../../store/data-version.ts';
import { openDatabase } from '../../store/database.ts';
import { readCredentialVersion } from '../../store/identity.ts';
import { HOLD_MS } from '../../store/request-windows.ts';
import { createRateLimiter } from './rate-limiter.ts';

const WINDOW_MS = 60_000;
const LIMIT = 20_000;

const database = await createTestDatabase();
const { db } = database;
const otherDb = openDatabase(database.url, { maxConnections: 3 });
after(async () => {
  await otherDb.destroy();
  await database.drop();
});

/** Two processes on one database. */
async function setUp() {
  const clock = createTestClock('2026-03-30T10:00:00.100Z');
  const window = { name: randomUUID(), windowMs: WINDOW_MS };
  const [limiter, other] = [db, otherDb].map((pool) => createRateLimiter({ db: pool, clock }, window));
  const versions = {
    data: await readDataVersion(db),
    credentials: await readCredentialVersion(db),
  };
  const takeTwo = async (of: typeof limiter) =>
    Promise.all([of.takeAt('a', LIMIT, versions), of.takeAt('a', LIMIT, versions)]);
  /** Asks until the answer comes early enough to hold something, which takes one round trip on a machine that is not too busy. */
  const hold = async () => {
    for (;;) {
      const asked = await takeTwo(limiter);
      const first = limiter.takeNow('a', LIMIT, versions);
      if (first !== undefined) return [...asked, first];
    }
  };
  return { clock, limiter, other, versions, takeTwo, hold };
}

async function raiseDataVersion(): Promise<void> {
  await sql`insert into data_change default values`.execute(db);
}

test('requests that wait together let further ones in without asking, which count on in order', async () => {
  const { limiter, versions, hold } = await setUp();
  assert.equal(limiter.takeNow('a', LIMIT, versions), undefined);
  const decisions = [...(await hold()), limiter.takeNow('a', LIMIT, versions)];
  const remaining = decisions[0]?.remaining ?? Number.NaN;
  assert.deepEqual(
    decisions.map((decision) => decision?.remaining),
    [0, 1, 2, 3].map((place) => remaining - place),
  );
  assert.equal(new Set(decisions.map((decision) => decision?.resetsAt)).size, 1);
  assert.ok(decisions.every((decision) => decision?.allowed === true));
});

test('what was counted ahead and did not come is free again, so two processes let the limit in and no more', async () => {
  const { limiter, other, versions, hold } = await setUp();
  await hold();
  const last = limiter.takeNow('a', LIMIT, versions);
  assert.ok(last !== undefined);
  const rest = await Promise.all(Array.from({ length: LIMIT }, async () => other.take('a', LIMIT)));
  assert.equal(rest.filter((decision) => decision.allowed).length, last.remaining);
  assert.equal(limiter.takeNow('a', LIMIT, versions), undefined);
});

test('no commit that raises a version is seen while requests are let in without asking', async () => {
  const { limiter, versions, hold } = await setUp();
  for (let i = 0; i < 5; i++) {
    versions.data = await readDataVersion(db);
    await hold();
    let committedAt = Number.POSITIVE_INFINITY;
    const commit = raiseDataVersion().then(() => (committedAt = performance.now()));
    let lastLetIn = performance.now();
    while (limiter.takeNow('a', LIMIT, versions) !== undefined) {
      lastLetIn = performance.now();
      await sleep(HOLD_MS / 16);
    }
    await commit;
    assert.ok(lastLetIn < committedAt);
    assert.equal(await limiter.takeAt('a', LIMIT, versions), undefined);
  }
});

test('while a commit waits nobody may count ahead, and asking goes on', async () => {
  const { other, versions, takeTwo, hold } = await setUp();
  await hold();
  const commit = raiseDataVersion();
  const isWaiting = async () =>
    (
      await sql`select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and granted`.execute(
        db,
      )
    ).rows.length > 0;
  for (let i = 0; i < 100 && !(await isWaiting()); i++) await nextTurn();
  const decisions = await takeTwo(other);
  if (await isWaiting()) {
    assert.ok(decisions.every((decision) => decision?.allowed));
    assert.equal(other.takeNow('a', LIMIT, versions), undefined);
  }
  await commit;
});

test('nothing is let in after its place in the window, after its time, under other versions or another limit', async () => {
  const { clock, limiter, versions, hold } = await setUp();
  await hold();
  assert.equal(limiter.takeNow('a', LIMIT + 1, versions), undefined);
  assert.equal(limiter.takeNow('b', LIMIT, versions), undefined);
  for (const risen of [
    { ...versions, data: '999999' },
    { ...versions, credentials: '999999' },
  ]) {
    assert.equal(limiter.takeNow('a', LIMIT, risen), undefined);
  }
  clock.advance(400);
  assert.ok(limiter.takeNow('a', LIMIT, versions));
  clock.advance(1);
  assert.equal(limiter.takeNow('a', LIMIT, versions), undefined);
  await hold();
  await sleep(HOLD_MS);
  assert.equal(limiter.takeNow('a', LIMIT, versions), undefined);
});

test('a small limit is never held', async () => {
  const { limiter, versions } = await setUp();
  await Promise.all(Array.from({ length: 20 }, async () => limiter.takeAt('a', 999, versions)));
  assert.equal(limiter.takeNow('a', 999, versions), undefined);
});

test('a flood beyond a large limit is refused without waiting, but for a few', async () => {
  const { limiter } = await setUp();
  await Promise.all(Array.from({ length: 1000 }, async () => limiter.take('a', 1000)));
  let pending = 5000;
  const refused = Array.from({ length: pending }, async () => {
    const { allowed } = await limiter.take('a', 1000);
    pending--;
    return allowed;
  });
  await Promise.race(refused);
  await nextTurn();
  assert.ok(pending <= 100);
  assert.ok((await Promise.all(refused)).every((allowed) => !allowed));
});
