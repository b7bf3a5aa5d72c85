import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createApiKey, createTenant, createUser } from '../../src/people/access/create-identities.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { createTestDatabase } from '../database.ts';
import { createTestClock } from '../test-clock.ts';

const { db, drop } = await createTestDatabase();
after(drop);

const context = { db, clock: createTestClock('2026-03-30T10:05:00Z') };
const TABLES = ['tenant', 'app_user', 'api_key'] as const;
let tenants: string[] = [];

before(async () => {
  tenants = [await addTenant('a'), await addTenant('b')];
});

async function addTenant(name: string): Promise<string> {
  const tenantId = await createTenant(context, { name });
  const account = { email: `${name}@example.com`, password: 'correct horse', fullName: name };
  const createdBy = await createUser(context, { ...account, tenantId, role: 'admin' });
  await createApiKey(context, { tenantId, label: name, role: 'admin', createdBy });
  return tenantId;
}

test('without a tenant the tenant role sees no row', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`set local role lonja_tenant`.execute(tx);
    for (const table of TABLES) {
      assert.deepEqual(await tx.selectFrom(table).select('id').execute(), [], table);
    }
  });
});

test('a tenant sees its own users and keys and no others', async () => {
  for (const tenantId of tenants) {
    await withTenant(db, tenantId, async (tx) => {
      assert.deepEqual(await tx.selectFrom('tenant').select('id').execute(), [{ id: tenantId }]);
      for (const table of ['app_user', 'api_key'] as const) {
        const rows = await tx.selectFrom(table).select('tenant_id').execute();
        assert.deepEqual(rows, [{ tenant_id: tenantId }], table);
      }
    });
  }
});

test('a tenant can neither change, delete nor adopt rows of another', async () => {
  const [own, other] = tenants;
  await withTenant(db, own, async (tx) => {
    const change = await tx
      .updateTable('api_key')
      .set({ label: 'x' })
      .where('tenant_id', '=', other)
      .executeTakeFirst();
    assert.equal(change.numUpdatedRows, 0n);
    const removal = await tx.deleteFrom('api_key').where('tenant_id', '=', other).executeTakeFirst();
    assert.equal(removal.numDeletedRows, 0n);
  });
  await assert.rejects(
    withTenant(db, own, (tx) => tx.updateTable('api_key').set({ tenant_id: other }).execute()),
    /row-level security/,
  );
});

test('the role ends with the transaction', async () => {
  await withTenant(db, tenants[0], async (tx) => tx.selectFrom('tenant').select('id').execute());
  assert.equal((await db.selectFrom('tenant').select('id').execute()).length, 2);
});
