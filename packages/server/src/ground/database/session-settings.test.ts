import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { hasPgbouncer, startPgbouncer } from '../../../test/pgbouncer.ts';
import { SERVER_PREFERENCES } from '../../../test/server-preferences.ts';
import { openDatabase } from './database.ts';
import { prepareDatabase } from './prepare-database.ts';
import { sql } from 'kysely';
import { WRITTEN_FORM } from './session-settings.ts';
import { DEFAULT_TENANT_ROLE } from './tenant-rights.ts';

const logger = pino({ level: 'silent' });
const { url, drop } = await createTestDatabase();
after(drop);
const name = new URL(url).pathname.slice(1);

async function asked(query: string, address = url): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query({ text: query, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const prepare = (address = url) => prepareDatabase(address, { tenantRole: DEFAULT_TENANT_ROLE, logger });

test('what a server prefers changes nothing of what is read, with options or without them', async () => {
  const instant = '2026-03-29T01:30:00.250Z';
  for (const [setting, value] of Object.entries(SERVER_PREFERENCES)) {
    await asked(`alter database ${name} set ${setting} = '${value}'`);
  }
  const read = async () => {
    const db = openDatabase(url, { maxConnections: 1 });
    try {
      const { rows } = await sql<{ at: Date; day: string; number: number; bytes: Buffer }>`
        select ${instant}::timestamptz as at, ${instant}::timestamptz::date as day, 0.1::float8 + 0.2::float8 as number,
          '\\x00ff'::bytea as bytes`.execute(db);
      return rows[0];
    } finally {
      await db.destroy();
    }
  };
  const expected = {
    at: new Date(instant),
    day: '2026-03-29',
    number: 0.1 + 0.2,
    bytes: Buffer.from([0, 255]),
  };
  assert.deepEqual(await read(), expected);
  assert.deepEqual(
    await asked('show DateStyle'),
    ['SQL, DMY'],
    'a session without options has what is preferred',
  );
  await prepare();
  const settings = Object.keys(WRITTEN_FORM);
  assert.deepEqual(
    await asked(`select setting from unnest('{${settings.join(',')}}'::text[]) with ordinality as wanted (name, place)
      join pg_settings on pg_settings.name = wanted.name order by place`),
    Object.values(WRITTEN_FORM).map((value) => value.replace(',', ', ')),
  );
  assert.deepEqual(await read(), expected);
  await prepare();
});

test(
  'behind a pooler that has lent sessions before',
  { skip: !hasPgbouncer() && 'PgBouncer is not installed' },
  async () => {
    const own = await createTestDatabase();
    const pooler = await startPgbouncer(own.url);
    const db = openDatabase(pooler.url, { maxConnections: 5 });
    try {
      for (const [setting, value] of Object.entries(SERVER_PREFERENCES)) {
        await asked(`alter database ${new URL(own.url).pathname.slice(1)} set ${setting} = '${value}'`);
      }
      assert.deepEqual(await asked('show DateStyle', pooler.url), ['SQL, DMY']);
      await prepare(pooler.url);
      const read = () =>
        sql<{ day: string; at: Date; number: number }>`
          select '2026-10-17'::date as day, '2026-10-17T00:30:00Z'::timestamptz as at,
            0.1::float8 + 0.2::float8 as number, pg_sleep(0.05)`.execute(db);
      for (const { rows } of await Promise.all(Array.from({ length: 5 }, read))) {
        const { day, at, number } = rows[0];
        assert.deepEqual(
          [day, at.toISOString(), number],
          ['2026-10-17', '2026-10-17T00:30:00.000Z', 0.1 + 0.2],
        );
      }
    } finally {
      await db.destroy();
      await pooler.stop();
      await own.drop();
    }
  },
);

test('the defaults of PostgreSQL and other names of UTC are left alone', async () => {
  const own = await createTestDatabase();
  const database = new URL(own.url).pathname.slice(1);
  try {
    await asked(`alter database ${database} set TimeZone = 'Etc/UTC'`);
    await prepare(own.url);
    const changed = `select setconfig::text from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = '${database}' and setrole <> 0`;
    assert.deepEqual(await asked(changed, own.url), []);
  } finally {
    await own.drop();
  }
});

test('a database in another encoding, or one that can only be read, is refused in a sentence', async () => {
  const latin = `${name}_latin`;
  await asked(
    `create database ${latin} encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`,
  );
  const address = new URL(url);
  address.pathname = `/${latin}`;
  try {
    await assert.rejects(prepare(address.href), {
      name: 'OperatorError',
      message: /has the encoding LATIN1; Lonja needs UTF8\..*createdb/,
    });
  } finally {
    await asked(`drop database ${latin} with (force)`);
  }
  const own = await createTestDatabase();
  try {
    await asked(
      `alter database ${new URL(own.url).pathname.slice(1)} set default_transaction_read_only = on`,
    );
    await assert.rejects(prepare(own.url), { name: 'OperatorError', message: /can only be read.*standby/ });
  } finally {
    await own.drop();
  }
});
