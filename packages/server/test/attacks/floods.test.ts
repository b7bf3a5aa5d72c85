import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateApiKey } from '../../src/people/access/api-key.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { attackedApi } from './attacked-api.ts';
import { flood, withKey } from './flood.ts';

const LIMIT = 40;
const { api, baseUrl, askAsOther } = await attackedApi(
  { addressRequestsPerMinute: LIMIT, tenantRequestsPerMinute: 100, tenantKeys: 5 },
  { readinessAgeMs: Number.POSITIVE_INFINITY },
);
const key = await api.createKey();

/** A minute later nobody has asked for anything yet. */
function startAnew(): void {
  api.clock.advance(61_000);
}

test('wrong credentials of all forms are limited by address; a right one from there is served', async () => {
  startAnew();
  const wrong = [
    () => withKey(generateApiKey()),
    () => withKey(randomBytes(20).toString('hex')),
    () => ({ authorization: 'Basic YTpi' }),
    () => ({}),
  ];
  const counts = await flood(baseUrl, {
    requests: 400,
    connections: 8,
    request: (n) => ({ path: '/api/v1/markets', headers: wrong[n % wrong.length]() }),
    onAnswer(status, headers) {
      if (status !== 429) return;
      const start = api.clock.now() / 1000;
      assert.deepEqual(
        ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]),
        [String(LIMIT), '0', String(Math.ceil(start + 60))],
      );
      assert.equal(headers['retry-after'], '60');
    },
  });
  assert.deepEqual(counts, { 401: LIMIT, 429: 400 - LIMIT });
  const right = {
    requests: 50,
    connections: 4,
    request: () => ({ path: '/api/v1/markets', headers: withKey(key) }),
  };
  assert.deepEqual(await flood(baseUrl, right), { 200: 50 });
});

test('the script of the documentation is limited by address, and comes compressed', async () => {
  startAnew();
  const sizes = new Set<string>();
  const script = (encoding: string) => ({
    path: '/api/v1/docs/js/scalar.js',
    headers: { 'accept-encoding': encoding },
  });
  const counts = await flood(baseUrl, {
    requests: 80,
    connections: 8,
    request: () => script('gzip'),
    onAnswer(status, headers) {
      if (status === 200) sizes.add([headers['content-encoding'], headers['content-length']].join(' '));
    },
  });
  assert.deepEqual(counts, { 200: LIMIT, 429: 80 - LIMIT });
  assert.equal(sizes.size, 1);
  assert.match([...sizes][0], /^gzip \d+$/);
  assert.deepEqual(await askAsOther(key), { 200: 10 });
});

test('health is limited by address far beyond what probes ask, and its answer is shared', async () => {
  startAnew();
  await publishTestRun(api.db, { issuedAt: '2026-03-30T04:05:00Z', firstDay: '2026-03-31' });
  const probe = () => ({ path: '/api/v1/ready' });
  assert.deepEqual(await flood(baseUrl, { requests: 1, connections: 1, request: probe }), { 200: 1 });
  // From here on only a look at the queue would say otherwise.
  api.state.queueIsHealthy = false;
  const counts = await flood(baseUrl, { requests: 6 * LIMIT, connections: 8, request: probe });
  assert.deepEqual(counts, { 200: 4 * LIMIT - 1, 429: 2 * LIMIT + 1 });
  assert.deepEqual(await askAsOther(key), { 200: 10 });
  api.state.queueIsHealthy = true;
});

test('unknown paths are limited by address', async () => {
  startAnew();
  const request = (n: number) => ({ path: `/api/v1/nothing/${n}` });
  const counts = await flood(baseUrl, { requests: 60, connections: 4, request });
  assert.deepEqual(counts, { 404: LIMIT, 429: 60 - LIMIT });
});

test('who goes on after many refusals waits for the next ones, and others do not', async () => {
  const slow = await attackedApi({ addressRequestsPerMinute: LIMIT }, { refusalDelayMs: 600_000 });
  const own = await slow.api.createKey({ requestsPerMinute: 10 });
  const other = await slow.api.createKey();
  const gaveUp = new AbortController();
  const answered = { count: 0 };
  const ask = async (headers: Record<string, string>) => {
    await fetch(`${slow.baseUrl}/api/v1/markets`, { headers, signal: gaveUp.signal });
    answered.count++;
  };
  const floods = [
    ...Array.from({ length: LIMIT + 65 }, async () => ask({})),
    ...Array.from({ length: 10 + 65 }, async () => ask(withKey(own))),
  ];
  const all = Promise.allSettled(floods);
  while (answered.count < LIMIT + 60 + 10 + 60) await sleep(20);
  assert.deepEqual(await slow.askAsOther(other), { 200: 10 });
  assert.equal(answered.count, LIMIT + 60 + 10 + 60);
  gaveUp.abort();
  await all;
});
