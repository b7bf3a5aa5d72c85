import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { databaseUrl } from '../../../test/test-cluster.ts';
import { type Db, openDatabase } from './database.ts';
import { declaredLocks, listMigrations, migrate, migrateTo } from './migrate.ts';
import {
  ensureMonths,
  listParts,
  listStrayMonths,
  listWideParts,
  splitPart,
} from '../../market/observations/observation-parts.ts';

const database = await createTestDatabase();
after(database.drop);

test('a migrated database is left as it is', async () => {
  assert.deepEqual(await migrate(database.db), []);
});

test('the version of the schema is read without changing it', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await sql.raw(`create database ${name}`).execute(database.db);
  const empty = openDatabase(databaseUrl(database.url, name), { maxConnections: 1 });
  const before = await listMigrations(empty);
  assert.deepEqual([before.done, before.unknown], [[], []]);
  assert.deepEqual(await listMigrations(empty), before, 'asking has made nothing');
  await empty.destroy();
  await sql.raw(`drop database ${name} with (force)`).execute(database.db);

  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(database.db);
  const newer = await listMigrations(database.db);
  assert.deepEqual([newer.waiting, newer.unknown], [[], ['9999-newer']]);
  assert.deepEqual(newer.done, [...before.waiting, '9999-newer']);
  await sql`delete from kysely_migration where name = '9999-newer'`.execute(database.db);
});

test('processes that migrate a new database at once run each migration once', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await sql.raw(`create database ${name}`).execute(database.db);
  const url = databaseUrl(database.url, name);
  const migrated = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const db = openDatabase(url, { maxConnections: 1 });
      try {
        return await migrate(db);
      } finally {
        await db.destroy();
      }
    }),
  );
  const names = migrated.flat().map(({ name }) => name);
  assert.ok(names.length > 0);
  assert.deepEqual(names, [...new Set(names)]);
  await sql.raw(`drop database ${name} with (force)`).execute(database.db);
});

/** A database of its own with the migrations before one of them. */
async function databaseBefore(version: string): Promise<{ db: Db; name: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await sql.raw(`create database ${name}`).execute(database.db);
  const db = openDatabase(databaseUrl(database.url, name), { maxConnections: 1 });
  const { waiting } = await listMigrations(db);
  await migrateTo(
    db,
    waiting.filter((migration) => migration < version),
  );
  return { db, name };
}

test('values in partitions for years stay where they are, and come into months afterwards', async () => {
  const { db, name } = await databaseBefore('0025');
  await sql`insert into feed (series, source, resolution, unit) values ('load.actual', 'csv', 'P1D', 'MW')`.execute(
    db,
  );
  await sql`
    insert into observation (feed_id, start_at, revision, value, available_at)
    select feed.id, day, revision, extract(doy from day) + revision, day + revision * interval '1 hour'
    from feed, generate_series('2024-11-20'::timestamptz, '2026-02-10', '5 days') as day, generate_series(1, 2) as revision`.execute(
    db,
  );
  const everything = async () => {
    const { rows } = await sql`select * from observation order by feed_id, start_at, revision`.execute(db);
    return rows;
  };
  const before = await everything();
  await migrate(db);
  const years = ['observation_2024', 'observation_2025', 'observation_2026', 'observation_other'];
  assert.deepEqual(
    (await listParts(db)).map((part) => part.name),
    years,
    'years without values are gone',
  );
  assert.deepEqual(await everything(), before);
  for (const part of await listWideParts(db)) await splitPart(db, part);
  await ensureMonths(db, await listStrayMonths(db));
  assert.equal((await listParts(db)).length, 37);
  assert.deepEqual(await everything(), before);
  await db.destroy();
  await sql.raw(`drop database ${name} with (force)`).execute(database.db);
});

