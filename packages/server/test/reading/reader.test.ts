import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, deliveryPeriods } from '@lonja/forecasting/market';
import { createReader, type Reader } from '../../src/start/reading/create-reader.ts';
import type { ReaderSettings } from '../../src/start/reading/reading-thread.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { createTestDatabase } from '../database.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { createTestApi, errorOf, type TestApi, type TestSession } from '../http/test-api.ts';

const NOW = '2026-03-30T10:10:00Z';
const PROGRAM = new URL('../../src/start/reading/reading-thread.ts', import.meta.url);
const warnings: unknown[] = [];

/** Reads that are answered by the thread in one app and in place by the other, on the same database. */
let threaded: TestApi;
let plain: TestApi;
let reader: Reader;
let given = 0;
let owner: TestSession;
let key = '';
let site = '';

before(async () => {
  const database = await createTestDatabase();
  await saveDataOrigin(database.db, 'market');
  const settings: ReaderSettings = {
    databaseUrl: database.url,
    databaseReplicaUrl: undefined,
    databaseConnections: 4,
  };
  const started = createReader(PROGRAM, {
    settings,
    logger: { info: () => undefined, warn: (...told: unknown[]) => void warnings.push(told) },
  });
  reader = {
    ...started,
    ask(request, signal) {
      const answer = started.ask(request, signal);
      if (answer !== undefined) given++;
      return answer;
    },
  };
  threaded = await createTestApi(NOW, { database, reader });
  plain = await createTestApi(NOW, { database, sessionSecrets: threaded.sessionSecrets });
  owner = await threaded.createSession();
  key = await threaded.createKey();
  await publishTestRun(database.db, {
    issuedAt: '2026-03-30T10:05:00Z',
    firstDay: '2026-03-31',
    withQuarters: true,
    withDistributions: true,
  });
  // Two years and more with both clock changes: 96, 92 and 100 quarters.
  await storePrices('2023-10-20', 892);
  const battery = { name: 'Cell', kind: 'battery', capacity_mw: 10, energy_mwh: 20, efficiency: 0.9 };
  site = JSON.parse((await threaded.send('POST', '/portfolio/sites', owner.token, battery)).text).id;
});
after(async () => {
  await plain.app.close();
  await threaded.app.close();
  await reader.close();
  await threaded.close();
});

async function storePrices(first: string, days: number): Promise<void> {
  const periods = Array.from({ length: days }, (_, i) => addDays(first, i)).flatMap((day) =>
    deliveryPeriods(day, 'PT15M').map(({ start, index }) => ({ start, price: 40 + (index % 50) })),
  );
  await appendObservations(
    threaded.db,
    { series: 'price.da', source: 'csv', resolution: 'PT15M', unit: 'EUR/MWh' },
    {
      start: Float64Array.from(periods, ({ start }) => start),
      value: Float64Array.from(periods, ({ price }, i) => price + (i % 7) / 100),
      availableAt: new Float64Array(periods.length).fill(Date.parse('2023-01-01T11:00:00Z')),
    },
  );
}

let asked = 0;
/** Asks for another day each time, as what was asked for before is answered without the thread. */
const untilThere = async () => {
  const before = given;
  const isThere = () => given > before;
  do {
    const day = addDays('2024-01-01', asked++);
    const { status } = await threaded.get(`/statistics/prices?date_from=${day}&date_to=${day}`, key);
    assert.equal(status, 200);
    await sleep(20);
  } while (!isThere());
};

/** What the two apps must have in common: everything but the request's own id and what is left of the limits. */
async function both(path: string, token: string, headers: Record<string, string> = {}) {
  const answers = [await threaded.get(path, token, headers), await plain.get(path, token, headers)].map(
    ({ status, headers: all, text }) => {
      const own =
        /^(x-request-id|x-ratelimit-.*|ratelimit.*|date|connection|keep-alive|transfer-encoding|content-length)$/;
      const kept = Object.entries(all).filter(([name]) => !own.test(name));
      return {
        status,
        headers: Object.fromEntries(kept),
        text: text.replace(/"request_id":"[^"]+"/, ''),
      };
    },
  );
  assert.deepEqual(answers[0], answers[1], path);
  return answers[0];
}

test('the thread gives the answers of the API, to the byte and with the same headers', async () => {
  await untilThere();
  const before = given;
  const paths: [path: string, token: string][] = [
    ['/market/prices?date_from=2025-10-26&date_to=2025-10-26', key],
    ['/statistics/prices?date_from=2025-01-01&date_to=2025-12-31&group_by=month&page_size=5&page=2', key],
    ['/statistics/prices?date_from=2025-03-30&date_to=2025-03-30&format=csv&locale=es', key],
    ['/statistics/prices?date_from=2023-10-25&date_to=2026-03-29&format=csv&resolution=PT15M', key],
    ['/exports/prices?date_from=2023-10-25&date_to=2026-03-29&resolution=PT15M', key],
    ['/exports/prices?date_from=2023-10-25&date_to=2026-03-29&format=parquet', key],
    ['/exports/forecasts?date_from=2026-03-31&date_to=2026-03-31&format=csv.gz', key],
    ['/dashboard/summary?date=2026-03-31', key],
    [`/portfolio/sites/${site}/schedule?date=2026-03-31&resolution=PT15M`, owner.token],
    [`/portfolio/sites/${site}/valuation?date=2026-03-31`, owner.token],
  ];
  for (const [path, token] of paths) assert.equal((await both(path, token)).status, 200, path);
  assert.equal(given - before, paths.length);
  const long = await both(paths[3][0], key);
  assert.equal(long.text.trim().split('\r\n').length - 1, 24 * 887);
});

