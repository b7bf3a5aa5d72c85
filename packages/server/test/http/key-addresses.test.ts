import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ApiKeyPage, ApiKeyRecord, CreatedApiKey } from '../../src/people/api-keys/record.ts';
import { AuditPage } from '../../src/people/audit-log/schemas.ts';
import { publishTestRun } from './market-fixture.ts';
import { type Answer, createTestApi, errorOf } from './test-api.ts';

const OFFICE = '203.0.113.7';
const api = await createTestApi('2026-03-30T10:05:00Z', { trustedProxies: ['127.0.0.1'] });
after(() => api.close());

let token = '';
before(async () => {
  ({ token } = await api.createSession());
});

const from = (key: string, address: string, path = '/markets') =>
  api.get(path, key, { 'x-forwarded-for': address });

async function makeKey(allowed_addresses?: string[], as = token) {
  const answer = await api.send('POST', '/auth/api-keys', as, { label: 'desk', allowed_addresses });
  assert.equal(answer.status, 201, answer.text);
  return CreatedApiKey.parse(answer.body);
}

const change = (id: string, allowed_addresses: unknown, as = token): Promise<Answer> =>
  api.send('PATCH', `/auth/api-keys/${id}`, as, { allowed_addresses });

test('a key is let in from its addresses and networks alone, IPv4 in IPv6 and ports included', async () => {
  const { key, ...made } = await makeKey([OFFICE, '198.51.100.0/24', '2001:DB8:1::/48']);
  assert.deepEqual(made.allowed_addresses, [OFFICE, '198.51.100.0/24', '2001:db8:1::/48']);
  const inside = [
    OFFICE,
    `${OFFICE}:5050`,
    `::ffff:${OFFICE}`,
    '198.51.100.255',
    '2001:db8:1:2::3',
    '[2001:db8:1::9]:80',
  ];
  for (const address of inside) assert.equal((await from(key, address)).status, 200, address);
  for (const address of ['203.0.113.8', '198.51.101.0', '2001:db8:2::1', '::1', 'unknown']) {
    const refused = await from(key, address);
    assert.deepEqual(errorOf(refused), [403, 'address_not_allowed'], address);
  }
  assert.match((await from(key, '203.0.113.8')).text, /203\.0\.113\.8/);
  // What the caller claims behind the trusted proxy's own word does not count.
  assert.deepEqual(errorOf(await from(key, `${OFFICE}, 203.0.113.8`)), [403, 'address_not_allowed']);
});

test('a refused address is told nothing of the data: not where an answer is in memory, a product missing or a scope short', async () => {
  await publishTestRun(api.db, { issuedAt: '2026-03-30T04:05:00Z', firstDay: '2026-03-31' });
  const { key } = await makeKey([OFFICE]);
  const latest = '/forecasts/latest?market_id=es&product=da';
  const { status, headers } = await from(key, OFFICE, latest);
  assert.equal(status, 200);
  const unchanged = { 'x-forwarded-for': '203.0.113.8', 'if-none-match': headers['etag'] };
  assert.equal((await api.get(latest, key, unchanged)).status, 403);
  for (const path of [latest, '/settings', '/portfolio/sites']) {
    const answer = await from(key, '203.0.113.8', path);
    assert.deepEqual(errorOf(answer), [403, 'address_not_allowed'], path);
  }
});

test('a changed list counts from the next request on in every process, and null lifts it', async () => {
  const { id, key } = await makeKey();
  const other = await api.addProcess();
  const both = async (address: string) => {
    const elsewhere = await other.inject({
      url: '/api/v1/markets',
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address },
    });
    return [(await from(key, address)).status, elsewhere.statusCode];
  };
  assert.deepEqual(await both('192.0.2.1'), [200, 200]);
  const changed = await change(id, [OFFICE, OFFICE]);
  assert.deepEqual(ApiKeyRecord.parse(changed.body).allowed_addresses, [OFFICE]);
  assert.deepEqual(
    [await both('192.0.2.1'), await both(OFFICE)],
    [
      [403, 403],
      [200, 200],
    ],
  );
  assert.equal((await change(id, null)).status, 200);
  assert.deepEqual(await both('192.0.2.1'), [200, 200]);
  const audit = await api.get('/settings/audit?action=api_key.changed', token);
  const { details } = AuditPage.parse(audit.body).items[1];
  assert.deepEqual(details, { label: 'desk', allowed_addresses: { from: null, to: [OFFICE] } });
});

test('a rerolled key keeps the list, and a revoked one takes no other', async () => {
  const { id } = await makeKey([OFFICE]);
  const next = CreatedApiKey.parse((await api.send('POST', `/auth/api-keys/${id}/reroll`, token)).body);
  assert.deepEqual(next.allowed_addresses, [OFFICE]);
  assert.equal((await from(next.key, '192.0.2.1')).status, 403);
  await api.send('DELETE', `/auth/api-keys/${next.id}`, token);
  assert.deepEqual(errorOf(await change(next.id, null)), [409, 'conflict']);
  const listed = ApiKeyPage.parse((await api.get('/auth/api-keys', token)).body).items;
  assert.deepEqual(listed.find((key) => key.id === next.id)?.allowed_addresses, [OFFICE]);
});

test('faulty lists are 422 and name the field', async () => {
  const { id } = await makeKey();
  const lists = [
    [],
    ['10.0.0.5/8'],
    ['example.com'],
    ['10.1'],
    ['10.0.0.0/33'],
    'all',
    [''],
    [`1${'0'.repeat(80)}`],
    Array.from({ length: 51 }, (_, i) => `10.0.0.${i}`),
  ];
  for (const list of lists) {
    const answer = await change(id, list);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], JSON.stringify(list));
    assert.match(answer.text, /allowed_addresses/);
    const created = await api.send('POST', '/auth/api-keys', token, { label: 'a', allowed_addresses: list });
    assert.deepEqual(errorOf(created), [422, 'validation_error'], JSON.stringify(list));
  }
});

test('a refused key is in the audit of its own tenant once a minute, whoever tries how often', async () => {
  const own = await api.createSession();
  const stranger = await api.createSession();
  const { id, key } = await makeKey([OFFICE], own.token);
  for (let i = 0; i < 30; i++) assert.equal((await from(key, '192.0.2.99')).status, 403);
  const refusals = async (as: string) => {
    const { body } = await api.get('/settings/audit?action=credential.refused', as);
    return AuditPage.parse(body).items;
  };
  const [refused, ...further] = await refusals(own.token);
  assert.deepEqual(further, []);
  assert.deepEqual(
    [refused.target?.id, refused.address, refused.details['reason']],
    [id, '192.0.2.99', 'address not allowed'],
  );
  assert.deepEqual(await refusals(stranger.token), []);
  assert.equal((await change(id, null, stranger.token)).status, 403);
});

test('a stream of events is refused from elsewhere, and ends once its address is taken off the list', async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const address: AddressInfo | string | null = api.app.server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { id, key } = await makeKey([OFFICE]);
  const open = (caller: string) =>
    fetch(`http://127.0.0.1:${address.port}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': caller },
      signal: AbortSignal.timeout(30_000),
    });
  assert.equal((await open('192.0.2.1')).status, 403);
  const stream = await open(OFFICE);
  assert.equal(stream.status, 200);
  assert.equal((await change(id, ['198.51.100.0/24'])).status, 200);
  api.outbox.notify();
  // It ends: the text has an end.
  assert.match(await stream.text(), /retry/);
});
