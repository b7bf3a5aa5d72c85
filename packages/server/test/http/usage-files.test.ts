import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { addDays } from '@lonja/forecasting/market';
import { CreatedApiKey } from '../../src/people/api-keys/record.ts';
import { TenantUsagePage } from '../../src/people/usage/schemas.ts';
import { addRequestUsage } from '../../src/people/usage/usage.ts';
import { createTestApi, errorOf, type TestSession } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const FIRST_DAY = '2026-01-15';
const DAYS = 60;
let admin: TestSession;
let other: TestSession;
let superadmin: TestSession;

/** Over a socket: a long answer ends when its caller takes nothing of it. */
async function fileOf(path: string, token: string): Promise<string[]> {
  const address: AddressInfo | string | null = api.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${address.port}/api/v1${path}`, { headers });
  assert.match(response.headers.get('content-type') ?? '', /^text\/csv/);
  return (await response.text()).trimEnd().split('\r\n');
}

before(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  [admin, other] = [await api.createSession(), await api.createSession()];
  superadmin = await api.createSession({ isSuperadmin: true });
  const made = await api.send('POST', '/auth/api-keys', admin.token, { label: '=desk, "A"' });
  const { id: keyId } = CreatedApiKey.parse(made.body);
  for (let i = 0; i < DAYS; i++) {
    const day = addDays(FIRST_DAY, i);
    await addRequestUsage(api.db, [
      { tenantId: admin.tenantId, day, keyId, requests: 10 },
      { tenantId: admin.tenantId, day, keyId: undefined, requests: 1 },
      { tenantId: other.tenantId, day, keyId: undefined, requests: 5 },
    ]);
  }
});

test("a tenant's file has its own days and keys alone, whatever the page", async () => {
  const query = `date_from=${FIRST_DAY}&date_to=2026-03-15&format=csv&page_size=1`;
  const [head, ...rows] = await fileOf(`/settings/usage?${query}`, admin.token);
  assert.equal(head, 'date (UTC),API key,label,requests');
  assert.equal(rows.length, 2 * DAYS);
  assert.match(rows[0], /^2026-03-15,[\da-f-]{36},"'=desk, ""A""",10$/);
  assert.equal(rows[1], '2026-03-15,,,1');
  const [, ...others] = await fileOf(`/settings/usage?${query}`, other.token);
  assert.deepEqual([others.length, others[0]], [DAYS, '2026-03-15,,,5']);
});

test('the platform has all tenants by day or month, as a list and as a file, for superadmins alone', async () => {
  const query = `date_from=${FIRST_DAY}&date_to=2026-03-15&tenant_id=${admin.tenantId}`;
  const answer = await api.get(`/admin/usage?${query}&by=month`, superadmin.token);
  const page = TenantUsagePage.parse(answer.body);
  assert.equal(page.total, 3);
  assert.deepEqual(
    page.items.map((one) => [one.date, one.requests, one.requests_of_sessions]),
    [
      ['2026-03-01', 15 * 11, 15],
      ['2026-02-01', 28 * 11, 28],
      ['2026-01-01', 17 * 11, 17],
    ],
  );
  const days = TenantUsagePage.parse((await api.get(`/admin/usage?${query}&page=2`, superadmin.token)).body);
  assert.deepEqual([days.total, days.items.length, days.items[0].date], [DAYS, 10, '2026-01-24']);
  const all = `date_from=${FIRST_DAY}&date_to=2026-03-15&by=month&format=csv`;
  const [head, ...rows] = await fileOf(`/admin/usage?${all}`, superadmin.token);
  assert.equal(head, 'from (UTC),tenant,name,requests,requests of sessions');
  assert.equal(rows.length, 6);
  assert.ok(rows.includes(`2026-02-01,${other.tenantId},Test,140,140`));
  assert.deepEqual(errorOf(await api.get('/admin/usage', admin.token)), [403, 'insufficient_scope']);
  assert.equal((await api.get('/admin/usage?by=year', superadmin.token)).status, 422);
});

test('days of the year 0 and before it have no usage', async () => {
  const superadmin = await api.createSession({ isSuperadmin: true });
  for (const query of [
    'date_to=0000-01-01',
    'date_from=0000-02-29&date_to=0000-12-31',
    'date_to=0001-01-01',
  ]) {
    for (const path of ['/admin/usage', '/settings/usage']) {
      const answer = await api.get(`${path}?${query}`, superadmin.token);
      assert.equal(answer.status, 200, `${path}?${query}: ${answer.text}`);
    }
  }
});