test('an answer is compressed, kept for others and not sent to who has it', async () => {
  await untilThere();
  const path = '/statistics/prices?date_from=2025-02-01&date_to=2025-04-30&group_by=day&page_size=100';
  const first = await both(path, key, { 'accept-encoding': 'br' });
  assert.equal(first.headers['content-encoding'], 'br');
  const before = given;
  const again = await threaded.get(path, await threaded.createKey(), {
    'if-none-match': first.headers['etag'],
  });
  assert.deepEqual([again.status, again.text, given], [304, '', before]);
  assert.equal((await threaded.get(path, key, { 'if-none-match': '"other"' })).status, 200);
  const head = await threaded.app.inject({
    method: 'HEAD',
    url: `/api/v1${path}&locale=en`,
    headers: { authorization: `Bearer ${key}` },
  });
  assert.deepEqual([head.statusCode, head.payload], [200, '']);
});

test('faults are those of the API: of the request, of another tenant, of what does not exist', async () => {
  await untilThere();
  const stranger = await threaded.createSession();
  const foreign = await both(`/portfolio/sites/${site}/schedule?date=2026-03-31`, stranger.token);
  assert.equal(foreign.status, 403);
  const past = await both(`/portfolio/sites/${site}/schedule?date=2001-01-01`, owner.token);
  assert.ok(past.status >= 400 && past.status < 500, past.text);
  const unknown = await threaded.get(
    '/statistics/prices?date_from=2025-01-01&date_to=2025-01-02&nothing=1',
    key,
  );
  assert.deepEqual(errorOf(unknown), [400, 'unknown_parameter']);
});

test('a caller who leaves a long answer is forgotten by the thread', async () => {
  await untilThere();
  const url = `${await threaded.app.listen({ host: '127.0.0.1', port: 0 })}/api/v1`;
  const gone = new AbortController();
  const path = '/statistics/prices?date_from=2023-10-26&date_to=2026-03-29&format=csv&resolution=PT15M';
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${key}` },
    signal: gone.signal,
  });
  const body = response.body?.getReader();
  await body?.read();
  gone.abort();
  await assert.rejects(async () => body?.read());
  await sleep(50);
  const before = given;
  assert.equal((await threaded.get(`${path}&locale=es`, key)).status, 200);
  assert.deepEqual([given - before, warnings], [1, []], 'the same thread goes on');
});

test('the connections of the thread are counted', () => {
  const { reads } = reader.pools();
  assert.ok(reads.total >= 1 && reads.total <= 4, JSON.stringify(reads));
  assert.deepEqual([reads.waiting, reads.lost], [0, 0]);
  assert.deepEqual(Object.keys(reader.pools()), ['reads']);
});

test('a thread that ends fails what it was asked for, and nothing else; a later call starts another one', async () => {
  const told: string[] = [];
  const logger = {
    info: () => undefined,
    warn: (_fields: unknown, text?: string) => void told.push(text ?? ''),
  };
  const program = new URL('ending-thread.ts', import.meta.url);
  const ending = createReader(program, { settings: {}, logger, restMs: 50 });
  const signal = new AbortController().signal;
  const principal = {
    credentialId: 'k',
    tenantId: 't',
    userId: undefined,
    sessionId: undefined,
    keyId: 'k',
    role: 'viewer' as const,
  };
  const ask = async (url: string) => {
    const rights = {
      isSuperadmin: false,
      scopes: undefined,
      products: [],
      requestsPerMinute: 1,
      tenantRequestsPerMinute: 1,
    };
    const request = {
      url,
      accept: undefined,
      now: 0,
      principal: { ...principal, ...rights },
      dataVersion: '',
      epoch: undefined,
    };
    for (;;) {
      const answer = ending.ask(request, signal);
      if (answer !== undefined) return answer;
      await sleep(10);
    }
  };
  const parted = await ask('/parts');
  const unavailable = { code: 'unavailable', headers: { 'Retry-After': '5' } };
  await assert.rejects(ask('/end'), unavailable);
  assert.ok('next' in parted);
  await assert.rejects(parted.next(), unavailable);
  assert.ok('next' in (await ask('/parts')));
  assert.deepEqual(told, ['the thread for reads has ended; another one is started']);
  assert.deepEqual(ending.pools(), {}, 'none of a thread that is gone');
  await ending.close();
  assert.equal(ending.ask({} as never, signal), undefined);
  assert.equal(told.length, 1);
});
