import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { databaseUrl } from '../../test/test-cluster.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase();
after(database.drop);

test('a migrated database is left as it is', async () => {
  assert.deepEqual(await migrate(database.db), []);
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
  const names = migrated.flat();
  assert.ok(names.length > 0);
  assert.deepEqual(names, [...new Set(names)]);
  await sql.raw(`drop database ${name} with (force)`).execute(database.db);
});
