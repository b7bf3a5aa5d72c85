import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { OWNER, ownerPassword, prepareOwner } from './owner.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-owner-'));
await chmod(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir, durable: false });
const adminUrl = server.adminUrl.replace(/postgres$/, 'lonja');
after(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

async function as<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

test('the service works as a role that can do nothing beyond its databases', async () => {
  await as(server.databaseUrl, async (db) => {
    const { rows } = await sql`
      select rolname, rolsuper, rolbypassrls, rolreplication from pg_roles where rolname = current_user`.execute(
      db,
    );
    assert.deepEqual(rows, [
      { rolname: 'lonja', rolsuper: false, rolbypassrls: false, rolreplication: false },
    ]);
    for (const forbidden of [
      sql`copy (select 1) to program 'true'`,
      sql`select pg_read_file('/etc/passwd')`,
      sql`select rolpassword from pg_authid`,
      sql`alter role postgres password 'x'`,
    ]) {
      await assert.rejects(forbidden.execute(db), /permission denied/);
    }
  });
});

test('processes that start at once hand over one after the other', async () => {
  const { port, password } = new URL(server.adminUrl);
  const urlOn = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const starting = { password: ownerPassword(password) };
  await as(adminUrl, async (db) => {
    for (let round = 0; round < 5; round++) {
      await sql`alter schema public owner to postgres`.execute(db);
      await Promise.all(Array.from({ length: 8 }, () => prepareOwner(urlOn, starting)));
    }
    const { rows } = await sql`
      select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'public'`.execute(db);
    assert.deepEqual(rows, [{ owner: OWNER }]);
  });
});

test('a database that the administrator owned is handed over, roles of tenants included, while somebody reads it', async () => {
  await as(server.databaseUrl, (db) => migrate(db));
  await as(adminUrl, async (db) => {
    await sql`
      create schema queue;
      create type queue.state as enum ('waiting', 'done');
      create table queue.job (id bigint generated always as identity primary key, state queue.state) partition by range (id);
      create table queue.job_1 partition of queue.job for values from (1) to (1000);
      create sequence queue.loose;
      create view queue.waiting as select * from queue.job where state = 'waiting';
      create function queue.take() returns bigint language sql as 'select 1::bigint';
      create role lonja_other_tenants nologin;
      grant usage on schema queue to lonja_other_tenants;
      grant select on queue.job to lonja_other_tenants;
    `.execute(db);
    await sql`alter table observation owner to postgres`.execute(db);
    await sql`alter database lonja owner to postgres`.execute(db);
  });
  const reading = Promise.withResolvers<undefined>();
  const isRead = Promise.withResolvers<undefined>();
  const reader = as(adminUrl, (db) =>
    db.transaction().execute(async (tx) => {
      await sql`select count(*) from queue.job`.execute(tx);
      isRead.resolve(undefined);
      await reading.promise;
    }),
  );
  await isRead.promise;
  const again = startEmbeddedPostgres({ dataDir, durable: false });
  setTimeout(() => reading.resolve(undefined), 700);
  await reader;
  const further = await again;
  await as(further.databaseUrl, async (db) => {
    const { rows } = await sql`
      select relname as name from pg_class where relnamespace in ('public'::regnamespace, 'queue'::regnamespace)
        and relowner <> 'lonja'::regrole
      union all select typname from pg_type where typnamespace = 'queue'::regnamespace and typowner <> 'lonja'::regrole
      union all select proname from pg_proc where pronamespace = 'queue'::regnamespace and proowner <> 'lonja'::regrole
      union all select datname from pg_database where datname = 'lonja' and datdba <> 'lonja'::regrole
    `.execute(db);
    assert.deepEqual(rows, []);
    await sql`insert into queue.job (state) values ('waiting')`.execute(db);
    await sql`set role lonja_other_tenants; select count(*) from queue.job; reset role`.execute(db);
    assert.deepEqual(await migrate(db), []);
  });
  await further.stop();
});
