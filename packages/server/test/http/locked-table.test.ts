import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import type { Database } from '../../src/ground/database/schema.ts';
import { createTestApi } from './test-api.ts';

const lines: { msg: string }[] = [];
const logger = pino(
  { level: 'info' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  }),
);
const api = await createTestApi('2026-03-30T10:05:00Z', { logger, handlerTimeoutMs: 2000 });
after(() => api.close());
const { token } = await api.createSession();
const authorization = `Bearer ${token}`;

/** Does `work` while nobody else can read the webhooks. */
async function withLockedWebhooks(work: () => Promise<void>): Promise<void> {
  await api.db.transaction().execute(async (tx: Kysely<Database>) => {
    await sql`lock table webhook_endpoint in access exclusive mode`.execute(tx);
    await work();
  });
}

test('requests for a locked table are given up in time, and the others are served meanwhile', async () => {
  const process = await api.addProcess({ maxConnections: 3, lockTimeoutMs: 50 });
  const get = (url: string) => process.inject({ url: `/api/v1${url}`, headers: { authorization } });
  await withLockedWebhooks(async () => {
    const [locked, free] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => get('/webhooks'))),
      Promise.all(Array.from({ length: 6 }, () => get('/webhooks/event-types').then(() => get('/markets')))),
    ]);
    for (const { statusCode, headers } of locked) {
      assert.deepEqual([statusCode, headers['retry-after']], [503, '5']);
    }
    assert.deepEqual(
      free.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200, 200, 200],
    );
  });
  assert.equal((await get('/webhooks')).statusCode, 200);
});

test('a request that is ended so that another goes on is told to try again, and has changed nothing', async () => {
  const label = 'of a deadlock';
  const create = () =>
    api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/api-keys',
      headers: { authorization },
      payload: { label, scopes: ['forecasts:read'] },
    });
  const waits = async () => {
    const { rows } = await sql`
      select from pg_locks where not granted and relation = 'audit_entry'::regclass`.execute(api.db);
    return rows.length > 0;
  };
  const ended = await api.db.transaction().execute(async (tx: Kysely<Database>) => {
    // Whoever looks finds the deadlock, and ends itself: here the request looks.
    await sql`set local deadlock_timeout = '1h'`.execute(tx);
    await sql`lock table audit_entry in access exclusive mode`.execute(tx);
    const request = create();
    while (!(await waits())) await sleep(10);
    await sql`lock table api_key in access exclusive mode`.execute(tx);
    return request;
  });
  assert.deepEqual([ended.statusCode, ended.headers['retry-after']], [503, '5'], ended.body);
  const again = await create();
  assert.equal(again.statusCode, 201, again.body);
  const keys = await api.db.selectFrom('api_key').select('id').where('label', '=', label).execute();
  assert.equal(keys.length, 1);
});

test('a request that is answered for its time-out is not answered again when its work ends', async () => {
  lines.length = 0;
  await withLockedWebhooks(async () => {
    assert.equal((await api.get('/webhooks', token)).status, 503);
  });
  const isIdle = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and query like '%webhook_endpoint%' and state = 'active' and pid <> pg_backend_pid()
    `.execute(api.db);
    return rows.length === 0;
  };
  while (!(await isIdle())) await sleep(10);
  await sleep(50);
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['The service could not answer in time; try again in 5 seconds.', 'request'],
  );
});
