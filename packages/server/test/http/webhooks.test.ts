import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createApiKey } from '../../src/people/access/create-identities.ts';
import { publishTestRun } from './market-fixture.ts';
import { type Answer, type TestSession, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

const NEW = { name: 'Desk', url: 'https://hooks.example.com/lonja', events: ['forecast.published'] };
let admin: TestSession;
let stranger: TestSession;
before(async () => {
  admin = await api.createSession();
  stranger = await api.createSession();
});

async function create(owner = admin, change: object = {}): Promise<Record<string, string>> {
  const answer = await api.send('POST', '/webhooks', owner.token, { ...NEW, ...change });
  assert.equal(answer.status, 201, answer.text);
  return record(answer);
}

function record(answer: Answer): Record<string, string> {
  return JSON.parse(answer.text);
}

function total(answer: Answer): number {
  return JSON.parse(answer.text).total;
}

test('an endpoint is registered, listed, read, changed and deleted, and its secret is shown once', async () => {
  const owner = await api.createSession();
  const { secret, ...created } = await create(owner);
  assert.match(secret, /^whsec_[\w-]{32}$/);
  assert.deepEqual(created, {
    id: created['id'],
    ...NEW,
    quantiles: [],
    market_ids: ['es'],
    resolution: 'PT1H',
    state: 'active',
    disabled_reason: null,
    disabled_reason_codes: [],
    created_at: '2026-03-30T10:05:00Z',
    updated_at: '2026-03-30T10:05:00Z',
    last_success_at: null,
    last_failure_at: null,
  });
  const path = `/webhooks/${created['id']}`;
  assert.deepEqual(record(await api.get(path, owner.token)), created);
  const list = await api.get('/webhooks', owner.token);
  assert.deepEqual(list.body, { items: [created], total: 1, page: 1, page_size: 50 });
  const changed = await api.send('PATCH', path, owner.token, { name: 'Other', events: ['prices.published'] });
  assert.deepEqual(record(changed), { ...created, name: 'Other', events: ['prices.published'] });
  assert.equal((await api.send('DELETE', path, owner.token)).status, 204);
  assert.deepEqual(errorOf(await api.get(path, owner.token)), [404, 'not_found']);
  const actions = await api.db
    .selectFrom('audit_entry')
    .select('action')
    .where('tenant_id', '=', owner.tenantId)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['webhook.created', 'webhook.changed', 'webhook.deleted'],
  );
});

test('an address is kept in the form to which it is sent, as the answers show it', async () => {
  const owner = await api.createSession();
  const forms = {
    'HTTPS://Hooks.EXAMPLE.com/Lonja': 'https://hooks.example.com/Lonja',
    'https://hooks.example.com:443/lonja': 'https://hooks.example.com/lonja',
    'https://hooks.example.com:8443': 'https://hooks.example.com:8443/',
    'https://hooks.example.com/a/./b/../c//d?': 'https://hooks.example.com/a/c//d',
    'https://hooks.example.com/%2e%2e/lonja?to=/../x#': 'https://hooks.example.com/lonja?to=/../x',
    'https://Subasta.España.example/precio/€': 'https://subasta.xn--espaa-rta.example/precio/%E2%82%AC',
    ' https://hooks.example.com\\lonja ': 'https://hooks.example.com/lonja',
  };
  const { id } = await create(owner);
  for (const [given, kept] of Object.entries(forms)) {
    const created = await create(owner, { url: given });
    assert.equal(created['url'], kept, given);
    const changed = await api.send('PATCH', `/webhooks/${id}`, owner.token, { url: given });
    assert.equal(record(changed)['url'], kept, given);
    assert.equal(record(await api.get(`/webhooks/${id}`, owner.token))['url'], kept);
    const again = await api.send('PATCH', `/webhooks/${id}`, owner.token, { url: kept });
    assert.equal(record(again)['url'], kept, 'the form is its own');
  }
  const { rows } = await sql<{ url: string }>`
    select details->>'url' as url from audit_entry where tenant_id = ${owner.tenantId} and details ? 'url'`.execute(
    api.db,
  );
  assert.ok(rows.every(({ url }) => url === NEW.url || Object.values(forms).includes(url)));
  // Each of these characters is sent as nine.
  const long = `https://hooks.example.com/${'€'.repeat(400)}`;
  assert.equal((await api.send('POST', '/webhooks', owner.token, { ...NEW, url: long })).status, 422);
});

