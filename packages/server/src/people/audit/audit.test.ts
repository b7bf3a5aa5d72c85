import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { type NewAuditEntry, appendAudit } from './audit.ts';
import { withTenant } from '../../ground/database/database.ts';
import { insertTenant } from '../access/identity.ts';

const { db, drop } = await createTestDatabase();
after(drop);
const now = Date.parse('2026-03-30T10:05:00Z');
const own = randomUUID();
const other = randomUUID();
for (const id of [own, other]) {
  await insertTenant(db, { id, name: id, locale: 'en', products: undefined, now });
}

function entryOf(tenantId: string): NewAuditEntry {
  return { tenantId, actor: { kind: 'system', id: undefined }, action: 'test.done', now };
}

test('a tenant appends to its own audit and reads it, and to no other', async () => {
  await withTenant(db, own, (tx) => appendAudit(tx, entryOf(own)));
  await appendAudit(db, entryOf(other));
  const rows = await withTenant(db, own, (tx) => tx.selectFrom('audit_entry').selectAll().execute());
  assert.deepEqual(
    rows.map(({ tenant_id, action, details, at }) => [tenant_id, action, details, at.getTime()]),
    [[own, 'test.done', {}, now]],
  );
  await assert.rejects(
    withTenant(db, own, (tx) => appendAudit(tx, entryOf(other))),
    /row-level security/,
  );
});

test('what was written can be neither changed nor removed by a tenant', async () => {
  await assert.rejects(
    withTenant(db, own, (tx) => tx.updateTable('audit_entry').set({ action: 'x' }).execute()),
    /permission denied/,
  );
  await assert.rejects(
    withTenant(db, own, (tx) => tx.deleteFrom('audit_entry').execute()),
    /permission denied/,
  );
});

test('an entry goes with the change that failed', async () => {
  const count = async () => (await db.selectFrom('audit_entry').select('id').execute()).length;
  const before = await count();
  await assert.rejects(
    withTenant(db, own, async (tx) => {
      await appendAudit(tx, entryOf(own));
      throw new Error('the change failed');
    }),
  );
  assert.equal(await count(), before);
});
