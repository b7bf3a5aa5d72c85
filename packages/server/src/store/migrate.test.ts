import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';

const database = await createTestDatabase();
after(() => database.drop());

test('a migrated database is left as it is', async () => {
  assert.deepEqual(await migrate(database.db), []);
});