test('the resolution is set and changed, and a wrong one is refused', async () => {
  const { id, resolution } = await create(admin, { resolution: 'PT15M' });
  assert.equal(resolution, 'PT15M');
  const change = (wanted: string) =>
    api.send('PATCH', `/webhooks/${id}`, admin.token, { resolution: wanted });
  assert.equal(record(await change('PT1H'))['resolution'], 'PT1H');
  assert.equal(record(await api.get(`/webhooks/${id}`, admin.token))['resolution'], 'PT1H');
  assert.equal((await change('PT30M')).status, 422);
});

test('quantiles are set, changed and taken away, and wrong ones are refused', async () => {
  const { id, quantiles } = await create(admin, { quantiles: [5, 25, 75, 95] });
  assert.deepEqual(quantiles, [5, 25, 75, 95]);
  const change = (wanted: unknown) =>
    api.send('PATCH', `/webhooks/${id}`, admin.token, { quantiles: wanted });
  const most = Array.from({ length: 21 }, (_, i) => i + 1);
  for (const wanted of [[50], most, []]) {
    assert.deepEqual(record(await change(wanted))['quantiles'], wanted);
    assert.deepEqual(record(await api.get(`/webhooks/${id}`, admin.token))['quantiles'], wanted);
  }
  for (const wanted of [[0], [100], [5, 5], [25, 5], [2.5], ['5'], '5,25', [...most, 22], null]) {
    assert.deepEqual(errorOf(await change(wanted)), [422, 'validation_error'], JSON.stringify(wanted));
    const created = await api.send('POST', '/webhooks', admin.token, { ...NEW, quantiles: wanted });
    assert.deepEqual(errorOf(created), [422, 'validation_error'], JSON.stringify(wanted));
  }
});

test('no secret lies in the database or the audit', async () => {
  const { id, secret } = await create();
  const row = await api.db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const audit = await api.db.selectFrom('audit_entry').selectAll().execute();
  assert.ok(!`${JSON.stringify(row)}${row.secret.toString('latin1')}`.includes(secret));
  assert.ok(!JSON.stringify(audit).includes(secret));
});

test('rotation gives another secret, with the grace that was asked for', async () => {
  const { id, secret } = await create();
  const at = await api.send('POST', `/webhooks/${id}/rotate-secret`, admin.token);
  assert.equal(record(at)['previous_secret_expires_at'], null);
  const graced = await api.send('POST', `/webhooks/${id}/rotate-secret`, admin.token, {
    grace_seconds: 3600,
  });
  assert.equal(record(graced)['previous_secret_expires_at'], '2026-03-30T11:05:00Z');
  assert.equal(graced.headers['cache-control'], 'no-store');
  assert.equal(new Set([secret, record(at)['secret'], record(graced)['secret']]).size, 3);
  for (const grace of [-1, 86_401, 1.5, 'x']) {
    const answer = await api.send('POST', `/webhooks/${id}/rotate-secret`, admin.token, {
      grace_seconds: grace,
    });
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], String(grace));
  }
});

test('while an earlier secret signs, a rotation is refused and no secret ends before its time', async () => {
  const owner = await api.createSession();
  const { id } = await create(owner);
  const rotate = (body?: object) => api.send('POST', `/webhooks/${id}/rotate-secret`, owner.token, body);
  const atOnce = await Promise.all([rotate({ grace_seconds: 3600 }), rotate({ grace_seconds: 60 })]);
  assert.deepEqual(
    atOnce.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  );
  const first = atOnce.find(({ status }) => status === 200);
  assert.ok(first);
  const until = record(first)['previous_secret_expires_at'];
  const row = () =>
    api.db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const before = await row();
  for (const body of [{ grace_seconds: 86_400 }, { grace_seconds: 1 }, {}, undefined]) {
    const answer = await rotate(body);
    assert.deepEqual(errorOf(answer), [409, 'conflict'], JSON.stringify(body));
    assert.equal(
      record(answer)['detail'],
      `The previous secret signs until ${until}. Rotate again after that, or send grace_seconds 0 to end every earlier ` +
        'secret now.',
    );
  }
  assert.deepEqual(await row(), before);
});

