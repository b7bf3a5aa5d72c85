import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../test/database.ts';
import { copyRows } from './copy-rows.ts';

const { db, drop } = await createTestDatabase();
after(drop);

const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes);

test('rows come with their bytes, nulls and empty fields, and large ones whole', async () => {
  const rows = await copyRows(
    db,
    sql`select * from (values ('\\x00ff80'::bytea, null::int2), ('', 258::int2)) as row (one, other)`,
  );
  assert.deepEqual(rows, [
    [bytesOf(0, 255, 128), undefined],
    [bytesOf(), bytesOf(1, 2)],
  ]);
  const [[large]] = await copyRows(
    db,
    sql`select string_agg(int4send(i), '') from generate_series(1, 500000) i`,
  );
  const numbers = new DataView(large?.buffer ?? new ArrayBuffer());
  assert.equal(numbers.byteLength, 2_000_000);
  for (let i = 0; i < 500_000; i++) assert.equal(numbers.getInt32(4 * i), i + 1);
  assert.deepEqual(await copyRows(db, sql`select 1 where false`), []);
});

test('a statement that fails gives the reason, and its connection is still usable', async () => {
  await db.connection().execute(async (connection) => {
    await assert.rejects(copyRows(connection, sql`select 1 / (3 - i) from generate_series(1, 5) i`), {
      code: '22012',
    });
    assert.deepEqual(await copyRows(connection, sql`select 7::int2`), [[bytesOf(0, 7)]]);
    await assert.rejects(copyRows(connection, sql`select ${7}::int2`), /no parameter/);
    const { rows } = await sql<{ n: number }>`select 7 as n`.execute(connection);
    assert.deepEqual(rows, [{ n: 7 }]);
  });
});

test('nothing but copied rows can be streamed', async () => {
  const rows = db.selectFrom('feed').selectAll().stream();
  await assert.rejects(rows.next(), TypeError);
  assert.equal((await copyRows(db, sql`select 1`)).length, 1);
});

test('a connection that breaks fails the rows that it was about to give', async () => {
  const ended = copyRows(db, sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`);
  await assert.rejects(ended, /terminat/);
});
