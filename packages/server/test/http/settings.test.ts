import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { Settings } from '../../src/people/settings/schemas.ts';
import {
  PlatformStatsRecord,
  PlatformUserPage,
  TenantLimitPage,
  TenantPage,
} from '../../src/operate/admin/admin-accounts-record.ts';
import { createApiKey } from '../../src/people/access/create-identities.ts';
import { signIn, tokenOf } from './sign-in.ts';
import { TEST_PASSWORD, createTestApi, errorOf } from './test-api.ts';
import { UsagePage } from '../../src/people/usage/schemas.ts';
import { AuditPage } from '../../src/people/audit-log/schemas.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

suite('settings', () => {
  test('a new tenant has the documented defaults; an admin changes them and the audit says so', async () => {
    const { token } = await api.createSession();
    const defaults = Settings.parse((await api.get('/settings', token)).body);
    assert.deepEqual(
      [defaults.locale, defaults.time_zone, defaults.forecast_change_threshold, defaults.products.length],
      ['en', 'Europe/Madrid', 5, 8],
    );
    const change = {
      name: 'Nueva',
      locale: 'es',
      time_zone: 'Atlantic/Canary',
      forecast_change_threshold: 2.5,
    };
    const changed = await api.send('PATCH', '/settings', token, change);
    assert.deepEqual(Settings.parse(changed.body), { ...defaults, ...change });
    assert.deepEqual((await api.get('/settings', token)).body, changed.body);
    const { items } = AuditPage.parse((await api.get('/settings/audit', token)).body);
    assert.deepEqual([items[0].action, items[0].actor.kind], ['settings.changed', 'user']);
    assert.match(String(items[0].actor.name), /@example\.com$/);
  });

  test('faulty values are 422 and change nothing', async () => {
    const { token } = await api.createSession();
    const before = (await api.get('/settings', token)).text;
    const bodies = [
      {},
      { name: '' },
      { locale: 'fr' },
      { time_zone: 'Europe/Lonja' },
      { forecast_change_threshold: -1 },
      { forecast_change_threshold: '5' },
      { forecast_change_threshold: 10_001 },
    ];
    for (const body of bodies) {
      const answer = await api.send('PATCH', '/settings', token, body);
      assert.deepEqual(errorOf(answer), [422, 'validation_error'], JSON.stringify(body));
    }
    assert.equal((await api.get('/settings', token)).text, before);
  });

  test('the audit has pages, newest first, and days', async () => {
    const { token } = await api.createSession();
    for (const name of ['a', 'b', 'c']) {
      await api.send('PATCH', '/settings', token, { name });
      api.clock.advance(1000);
    }
    const page = async (query: string) =>
      AuditPage.parse((await api.get(`/settings/audit?${query}`, token)).body);
    const names = ({ items }: { items: { details: Record<string, unknown> }[] }) =>
      items.map((item) => item.details['name']);
    assert.deepEqual(names(await page('page_size=2')), ['c', 'b']);
    assert.deepEqual(names(await page('page_size=2&page=2')), ['a']);
    assert.equal((await page('date_from=2026-03-30&date_to=2026-03-30')).total, 3);
    assert.equal((await page('date_from=2026-03-31')).total, 0);
    assert.equal((await page('date_to=2026-03-29')).total, 0);
    const malformed = await api.get('/settings/audit?date_from=30-03-2026', token);
    assert.deepEqual(errorOf(malformed), [400, 'invalid_request']);
    assert.deepEqual(errorOf(await api.get('/settings/audit?page_size=201', token)), [
      422,
      'validation_error',
    ]);
  });

  test('the audit log can be filtered by an action, by all actions of a noun, and by the actor', async () => {
    const { token, userId } = await api.createSession();
    await api.send('PATCH', '/settings', token, { name: 'a' });
    await api.send('POST', '/auth/api-keys', token, { label: 'Sheet' });
    const actions = async (query: string) => {
      const { items, total } = AuditPage.parse((await api.get(`/settings/audit?${query}`, token)).body);
      assert.equal(items.length, total);
      return items.map(({ action }: { action: string }) => action);
    };
    assert.deepEqual(await actions('action=api_key'), ['api_key.created']);
    assert.deepEqual(await actions('action=api_key.created'), ['api_key.created']);
    assert.deepEqual(await actions('action=api'), []);
    assert.deepEqual(await actions(`actor_id=${userId}`), ['api_key.created', 'settings.changed']);
    assert.deepEqual(await actions(`actor_id=${userId}&action=settings`), ['settings.changed']);
    assert.deepEqual(await actions('actor_id=0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de'), []);
    for (const query of ['action=%25', 'action=api_key.', 'actor_id=ana']) {
      assert.deepEqual(errorOf(await api.get(`/settings/audit?${query}`, token)), [422, 'validation_error']);
    }
  });
});

test('usage counts requests by day and key, refusals included', async () => {
  const fresh = await createTestApi('2026-03-30T23:59:00Z');
  try {
    const { token, tenantId } = await fresh.createSession();
    const input = { tenantId, label: 'Sheet', role: 'viewer' as const, requestsPerMinute: 2 };
    const { key, id } = await createApiKey(fresh, input);
    for (let i = 0; i < 3; i++) await fresh.get('/markets', key);
    fresh.clock.advance(60_000);
    await fresh.get('/markets', key);
    const usage = await waitFor(async () => {
      const { items } = UsagePage.parse((await fresh.get('/settings/usage', token)).body);
      return items.filter((item) => item.api_key_id === id).length === 2 ? items : undefined;
    });
    assert.deepEqual(
      usage.filter((item) => item.api_key_id === id),
      [
        { date: '2026-03-31', api_key_id: id, label: 'Sheet', requests: 1 },
        { date: '2026-03-30', api_key_id: id, label: 'Sheet', requests: 3 },
      ],
    );
  } finally {
    await fresh.close();
  }
});

