import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '@lonja/forecasting/market';
import { createUniform } from '@lonja/forecasting/simulator';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import type { Db } from '../../ground/database/database.ts';
import { findFeeds, type Feed } from './feeds.ts';
import { readKeptRows } from './kept-rows.ts';
import { readRows } from './observation-rows.ts';
import { appendObservations } from './observations.ts';

const { db, drop } = await createTestDatabase();
after(drop);

const START = Date.UTC(2025, 0, 1);
const WIND: Feed = { series: 'wind.actual', source: 'csv', resolution: 'PT1H', unit: 'MW' };
const YEAR = { from: START, to: START + 365 * DAY_MS, asOf: Infinity };

function rowOf(hour: number, value: number, lateHours = 1) {
  const start = START + hour * HOUR_MS;
  return {
    start: Float64Array.of(start),
    value: Float64Array.of(value),
    availableAt: Float64Array.of(start + lateHours * HOUR_MS),
  };
}

/** What is kept and what the database has of a window; equal, if nothing is amiss. */
async function readBoth(window = YEAR, on: Db = db) {
  const [feed] = await findFeeds(on, [WIND.series], 'market');
  const kept = await readKeptRows(on, feed, window);
  assert.deepEqual(kept, await readRows(on, feed.id, window));
  return [...kept.value];
}

test('what is kept is what the database has, for any window and instant', async () => {
  const uniform = createUniform(3);
  for (const vintage of [1, 40]) {
    const rows = Array.from({ length: 300 }, (_, i) => rowOf(7 * i, Math.floor(3 * uniform()), vintage));
    for (const row of rows) await appendObservations(db, WIND, row);
  }
  for (let i = 0; i < 40; i++) {
    const from = START + Math.floor(60 * uniform()) * DAY_MS;
    const to = from + Math.floor(150 + 200 * uniform()) * DAY_MS;
    const asOf = i === 0 ? Infinity : START + Math.floor(100 * 24 * uniform()) * HOUR_MS;
    await readBoth({ from, to, asOf });
  }
});

test('a value is seen as soon as it is appended, corrected or removed, and a reader harms no other', async () => {
  const count = (await readBoth()).length;
  await appendObservations(db, WIND, rowOf(5000, 17));
  assert.equal((await readBoth()).at(-1), 17);
  await appendObservations(db, WIND, rowOf(5000, 18, 2));
  assert.deepEqual((await readBoth()).slice(-2), [17, 18]);
  const [feed] = await findFeeds(db, [WIND.series], 'market');
  (await readKeptRows(db, feed, YEAR)).value.fill(0);
  assert.deepEqual((await readBoth()).slice(-2), [17, 18]);
  await db
    .deleteFrom('observation')
    .where('start_at', '=', new Date(START + 5000 * HOUR_MS))
    .execute();
  assert.equal((await readBoth()).length, count);
});

test('what this process appends joins what is kept, in any order, and nothing is read again', async () => {
  const [first] = await readBoth();
  // A change without a notification: only a reader that queries the database again can see it.
  await db.transaction().execute(async (tx) => {
    await sql`alter table observation disable trigger user`.execute(tx);
    await sql`update observation set value = 1000
      where revision = 1 and start_at = (select min(start_at) from observation)`.execute(tx);
  });
  const uniform = createUniform(4);
  for (let i = 0; i < 60; i++) {
    const hours = [0, 1, 2].map(() => 1 + Math.floor(24 * 400 * uniform()));
    for (const hour of hours) {
      const row = rowOf(hour, Math.floor(4 * uniform()), Math.floor(30 * uniform()));
      await appendObservations(db, WIND, row);
    }
  }
  const [feed] = await findFeeds(db, [WIND.series], 'market');
  assert.equal((await readKeptRows(db, feed, YEAR)).value[0], first);
  await db.transaction().execute(async (tx) => {
    await sql`update observation set value = ${first} where value = 1000`.execute(tx);
    await sql`alter table observation enable trigger user`.execute(tx);
  });
  await readBoth();
});

test('a transaction reads what it sees itself, and leaves nothing behind', async () => {
  const before = await readBoth();
  const tx = await db.startTransaction().execute();
  await sql`delete from observation`.execute(tx);
  await appendObservations(tx, WIND, rowOf(6000, 1));
  assert.deepEqual(await readBoth(YEAR, tx), [1]);
  assert.deepEqual(await readBoth(), before);
  await tx.rollback().execute();
  assert.deepEqual(await readBoth(), before);
});

test('a feed with many revisions of each period is read as any other', async () => {
  const feed = { ...WIND, series: 'wind.model' };
  const uniform = createUniform(5);
  for (let issue = 0; issue < 12; issue++) {
    const hours = Array.from({ length: 48 }, (_, i) => START + (24 * issue + i) * HOUR_MS);
    await appendObservations(db, feed, {
      start: Float64Array.from(hours),
      value: Float64Array.from(hours, () => uniform()),
      availableAt: Float64Array.from(hours, () => START + (issue % 5) * HOUR_MS),
    });
  }
  const [stored] = await findFeeds(db, [feed.series], 'market');
  for (const asOf of [Infinity, START + 2 * HOUR_MS, START - 1]) {
    const window = { from: START + 5 * HOUR_MS, to: START + 200 * HOUR_MS, asOf };
    assert.deepEqual(await readKeptRows(db, stored, window), await readRows(db, stored.id, window));
  }
  assert.ok((await readKeptRows(db, stored, YEAR)).start.length > 400);
});