test('weather that was fetched after its hour goes, with what was made of it; radiation stands an hour earlier', async () => {
  const { db, name } = await databaseBefore('0046');
  await sql`
    insert into feed (series, source, resolution, unit) values
      ('temperature.forecast', 'open-meteo', 'PT1H', 'degC'), ('irradiance.forecast', 'open-meteo', 'PT1H', 'W/m2'),
      ('irradiance.archive', 'open-meteo', 'PT1H', 'W/m2'), ('wind.dayahead.model', 'lonja', 'PT1H', 'MW'),
      ('wind.model', 'lonja', 'PT1H', 'MW'), ('irradiance.forecast', 'simulator', 'PT1H', 'W/m2')`.execute(
    db,
  );
  // Of the first day all was fetched weeks later, of the second the day before; both have two revisions of an hour.
  await sql`
    insert into observation (feed_id, start_at, revision, value, available_at, recorded_at)
    select id, hour, revision, extract(hour from hour), hour - interval '30 hours' + revision * interval '1 hour',
      case when hour < '2026-03-10' then '2026-04-01'::timestamptz else hour - interval '20 hours' end
    from feed, generate_series(1, 2) as revision, (
      select generate_series(day - interval '1 hour', day + interval '22 hours', '1 hour') as hour
      from unnest(array['2026-03-01', '2026-03-12']::timestamptz[]) as day) as hours`.execute(db);
  await sql`
    insert into publication (source, name, day, expected_at, state)
    select 'open-meteo', name, day, day, 'complete'
    from unnest(array['weather.forecast', 'weather.archive']) as name,
      unnest(array['2026-03-01', '2026-03-12']::date[]) as day`.execute(db);
  await migrate(db);
  const { rows } = await sql`
    select series, source, start_at::date::text as day, count(*)::int as rows, min(start_at) as first,
      bool_and(value = extract(hour from start_at + case when series like 'irradiance.%' and source = 'open-meteo'
        then interval '1 hour' else interval '0' end)) as same
    from observation join feed on feed.id = feed_id
    where start_at not in ('2026-02-28T22:00Z', '2026-02-28T23:00Z', '2026-03-11T22:00Z', '2026-03-11T23:00Z')
    group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  const hours = (series: string, source: string, day: string, count: number) => ({
    series,
    source,
    day,
    rows: 2 * count,
    first: new Date(`${day}T00:00:00Z`),
    same: true,
  });
  assert.deepEqual(rows, [
    hours('irradiance.archive', 'open-meteo', '2026-03-01', 22),
    hours('irradiance.archive', 'open-meteo', '2026-03-12', 22),
    hours('irradiance.forecast', 'open-meteo', '2026-03-12', 22),
    hours('irradiance.forecast', 'simulator', '2026-03-01', 23),
    hours('irradiance.forecast', 'simulator', '2026-03-12', 23),
    hours('temperature.forecast', 'open-meteo', '2026-03-12', 23),
    hours('wind.dayahead.model', 'lonja', '2026-03-12', 23),
    hours('wind.model', 'lonja', '2026-03-01', 23),
    hours('wind.model', 'lonja', '2026-03-12', 23),
  ]);
  const { rows: lines } = await sql`select name, day::text from publication order by 1, 2`.execute(db);
  assert.deepEqual(lines, [
    { name: 'weather.archive', day: '2026-03-01' },
    { name: 'weather.archive', day: '2026-03-12' },
    { name: 'weather.forecast', day: '2026-03-12' },
  ]);
  await db.destroy();
  await sql.raw(`drop database ${name} with (force)`).execute(database.db);
});

test('addresses of webhooks come into the form to which they are sent, and no other row is touched', async () => {
  const { db, name } = await databaseBefore('0063');
  const tenantId = randomUUID();
  await sql`insert into tenant (id, name) values (${tenantId}, 'Harbour')`.execute(db);
  const forms = {
    'HTTPS://Hooks.Example.com:443': 'https://hooks.example.com/',
    'https://hooks.example.com/a/../b?': 'https://hooks.example.com/b',
    'https://españa.example/x': 'https://xn--espaa-rta.example/x',
    'https://hooks.example.com/lonja?x=1': 'https://hooks.example.com/lonja?x=1',
    'not an address': 'not an address',
  };
  for (const url of Object.keys(forms)) {
    await sql`
      insert into webhook_endpoint (id, tenant_id, name, url, events, state, secret, created_at, updated_at)
      values (${randomUUID()}, ${tenantId}, ${url}, ${url}, '{prices.published}', 'active', 'x', now(), now())`.execute(
      db,
    );
  }
  const versions = () =>
    sql<{ name: string; url: string; version: string }>`
      select name, url, target_version::text as version from webhook_endpoint`.execute(db);
  const before = new Map((await versions()).rows.map((row) => [row.name, row.version]));
  await migrate(db);
  const { rows } = await versions();
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.name, row.url])), forms);
  const renewed = rows.filter((row) => row.version !== before.get(row.name)).map((row) => row.name);
  assert.deepEqual(renewed.toSorted(), Object.keys(forms).slice(0, 3).toSorted());
  await db.destroy();
  await sql.raw(`drop database ${name} with (force)`).execute(database.db);
});

/** Of the oldest release that is upgraded while it serves: those after it say what they lock. */
const OLDEST_SERVING = '0022';

test('a migration names each table of before that it locks against those who read or write', async () => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await sql.raw(`create database ${name}`).execute(database.db);
  const db = openDatabase(databaseUrl(database.url, name), { maxConnections: 1 });
  const { waiting } = await listMigrations(db);
  const later = waiting.filter((migration) => migration.slice(0, 4) > OLDEST_SERVING);
  await migrateTo(
    db,
    waiting.filter((migration) => !later.includes(migration)),
  );
  for (const migration of later) {
    const tables = await db.transaction().execute(async (tx) => {
      const { rows: before } = await sql<{ oid: number }>`select oid from pg_class`.execute(tx);
      await migrateTo(tx, [...waiting.slice(0, waiting.indexOf(migration)), migration]);
      const { rows } = await sql<{ table: string }>`
        select distinct relname as table from pg_locks join pg_class on pg_class.oid = relation
        where pid = pg_backend_pid() and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
          and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
          and relation = any (${before.map(({ oid }) => oid)}::oid[]) and relname not like 'kysely%'
        order by 1`.execute(tx);
      return rows.map(({ table }) => table);
    });
    assert.deepEqual(tables, [...declaredLocks(migration)].sort(), migration);
  }
  await db.destroy();
  await sql.raw(`drop database ${name} with (force)`).execute(database.db);
});