suite('platform', () => {
  test('a deactivated tenant is out at once, session and key, and in again when it is reactivated, but for its old sessions', async () => {
    const superadmin = await api.createSession({ isSuperadmin: true });
    const user = await api.createSession();
    const { key } = await createApiKey(api, { tenantId: user.tenantId, label: 'a', role: 'viewer' });
    const set = (verb: string) =>
      api.send('POST', `/admin/tenants/${user.tenantId}/${verb}`, superadmin.token);
    const statuses = async () => [
      (await api.get('/markets', user.token)).status,
      (await api.get('/markets', key)).status,
    ];
    assert.deepEqual(await statuses(), [200, 200]);
    assert.equal((await set('deactivate')).status, 200);
    assert.deepEqual(await statuses(), [401, 401]);
    assert.equal((await set('deactivate')).status, 200);
    assert.equal((await set('reactivate')).status, 200);
    assert.deepEqual(await statuses(), [401, 200]);
    const again = tokenOf(await signIn(api, user.email, TEST_PASSWORD));
    const { items } = AuditPage.parse((await api.get('/settings/audit?action=tenant', again)).body);
    assert.deepEqual(
      items.map(({ action, actor }) => [action, actor.kind, actor.name]),
      [
        ['tenant.reactivated', 'operator', null],
        ['tenant.deactivated', 'operator', null],
      ],
    );
  });

  test('superadmins cannot lock themselves out, nor take the last admin from a tenant', async () => {
    const fresh = await createTestApi('2026-03-30T10:05:00Z');
    try {
      const superadmin = await fresh.createSession({ isSuperadmin: true });
      const user = await fresh.createSession();
      const post = async (path: string) => fresh.send('POST', path, superadmin.token);
      const refused = [
        `/admin/tenants/${superadmin.tenantId}/deactivate`,
        `/admin/users/${superadmin.userId}/deactivate`,
        `/admin/users/${user.userId}/deactivate`,
      ];
      for (const path of refused) assert.deepEqual(errorOf(await post(path)), [409, 'conflict'], path);
    } finally {
      await fresh.close();
    }
  });

  test('a deactivated user is out at once', async () => {
    const superadmin = await api.createSession({ isSuperadmin: true });
    const user = await api.createSession({ role: 'trader' });
    const answer = await api.send('POST', `/admin/users/${user.userId}/deactivate`, superadmin.token);
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await api.get('/markets', user.token)).status, 401);
  });

  test('a subscription counts from the next request, and outside it is 403', async () => {
    const superadmin = await api.createSession({ isSuperadmin: true });
    const user = await api.createSession();
    const read = async (product: string) =>
      (await api.get(`/forecasts/latest?market_id=es&product=${product}`, user.token)).status;
    assert.deepEqual([await read('da'), await read('ida1')], [404, 404]);
    const path = `/admin/subscriptions/${user.tenantId}`;
    const answer = await api.send('PUT', path, superadmin.token, { products: ['es-ida1', 'es-ida1'] });
    assert.match(answer.text, /"products":\["es-ida1"\]/);
    assert.deepEqual([await read('da'), await read('ida1')], [403, 404]);
    for (const products of [['es-gas'], 'es-da', null]) {
      assert.equal((await api.send('PUT', path, superadmin.token, { products })).status, 422);
    }
  });

  test("a limit counts from the next request: a key's own before the tenant's before the default", async () => {
    const superadmin = await api.createSession({ isSuperadmin: true });
    const { tenantId } = await api.createSession();
    const { key, id } = await createApiKey(api, { tenantId, label: 'a', role: 'viewer' });
    const limit = async () => (await api.get('/markets', key)).headers['x-ratelimit-limit'];
    const put = async (path: string, requests_per_minute: number | null) =>
      (await api.send('PUT', `/admin/limits/${path}`, superadmin.token, { requests_per_minute })).status;
    assert.equal(await put(`tenants/${tenantId}`, null), 200);
    assert.equal(await limit(), '60');
    assert.equal(await put(`tenants/${tenantId}`, 600), 200);
    assert.equal(await limit(), '600');
    assert.equal(await put(`api-keys/${id}`, 1200), 200);
    assert.equal(await limit(), '1200');
    const { items } = TenantLimitPage.parse(
      (await api.get('/admin/limits?page_size=200', superadmin.token)).body,
    );
    const line = items.find((item) => item.tenant_id === tenantId);
    assert.deepEqual([line?.requests_per_minute, line?.api_keys[0].requests_per_minute], [600, 1200]);
    assert.equal(await put(`api-keys/${id}`, null), 200);
    assert.equal(await limit(), '600');
    for (const bad of [0, -1, 1.5, 100_001]) assert.equal(await put(`tenants/${tenantId}`, bad), 422);
  });

  test('lists and figures cover all tenants', async () => {
    const superadmin = await api.createSession({ isSuperadmin: true });
    const { total: tenants } = TenantPage.parse((await api.get('/admin/tenants', superadmin.token)).body);
    const { total: users } = PlatformUserPage.parse((await api.get('/admin/users', superadmin.token)).body);
    const stats = PlatformStatsRecord.parse((await api.get('/admin/stats', superadmin.token)).body);
    assert.deepEqual([stats.tenants, stats.users], [tenants, users]);
    assert.ok(tenants > 5 && stats.live_sessions > 5 && stats.database_bytes > 1_000_000);
  });
});

/** Counts are written every few seconds. */
async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const endsAt = Date.now() + 20_000; Date.now() < endsAt;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error('What was waited for did not come.');
}
