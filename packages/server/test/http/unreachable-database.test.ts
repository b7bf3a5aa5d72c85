import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { createApp } from '../../src/start/app.ts';
import { Readiness } from '../../src/operate/health/schemas.ts';
import { createDataEpoch } from '../../src/market/replies/data-epoch.ts';
import { createApiKey, createTenant } from '../../src/people/access/create-identities.ts';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import { NO_JOBS } from '../../src/ground/jobs/job-board.ts';
import { openDatabase } from '../../src/ground/database/database.ts';
import { createDatabaseLine } from '../database-line.ts';
import { createTestDatabase } from '../database.ts';
import { createTestClock } from '../test-clock.ts';
import { testWebhookSettings } from '../webhook-settings.ts';
import { ask, errorOf } from './test-api.ts';

/** Longer than a healthy database takes on a busy machine. */
const HANDLER_TIMEOUT_MS = 1500;
const PATHS = [
  '/markets',
  '/markets/es/products',
  '/forecasts/latest?market_id=es&product=da',
  '/forecasts?market_id=es&product=da&date=2026-03-31',
  '/forecasts/day-ahead?date=2026-03-31',
  '/forecasts/intraday/1?date=2026-03-31',
  '/forecasts/available-dates',
  '/forecasts/runs',
  '/forecasts/evolution?delivery=2026-03-31T18:00:00Z',
  '/market/prices?date_from=2026-03-01&date_to=2026-03-02',
  '/market/fundamentals?date=2026-03-31',
  '/integrations/evcc',
  '/statistics/prices?date_from=2026-03-01&date_to=2026-03-02',
  '/metrics/accuracy?date_from=2026-03-01&date_to=2026-03-02',
  '/metrics/model-performance?date_from=2026-03-01&date_to=2026-03-02',
];

const database = await createTestDatabase();
const line = await createDatabaseLine(new URL(database.url));
const db = openDatabase(line.url, { maxConnections: 4 });
const clock = createTestClock('2026-03-30T10:05:00Z');
const jwtSecret = new Uint8Array(32);
const app = await createApp({
  db,
  clock,
  logger: pino({ level: 'silent' }),
  sessionSecrets: [jwtSecret],
  sealer: createSealer([jwtSecret]),
  onMailQueued: () => {},
  version: '0.0.0-test',
  dataOrigin: async () => 'market',
  dataEpoch: createDataEpoch({ db, clock }),
  queueIsHealthy: async () => true,
  jobs: NO_JOBS,
  knownSources: [],
  startedAt: clock.now(),
  maxEventLoopDelayMs: 0,
  handlerTimeoutMs: HANDLER_TIMEOUT_MS,
  ...testWebhookSettings(),
});
const tenantId = await createTenant({ db, clock }, { name: 'Test' });
const { key } = await createApiKey(
  { db, clock },
  { tenantId, label: 'test', role: 'viewer', requestsPerMinute: 100_000 },
);
const blockers: pg.Client[] = [];
after(async () => {
  // Those that a failed test has left.
  for (const blocker of blockers) await blocker.end();
  await app.close();
  await db.destroy();
  await line.cut();
  await database.drop();
});

function get(path: string) {
  return ask(app, { method: 'GET', url: `/api/v1${path}`, headers: { authorization: `Bearer ${key}` } });
}

/** Has every request wait that asks who it is for, until the connection ends. */
async function lockCredentials(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  blockers.push(client);
  await client.connect();
  await client.query('begin; lock table credential_version in access exclusive mode');
  return client;
}

test('every route answers 503 with Retry-After while PostgreSQL is away, and works again once it is back', async () => {
  assert.equal((await get('/markets')).status, 200);
  await line.cut();
  for (const path of PATHS) {
    const answer = await get(path);
    assert.deepEqual(errorOf(answer), [503, 'unavailable'], path);
    assert.equal(answer.headers['retry-after'], '5');
    assert.doesNotMatch(answer.text, /ECONN|127\.0\.0\.1|postgres/i);
  }
  const token = await ask(app, {
    method: 'POST',
    url: '/api/v1/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'username=ana%40example.com&password=correct%20horse',
  });
  assert.deepEqual(errorOf(token), [503, 'unavailable']);
  assert.equal((await get('/health')).status, 200);
  const ready = await get('/ready');
  assert.equal(ready.status, 503);
  assert.equal(Readiness.parse(ready.body).checks.database.status, 'failed');
  await line.restore();
  assert.equal((await get('/markets')).status, 200);
});

test('a query that PostgreSQL does not answer in time is given up with 503', async () => {
  const blocker = await lockCredentials();
  const answer = await get('/markets');
  assert.deepEqual(errorOf(answer), [503, 'unavailable']);
  assert.equal(answer.headers['retry-after'], '5');
  await blocker.end();
  assert.equal((await get('/markets')).status, 200);
});

test('a connection that breaks in the middle of a query fails that request alone', async () => {
  const blocker = await lockCredentials();
  const pending = get('/markets');
  await sleep(HANDLER_TIMEOUT_MS / 4);
  await line.cut();
  assert.deepEqual(errorOf(await pending), [503, 'unavailable']);
  await blocker.end();
  await line.restore();
  assert.equal((await get('/markets')).status, 200);
});
