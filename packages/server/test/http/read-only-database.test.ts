import assert from 'node:assert/strict';
import { after, afterEach, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { Readiness } from '../../src/operate/health/schemas.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:10:00Z');
const administrator = new pg.Client({ connectionString: api.databaseUrl });
await administrator.connect();
after(async () => {
  await administrator.end();
  await api.close();
});

afterEach(async () => {
  await setReadOnly(false);
  await sleep(1200);
});

/** A stream does not end; an export is noted in the audit log, or not given. */
const LEFT_OUT = /\/(events\/stream|auth\/me\/export)$/;
const SITE = { name: 'Roof', kind: 'battery', capacity_mw: 1, energy_mwh: 2, efficiency: 0.9 };

/** Holds for new sessions, as where a provider does it; those that are there end. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const name = pg.escapeIdentifier(new URL(api.databaseUrl).pathname.slice(1));
  await administrator.query('begin read write');
  await administrator.query(
    `alter database ${name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
  );
  await administrator.query('commit');
  if (!isReadOnly) return;
  await administrator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  // The pool hears of it a moment later.
  await sleep(50);
}

const readiness = async () => {
  const answer = await api.get('/ready');
  return { status: answer.status, database: Readiness.parse(answer.body).checks.database.status };
};

suite('a database that can only be read', () => {
  test('answers reads, refuses writes with 503 and what to do, and goes on by itself', async () => {
    await storeTestPrices(api.db, { day: '2026-03-30', availableAt: '2026-03-29T12:00:00Z', level: 58 });
    await publishTestRun(api.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31' });
    const key = await api.createKey();
    const session = await api.createSession();
    assert.equal((await api.send('POST', '/portfolio/sites', session.token, SITE)).status, 201);
    assert.deepEqual(await readiness(), { status: 200, database: 'ok' });

    await setReadOnly(true);
    assert.equal((await api.get('/forecasts/latest?market_id=es&product=da', key)).status, 200);
    assert.equal((await api.get('/auth/me', session.token)).status, 200);
    assert.deepEqual(await readiness(), { status: 200, database: 'read_only' });
    const refused = await api.send('POST', '/portfolio/sites', session.token, { ...SITE, name: 'Yard' });
    assert.deepEqual(errorOf(refused), [503, 'read_only']);
    assert.equal(refused.headers['retry-after'], '30');
    assert.doesNotMatch(refused.text, /transaction|25006|INSERT/i);

    await setReadOnly(false);
    await sleep(1200);
    assert.equal(
      (await api.send('POST', '/portfolio/sites', session.token, { ...SITE, name: 'Yard' })).status,
      201,
    );
    assert.deepEqual(await readiness(), { status: 200, database: 'ok' });
  });

  test('holds every credential to its limit, counted by the process alone', async () => {
    const key = await api.createKey({ requestsPerMinute: 3 });
    await setReadOnly(true);
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await api.get('/markets', key)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    api.clock.advance(60_001);
    assert.equal((await api.get('/markets', key)).status, 200);
    await setReadOnly(false);
    await sleep(1200);
    assert.equal((await api.get('/markets', key)).headers['x-ratelimit-remaining'], '2');
  });

  test('refuses a key that was revoked before, and forgets none that is known', async () => {
    const key = await api.createKey();
    assert.equal((await api.get('/markets', key)).status, 200);
    await api.db
      .updateTable('api_key')
      .set({ revoked_at: new Date(api.clock.now()) })
      .execute();
    await setReadOnly(true);
    assert.deepEqual(errorOf(await api.get('/markets', key)), [401, 'invalid_token']);
  });

  test('is no reason for any read to fail', async () => {
    const document = await api.app.inject({ method: 'GET', url: '/api/v1/openapi.json' });
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(document.json());
    const reads = Object.keys(paths).filter(
      (path) => 'get' in paths[path] && !path.includes('{') && !LEFT_OUT.test(path),
    );
    assert.ok(reads.length > 30);
    const session = await api.createSession({ isSuperadmin: true });
    // The queue of this database is set up when it is first asked for.
    assert.equal((await api.get('/admin/jobs', session.token)).status, 200);
    // And so are the keys of Web Push.
    assert.equal((await api.get('/notifications/push-key', session.token)).status, 200);
    const [prefix] = /^\/api\/v1/.exec(reads[0]) ?? [''];
    await setReadOnly(true);
    const failed: string[] = [];
    for (const path of reads) {
      const answer = await api.app.inject({
        method: 'GET',
        url: `/api/v1${path.slice(prefix.length)}`,
        headers: { authorization: `Bearer ${session.token}` },
      });
      if (answer.statusCode >= 500) failed.push(`${path}: ${answer.statusCode} ${answer.body}`);
    }
    assert.deepEqual(failed, []);
  });
});
