import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createTestApi, errorOf } from '../http/test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
after(() => api.close());

test('of twenty-five streams that are opened at once ten are open', async () => {
  const { token } = await api.createSession();
  const abort = new AbortController();
  const opened = await Promise.all(
    Array.from({ length: 25 }, () =>
      fetch(`${baseUrl}/api/v1/events/stream`, {
        headers: { authorization: `Bearer ${token}` },
        signal: abort.signal,
      }),
    ),
  );
  const statuses = opened.map(({ status }) => status).sort((a, b) => a - b);
  assert.deepEqual(statuses, [...Array(10).fill(200), ...Array(15).fill(429)]);
  abort.abort();
});

test('a stream that is refused takes no place', async () => {
  const { token } = await api.createSession();
  for (let i = 0; i < 12; i++) {
    assert.equal((await api.get('/events/stream', token, { 'last-event-id': 'x' })).status, 404);
  }
  const abort = new AbortController();
  const { status } = await fetch(`${baseUrl}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  assert.equal(status, 200);
  abort.abort();
});

test('viewers cannot keep a tenant from asking, nor close or open again what others have asked', async () => {
  const admin = await api.createSession();
  const viewers = await Promise.all(
    Array.from({ length: 5 }, () => api.createSession({ tenantId: admin.tenantId, role: 'viewer' })),
  );
  const ask = (token: string) =>
    api.send('POST', '/support/tickets', token, { subject: 'Where is it?', message: 'I wonder.' });
  for (const { token } of viewers.slice(0, 4)) {
    for (let i = 0; i < 10; i++) assert.equal((await ask(token)).status, 201);
    assert.deepEqual(errorOf(await ask(token)), [409, 'conflict']);
  }
  assert.deepEqual(errorOf(await ask(viewers[4].token)), [409, 'conflict']);
  const asked = await ask(admin.token);
  assert.equal(asked.status, 201);
  const path = `/support/tickets/${JSON.parse(asked.text).id}`;
  const [{ token: viewer }] = viewers;
  assert.deepEqual(errorOf(await api.send('POST', `${path}/close`, viewer)), [403, 'insufficient_scope']);
  assert.equal((await api.send('POST', `${path}/close`, admin.token)).status, 200);
  const reopen = await api.send('POST', `${path}/messages`, viewer, { message: 'Again.' });
  assert.deepEqual(errorOf(reopen), [403, 'insufficient_scope']);
});

test('an endpoint that has never answered is sent a hundred events of a month, in order, and all once it has', async () => {
  const { token } = await api.createSession();
  const made = await api.send('POST', '/webhooks', token, {
    name: 'Somebody else',
    url: 'https://example.com/hooks',
    events: ['forecast.published'],
  });
  assert.equal(made.status, 201, made.text);
  const { id } = JSON.parse(made.text);
  await sql`
    insert into event (id, type, market_product_id, occurred_at, body)
    select gen_random_uuid(), 'forecast.published', 'es-da', '2026-03-10'::timestamptz + n * interval '1 hour', '{}'
    from generate_series(1, 300) as n`.execute(api.db);
  const replay = async () => {
    const span = { from: '2026-03-01T00:00:00Z', to: '2026-03-30T00:00:00Z' };
    return (await api.send('POST', `/webhooks/${id}/replay`, token, span)).body;
  };
  assert.deepEqual(await replay(), { deliveries: 100 });
  assert.deepEqual(await replay(), { deliveries: 0 });
  const queued = await sql<{ sequence: string }>`
    select event.sequence from webhook_queue join event on event.id = event_id order by ticket`.execute(
    api.db,
  );
  const sequences = queued.rows.map(({ sequence }) => Number(sequence));
  assert.deepEqual(
    sequences,
    Array.from({ length: 100 }, (_, i) => sequences[0] + i),
  );
  api.clock.advance(1000);
  await api.db
    .updateTable('webhook_endpoint')
    .set({ last_success_at: new Date(api.clock.now()) })
    .execute();
  assert.deepEqual(await replay(), { deliveries: 200 });
});

test('an open stream does not keep a session from ending for want of use', async () => {
  const idle = await createTestApi('2026-03-30T10:05:00Z', { sessionIdleMs: 30 * 60_000 });
  const { token } = await idle.createSession();
  const url = await idle.app.listen({ host: '127.0.0.1', port: 0 });
  const abort = new AbortController();
  const { body } = await fetch(`${url}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const reader = body?.getReader();
  await reader?.read();
  for (let looks = 0; looks < 4; looks++) {
    idle.clock.advance(20 * 60_000);
    // A look for events, which asks who the stream is for.
    idle.outbox.notify();
    await reader?.read();
  }
  assert.deepEqual(errorOf(await idle.get('/auth/me', token)), [401, 'invalid_token']);
  abort.abort();
  await idle.close();
});

test('a page of another site cannot have wrong passwords counted against a visitor', async () => {
  const send = (site: string | undefined) =>
    api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(site !== undefined && { 'sec-fetch-site': site }),
      },
      payload: 'username=eva%40example.com&password=wrong-password',
    });
  for (let i = 0; i < 15; i++) assert.equal((await send('cross-site')).statusCode, 400);
  for (const site of [undefined, 'same-origin', 'none']) assert.equal((await send(site)).statusCode, 401);
});
