import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { assertOwnRecord } from './assert-own-record.ts';
import { createApiKey, createTenant } from './create-identities.ts';

const { db, drop } = await createTestDatabase();
after(drop);
const context = { db, clock: createTestClock('2026-03-30T10:05:00Z') };

test('an own record passes, one of another tenant is forbidden, any other id is not found', async () => {
  const tenantId = await createTenant(context, { name: 'a' });
  const { id } = await createApiKey(context, { tenantId, label: 'a', role: 'viewer' });
  const check = (ownTenantId: string, recordId: string) =>
    assertOwnRecord(db, { tenantId: ownTenantId }, { table: 'api_key', id: recordId, noun: 'API key' });
  await check(tenantId, id);
  await assert.rejects(check(randomUUID(), id), { code: 'insufficient_scope' });
  for (const missing of [randomUUID(), 'x', '', "' or true --"]) {
    await assert.rejects(check(tenantId, missing), { code: 'not_found' }, missing);
  }
});
