import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { isLockFault } from '../../ground/database/database-fault.ts';
import {
  addMonths,
  dropPart,
  ensureMonths,
  listMonthParts,
  listParts,
  listStrayMonths,
  listWideParts,
  monthRange,
  splitPart,
} from './observation-parts.ts';
import { appendObservations, readSeries } from './observations.ts';

const database = await createTestDatabase();
after(database.drop);
const { db } = database;
const FEED = { series: 'price.da', source: 'csv', resolution: 'PT1H', unit: 'EUR/MWh' } as const;

afterEach(async () => {
  for (const part of await listMonthParts(db)) await dropPart(db, part);
  await sql`truncate observation`.execute(db);
});

/** Appends an hour of every tenth day, known from a day before; `shift` makes further revisions. */
async function append(from: string, days: number, shift = 0): Promise<void> {
  const start = Float64Array.from({ length: days }, (_, i) => Date.parse(from) + i * 10 * DAY_MS);
  await appendObservations(db, FEED, {
    start,
    value: start.map((_, i) => i + shift),
    availableAt: start.map((instant) => instant - DAY_MS + shift * HOUR_MS),
  });
}

async function everything(): Promise<unknown> {
  const query = {
    keys: ['price.da'],
    dataOrigin: 'market' as const,
    from: 0,
    to: Date.UTC(2100),
    asOf: Infinity,
  };
  return readSeries(db, query);
}

async function namesOfParts(): Promise<string[]> {
  return (await listParts(db)).map(({ name }) => name);
}

test('months follow each other over the end of a year', () => {
  assert.deepEqual(monthRange('2025-11', '2026-02'), ['2025-11', '2025-12', '2026-01', '2026-02']);
  assert.equal(addMonths('2026-01', -13), '2024-12');
});

test('a new database has one partition, which takes everything', async () => {
  assert.deepEqual(await namesOfParts(), ['observation_other']);
  await append('1999-06-01T00:00:00Z', 2);
  await append('2031-01-01T00:00:00Z', 2);
  assert.deepEqual(await listStrayMonths(db), ['2031-01']);
});

test('what was stored before its month was made moves there, with every revision', async () => {
  await append('2025-11-25T00:00:00Z', 12);
  await append('2025-11-25T00:00:00Z', 12, 3);
  const before = await everything();
  const months = await listStrayMonths(db);
  assert.deepEqual(months, ['2025-11', '2025-12', '2026-01', '2026-02', '2026-03']);
  assert.deepEqual(await ensureMonths(db, months), months);
  assert.deepEqual(await ensureMonths(db, months), [], 'they are there');
  assert.deepEqual(await listStrayMonths(db), []);
  assert.deepEqual((await namesOfParts()).slice(0, 2), ['observation_2025_11', 'observation_2025_12']);
  assert.deepEqual(await everything(), before);
  await append('2025-11-25T00:00:00Z', 12, 5);
  const { rows } = await sql<{ name: string; count: string }>`
    select tableoid::regclass::text as name, count(*) as count from observation group by 1 order by 1 limit 1`.execute(
    db,
  );
  assert.deepEqual(
    rows,
    [{ name: 'observation_2025_11', count: '3' }],
    'further revisions go to their month',
  );
});

test('a partition for a year becomes twelve', async () => {
  await sql`
    create table observation_2024 partition of observation
    for values from ('2024-01-01T00:00:00Z') to ('2025-01-01T00:00:00Z')`.execute(db);
  await append('2024-01-01T00:00:00Z', 36);
  await append('2024-01-01T00:00:00Z', 36, 2);
  const before = await everything();
  const [wide] = await listWideParts(db);
  assert.equal(wide.name, 'observation_2024');
  assert.deepEqual(
    await ensureMonths(db, ['2024-05', '2025-01']),
    ['2025-01'],
    'what has a partition gets no other',
  );
  await splitPart(db, wide);
  await splitPart(db, wide);
  assert.deepEqual(await listWideParts(db), []);
  assert.equal((await listMonthParts(db)).length, 13);
  assert.deepEqual(await everything(), before);
});

test('readers go on while partitions change, and what is locked is left alone', async () => {
  await append('2026-01-01T00:00:00Z', 3);
  const reader = db.transaction().execute(async (tx) => {
    await sql`select count(*) from observation`.execute(tx);
    await assert.rejects(ensureMonths(db, ['2026-01']), isLockFault);
    return sql`select count(*) from observation`.execute(tx);
  });
  await reader;
  assert.deepEqual(await namesOfParts(), ['observation_other']);
  assert.deepEqual(await ensureMonths(db, ['2026-01']), ['2026-01']);
});

test('two processes that make the same months make each once', async () => {
  const made = await Promise.all([ensureMonths(db, ['2026-04']), ensureMonths(db, ['2026-04', '2026-05'])]);
  assert.deepEqual(made.flat().sort(), ['2026-04', '2026-05']);
});

test('a month that is dropped takes its values with it, and processes read the feed anew', async () => {
  await append('2026-01-15T00:00:00Z', 4);
  await ensureMonths(db, await listStrayMonths(db));
  const versionOf = async () =>
    (await db.selectFrom('feed').select('version').executeTakeFirstOrThrow()).version;
  const before = await versionOf();
  const [january] = await listMonthParts(db);
  await dropPart(db, january);
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from observation`.execute(
    db,
  );
  assert.deepEqual(rows, [{ count: 2 }]);
  assert.notEqual(await versionOf(), before);
});
