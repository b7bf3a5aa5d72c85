import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, suite, test } from 'node:test';
import { sql } from 'kysely';
import { createTenant } from '../../src/people/access/create-identities.ts';
import { type TestApi, createTestApi } from '../http/test-api.ts';
import { renderAccessPage } from './access-document.ts';
import { documentedOperations, findAccessFaults } from './access-faults.ts';
import { ACCESS_TABLE } from './access-table.ts';
import { findIsolationFaults } from './isolation-faults.ts';
import { makeInvitation, makeKey } from './records.ts';

const PAGE = new URL('../../../../docs/access.md', import.meta.url);

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

test('the table names every route that the service documents, and no other', () => {
  assert.deepEqual(Object.keys(ACCESS_TABLE).sort(), documentedOperations(api).sort());
});

test('the published page is the table', async () => {
  const page = renderAccessPage(ACCESS_TABLE);
  if (process.env['UPDATE_ACCESS_PAGE'] === '1') await writeFile(PAGE, page);
  assert.equal(await readFile(PAGE, 'utf8'), page);
});

test('every route lets in whom the table says, and no answer holds anything of another tenant', async () => {
  assert.deepEqual(await findAccessFaults(api, ACCESS_TABLE), []);
});

test('the database keeps the tenants apart in every table by itself', async () => {
  const tenantId = await createTenant(api, { name: 'Own' });
  assert.deepEqual(await findIsolationFaults(api.db, tenantId), []);
});

suite('a deliberate hole is found:', () => {
  /** What the checks say of keys and invitations in a database that a statement has damaged. */
  async function faultsAfter(statement: string): Promise<string[]> {
    return withTestApi(async (holed) => {
      const tenantId = await createTenant(holed, { name: 'Own' });
      const other = await holed.createSession();
      await makeKey(holed, other);
      await makeInvitation(holed, other);
      await sql.raw(statement).execute(holed.db);
      const routes = Object.entries(ACCESS_TABLE).filter(([operation]) => operation.includes('api-keys'));
      return [
        ...(await findIsolationFaults(holed.db, tenantId)),
        ...(await findAccessFaults(holed, Object.fromEntries(routes))),
      ];
    });
  }

  test('a policy dropped', async () => {
    const faults = await faultsAfter('drop policy own_tenant on api_key');
    assert.ok(
      faults.some((fault) => fault.startsWith('DELETE /auth/api-keys/{id} as admin session, own id')),
    );
  });

  test('row-level security switched off', async () => {
    const faults = await faultsAfter('alter table api_key disable row level security');
    assert.ok(faults.includes('api_key has no row-level security'));
    assert.ok(faults.includes('api_key shows rows of other tenants'));
  });

  test('a policy that lets everything through', async () => {
    const faults = await faultsAfter('create policy hole on invitation to lonja_tenant using (true)');
    assert.deepEqual(faults, [
      'invitation shows rows when no tenant is set',
      'invitation shows rows of other tenants',
    ]);
  });

  test('a route that takes less than its line says', async () => {
    await withTestApi(async (fresh) => {
      const line = { 'GET /settings': { sessionOnly: true, role: 'manager' as const } };
      const faults = await findAccessFaults(fresh, line);
      assert.equal(faults.length, 2);
      assert.match(faults[0], /^GET \/settings as viewer session, none id: 200 instead of 403/);
    });
  });
});

async function withTestApi<T>(work: (fresh: TestApi) => Promise<T>): Promise<T> {
  const fresh = await createTestApi('2026-03-30T10:05:00Z');
  try {
    return await work(fresh);
  } finally {
    await fresh.close();
  }
}