test('grace_seconds 0 ends every earlier secret, and after the time of one the next is given', async () => {
  const owner = await api.createSession();
  const { id } = await create(owner);
  const rotate = (body?: object) => api.send('POST', `/webhooks/${id}/rotate-secret`, owner.token, body);
  const previous = () =>
    api.db
      .selectFrom('webhook_endpoint')
      .select(['previous_secret', 'previous_secret_expires_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await rotate({ grace_seconds: 3600 });
  assert.equal((await rotate({ grace_seconds: 0 })).status, 200);
  assert.deepEqual(await previous(), { previous_secret: null, previous_secret_expires_at: null });
  assert.equal((await rotate({ grace_seconds: 3600 })).status, 200);
  await api.db
    .updateTable('webhook_endpoint')
    .set({ previous_secret_expires_at: new Date('2026-03-30T10:05:00Z') })
    .where('id', '=', id)
    .execute();
  assert.equal((await rotate({ grace_seconds: 3600 })).status, 200);
});

test('a tenant has at most 20 endpoints, however many register at once', async () => {
  const owner = await api.createSession();
  const answers = await Promise.all(
    Array.from({ length: 23 }, () => api.send('POST', '/webhooks', owner.token, NEW)),
  );
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
  assert.deepEqual(statuses, [...Array<number>(20).fill(201), 409, 409, 409]);
});

test('what is missing, unknown or out of range is named', async () => {
  const faults: [object, number, string][] = [
    [{ url: NEW.url, events: NEW.events }, 422, 'name'],
    [{ ...NEW, name: '' }, 422, 'name'],
    [{ ...NEW, name: 'x'.repeat(201) }, 422, 'name'],
    [{ ...NEW, name: 'a\0b' }, 422, 'name'],
    [{ ...NEW, events: [] }, 422, 'events'],
    [{ ...NEW, events: ['ping'] }, 422, 'events'],
    [{ ...NEW, events: ['forecast.published', 'forecast.published'] }, 422, 'events'],
    [{ ...NEW, url: 'hooks.example.com' }, 422, 'url'],
    [{ ...NEW, url: 'https://127.0.0.1/' }, 422, 'url'],
    [{ ...NEW, url: `https://example.com/${'x'.repeat(2048)}` }, 422, 'url'],
    [{ ...NEW, secret: 'mine' }, 400, 'secret'],
  ];
  for (const [body, status, field] of faults) {
    const answer = await api.send('POST', '/webhooks', admin.token, body);
    assert.equal(answer.status, status, answer.text);
    assert.ok(answer.text.includes(`"${field}"`) || answer.text.includes(`\\"${field}\\"`), answer.text);
  }
  const { id } = await create();
  assert.deepEqual(errorOf(await api.send('PATCH', `/webhooks/${id}`, admin.token, {})), [
    422,
    'validation_error',
  ]);
  const change = await api.send('PATCH', `/webhooks/${id}`, admin.token, { url: 'https://10.0.0.1/' });
  assert.deepEqual(errorOf(change), [422, 'validation_error']);
});

const RECORD_ROUTES: ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?][] = [
  ['GET', ''],
  ['PATCH', '', { name: 'x' }],
  ['POST', '/rotate-secret'],
  ['POST', '/test'],
  ['GET', '/deliveries'],
  ['GET', '/deliveries/DELIVERY'],
  ['POST', '/deliveries/DELIVERY/redeliver'],
  ['POST', '/replay', { from: '2026-03-29T00:00:00Z', to: '2026-03-31T00:00:00Z' }],
  ['DELETE', ''],
];

test('only admins with full rights get in, another tenant gets 403 and an unknown id 404', async () => {
  const { id } = await create();
  const ping = record(await api.send('POST', `/webhooks/${id}/test`, admin.token));
  const call = (method: (typeof RECORD_ROUTES)[number][0], path: string, token: string, body?: object) =>
    method === 'GET' ? api.get(path, token) : api.send(method, path, token, body);
  const refused = await Promise.all(
    (['viewer', 'trader', 'manager'] as const).map((role) =>
      api.createSession({ role, tenantId: admin.tenantId }),
    ),
  );
  const scoped = await createApiKey(
    { db: api.db, clock: api.clock },
    { tenantId: admin.tenantId, label: 'x', role: 'admin', scopes: ['forecasts:read'] },
  );
  for (const [method, suffix, body] of RECORD_ROUTES) {
    const path = (of: string) => `/webhooks/${of}${suffix.replace('DELIVERY', ping['delivery_id'])}`;
    for (const token of [...refused.map((session) => session.token), scoped.key]) {
      assert.deepEqual(errorOf(await call(method, path(id), token, body)), [403, 'insufficient_scope']);
    }
    assert.deepEqual(errorOf(await call(method, path(id), stranger.token, body)), [
      403,
      'insufficient_scope',
    ]);
    for (const unknown of [randomUUID(), 'x']) {
      const answer = await call(method, path(unknown), admin.token, body);
      assert.deepEqual(errorOf(answer), [404, 'not_found'], `${method} ${suffix}`);
    }
    const answer = await call(method, path(id), admin.token, body);
    assert.ok(answer.status >= 200 && answer.status < 300, `${method} ${suffix} ${answer.text}`);
  }
});

test('a delivery of another endpoint, of another tenant and of nobody are distinguished', async () => {
  const [one, two, foreign] = [await create(), await create(), await create(stranger)];
  const pingOf = async (id: string, owner: TestSession) =>
    record(await api.send('POST', `/webhooks/${id}/test`, owner.token))['delivery_id'];
  const read = (id: string, delivery: string) =>
    api.get(`/webhooks/${id}/deliveries/${delivery}`, admin.token);
  const own = await pingOf(one['id'], admin);
  assert.equal((await read(one['id'], own)).status, 200);
  assert.equal((await read(two['id'], own)).status, 404);
  assert.equal((await read(one['id'], await pingOf(foreign['id'], stranger))).status, 403);
  assert.equal((await read(one['id'], randomUUID())).status, 404);
});

test('the delivery log is filtered by state, event and time, and paged', async () => {
  const { id } = await create(admin, { events: ['forecast.published', 'forecast.changed'] });
  await publishTestRun(api.db, { issuedAt: '2026-03-30T04:05:00Z', firstDay: '2026-03-31' });
  await publishTestRun(api.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31', level: 56 });
  const list = (query: string) => api.get(`/webhooks/${id}/deliveries?${query}`, admin.token);
  assert.equal(total(await list('')), 3);
  assert.equal(total(await list('event=forecast.changed')), 1);
  assert.equal(total(await list('state=pending')), 3);
  assert.equal(total(await list('state=succeeded')), 0);
  assert.equal(total(await list('from=2026-03-30T10:00:00Z')), 2);
  assert.equal(total(await list('to=2026-03-30T10:00:00Z')), 1);
  const page = JSON.parse((await list('page_size=2&page=2')).text);
  assert.deepEqual([page.items.length, page.total, page.page, page.page_size], [1, 3, 2, 2]);
  assert.deepEqual(errorOf(await list('state=lost')), [422, 'validation_error']);
  assert.deepEqual(errorOf(await list('from=yesterday')), [400, 'invalid_request']);
});

test('a disabled endpoint gets no events, what waited for it has failed, and it can be activated', async () => {
  const { id } = await create();
  const publish = (issuedAt: string) => publishTestRun(api.db, { issuedAt, firstDay: '2026-04-01' });
  const states = async () =>
    JSON.parse((await api.get(`/webhooks/${id}/deliveries`, admin.token)).text).items.map(
      (delivery: { state: string }) => delivery.state,
    );
  await publish('2026-03-30T10:06:00Z');
  assert.deepEqual(await states(), ['pending']);
  const disabled = await api.send('PATCH', `/webhooks/${id}`, admin.token, { state: 'disabled' });
  assert.equal(record(disabled)['disabled_reason'], 'Disabled by an admin.');
  await publish('2026-03-30T10:07:00Z');
  assert.deepEqual(await states(), ['failed']);
  const replay = { from: '2026-03-30T10:06:00Z', to: '2026-03-30T11:00:00Z' };
  const early = await api.send('POST', `/webhooks/${id}/replay`, admin.token, replay);
  assert.deepEqual(errorOf(early), [409, 'conflict']);
  await api.send('PATCH', `/webhooks/${id}`, admin.token, { state: 'active' });
  const queued = await api.send('POST', `/webhooks/${id}/replay`, admin.token, replay);
  assert.deepEqual([queued.status, queued.body], [202, { deliveries: 2 }]);
  assert.deepEqual(await states(), ['pending', 'pending']);
  const backwards = { from: replay.to, to: replay.from };
  const refused = await api.send('POST', `/webhooks/${id}/replay`, admin.token, backwards);
  assert.deepEqual(errorOf(refused), [422, 'validation_error']);
});
