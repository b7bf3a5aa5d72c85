import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ODD_ENCODED, ODD_HEADERS } from '../fuzz/odd-values.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
let baseUrl = '';
before(async () => {
  baseUrl = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => api.close());

let published = 0;
async function publish(product: 'da' | 'ida1' = 'da'): Promise<void> {
  const issuedAt = new Date(api.clock.now() - 3_600_000 + published++).toISOString();
  await publishTestRun(api.db, { product, issuedAt, firstDay: '2026-03-31', days: 1, level: 50 });
}

async function idsOf(token: string, query = ''): Promise<string[]> {
  const answer = await api.get(`/events${query}`, token);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text).items.map(({ id }: { id: string }) => id);
}

test('events are listed from the oldest, and on after the last one seen', async () => {
  const { token } = await api.createSession({ role: 'viewer' });
  await publish();
  await publish();
  const all = await idsOf(token);
  assert.ok(all.length >= 2);
  const page = JSON.parse((await api.get('/events?page_size=1', token)).text);
  assert.deepEqual([page.items[0].id, page.total, page.next_after], [all[0], all.length, all[0]]);
  assert.deepEqual(await idsOf(token, `?after=${all[0]}`), all.slice(1));
  assert.deepEqual(await idsOf(token, `?after=${all.at(-1)}`), []);
  assert.deepEqual(await idsOf(token, '?event=prices.published'), []);
  const [first] = page.items;
  assert.deepEqual(Object.keys(first), ['id', 'event', 'occurred_at', 'data']);
  assert.equal(first.data.points.length, 24);
});

test('the subscription, the scopes and the threshold decide what is listed', async () => {
  await publish('ida1');
  const outside = await api.createKey({ products: ['es-ida1'] });
  const listed = JSON.parse((await api.get('/events', outside)).text);
  assert.deepEqual(
    new Set(listed.items.map((item: { data: { product: string } }) => item.data.product)),
    new Set(['ida1']),
  );
  assert.deepEqual(await idsOf(await api.createKey({ scopes: ['market:read'] })), []);
  assert.ok((await idsOf(await api.createKey({ scopes: ['forecasts:read'] }))).length > 0);
  const neither = await api.get('/events', await api.createKey({ scopes: ['metrics:read'] }));
  assert.deepEqual(errorOf(neither), [403, 'insufficient_scope']);
});

test('a change names the run before and how far it is from it', async () => {
  const { token } = await api.createSession({ role: 'viewer' });
  const run = { product: 'ida2' as const, firstDay: '2026-03-31', days: 1 };
  await publishTestRun(api.db, { ...run, issuedAt: '2026-03-30T08:00:00Z', level: 50 });
  await publishTestRun(api.db, { ...run, issuedAt: '2026-03-30T09:00:00Z', level: 90 });
  const { items } = JSON.parse((await api.get('/events', token)).text);
  const ofRun = (event: string) =>
    items.filter((item: Listed) => item.event === event && item.data.product === 'ida2');
  const [before] = ofRun('forecast.published');
  const [change] = ofRun('forecast.changed');
  assert.equal(change.data.previous_forecast_id, before.data.forecast_id);
  assert.equal(change.data.max_change, 40);
});

test('an event that is not there is 404, and text that is no id 422', async () => {
  const { token } = await api.createSession();
  assert.deepEqual(errorOf(await api.get(`/events?after=${randomUUID()}`, token)), [404, 'not_found']);
  assert.deepEqual(errorOf(await api.get('/events?after=x', token)), [422, 'validation_error']);
});

interface Listed {
  event: string;
  data: { product: string };
}

interface Message {
  id: string;
  event: string;
  data: { event: string; data: { forecast_id: string } };
}

/** Opens the stream and reads messages as they come. */
async function openStream(token: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const response = await fetch(`${baseUrl}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  });
  const chunks = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';
  /** The next block of fields; undefined when the stream has ended. */
  const nextFields = async (): Promise<Record<string, string> | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        return Object.fromEntries(
          lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
      }
      const chunk = await chunks?.next();
      if (chunk === undefined || chunk.done === true) return undefined;
      text += chunk.value;
    }
  };
  return {
    response,
    close: () => abort.abort(),
    opening: nextFields,
    /** The next event; undefined when the stream has ended. */
    async next(): Promise<Message | undefined> {
      for (;;) {
        const fields = await nextFields();
        if (fields === undefined) return undefined;
        const { id = '', event = '', data } = fields;
        if (data !== undefined) return { id, event, data: JSON.parse(data) };
      }
    },
  };
}

test('a stream gives what is written from now on, and resumes after the last event that was seen', async () => {
  const { token } = await api.createSession({ role: 'viewer' });
  const before = await idsOf(token);
  const stream = await openStream(token);
  assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  await publish();
  api.outbox.notify();
  const first = await stream.next();
  assert.ok(first !== undefined && !before.includes(first.id));
  assert.equal(first.event, 'forecast.published');
  assert.equal(first.data.event, first.event);
  stream.close();
  await publish();
  await publish();
  const missed = await idsOf(token, `?after=${first.id}`);
  const resumed = await openStream(token, { 'last-event-id': first.id });
  for (const id of missed) assert.equal((await resumed.next())?.id, id);
  resumed.close();
});

test('a stream that was lost before any event came is resumed without a gap', async () => {
  const { token } = await api.createSession({ role: 'viewer' });
  await publish();
  const [newest] = (await idsOf(token)).slice(-1);
  const stream = await openStream(token);
  assert.deepEqual(await stream.opening(), { retry: '3000', id: newest });
  stream.close();
  await publish();
  const [missed] = await idsOf(token, `?after=${newest}`);
  const resumed = await openStream(token, { 'last-event-id': newest ?? '' });
  assert.equal((await resumed.next())?.id, missed);
  resumed.close();
});

test('a stream ends when its credential does', async () => {
  const { token, userId } = await api.createSession({ role: 'viewer' });
  const stream = await openStream(token);
  await api.db
    .updateTable('app_user')
    .set({ deactivated_at: new Date(api.clock.now()) })
    .where('id', '=', userId)
    .execute();
  await publish();
  api.outbox.notify();
  assert.equal(await stream.next(), undefined);
});

test('a stream without a credential, after an unknown event or beyond ten is refused', async () => {
  const { token } = await api.createSession();
  assert.deepEqual(errorOf(await api.get('/events/stream')), [401, 'invalid_token']);
  const unknown = await api.get('/events/stream', token, { 'last-event-id': randomUUID() });
  assert.deepEqual(errorOf(unknown), [404, 'not_found']);
  assert.deepEqual(errorOf(await api.get('/events/stream', token, { 'last-event-id': 'x' })), [
    404,
    'not_found',
  ]);
  const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(token)));
  assert.deepEqual(errorOf(await api.get('/events/stream', token)), [429, 'rate_limited']);
  for (const stream of streams) stream.close();
});

test('a stream refuses an odd place to go on after, in the query and in the header, as an error', async () => {
  const { token } = await api.createSession();
  const cases: [query: string, headers: Record<string, string>][] = [
    ...ODD_ENCODED.map((text): [string, Record<string, string>] => [`?after=${text}`, {}]),
    ...ODD_HEADERS.map((text): [string, Record<string, string>] => ['', { 'last-event-id': text }]),
  ];
  for (const [query, headers] of cases) {
    const answer = await api.get(`/events/stream${query}`, token, headers);
    assert.ok(
      answer.status >= 400 && answer.status < 500,
      `${query} ${JSON.stringify(headers)}: ${answer.text}`,
    );
    errorOf(answer);
  }
});
