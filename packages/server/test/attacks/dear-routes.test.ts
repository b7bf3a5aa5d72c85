import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays } from '@lonja/forecasting/market';
import { createTestApi, errorOf } from '../http/test-api.ts';

const api = await createTestApi('2026-04-02T10:00:00Z');
const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
after(() => api.close());

/** Two years of figures, each time of other days, so that no reply is at hand. */
function dearPath(i: number): string {
  const from = addDays('2022-01-01', i);
  return `/statistics/accuracy?date_from=${from}&date_to=${addDays(from, 730)}`;
}

test('a tenant that requests sixty costly answers at once gets them all, and delays no other tenant', async () => {
  const [flooder, victim] = [await api.createKey(), await api.createKey()];
  let answered = 0;
  const flood = Array.from({ length: 60 }, async (_, i) => {
    const { status } = await api.get(dearPath(i), flooder);
    answered++;
    return status;
  });
  await Promise.race(flood);
  assert.equal((await api.get(dearPath(100), victim)).status, 200);
  assert.ok(answered < 40, `${answered} of the other tenant's answers came first`);
  assert.deepEqual(new Set(await Promise.all(flood)), new Set([200]));
});

test('what a tenant may have waiting is bounded, also with many keys; others are served', async () => {
  const { tenantId } = await api.createSession();
  const sessions = await Promise.all(Array.from({ length: 10 }, () => api.createSession({ tenantId })));
  const victim = await api.createKey();
  const flood = sessions.flatMap(({ token }, s) =>
    Array.from({ length: 20 }, (_, i) => api.get(dearPath(200 + 20 * s + i), token)),
  );
  await Promise.race(flood);
  assert.equal((await api.get(dearPath(500), victim)).status, 200);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.length > 100, `${refused.length} of 200 were refused`);
  assert.deepEqual(errorOf(refused[0]), [429, 'rate_limited']);
  assert.ok(Number(refused[0].headers['retry-after']) > 0);
});

test('a caller who goes away leaves the queue', async () => {
  const key = await api.createKey();
  const { reading } = api.app.workTurns;
  const run = reading.run.bind(reading);
  const started: number[] = [];
  reading.run = (group, work, options) =>
    run(
      group,
      () => {
        started.push(Date.now());
        return work();
      },
      options,
    );
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const flood = Array.from({ length: 40 }, (_, i) =>
    fetch(`${baseUrl}/api/v1${dearPath(600 + i)}`, { headers, signal: gone.signal }).catch(() => undefined),
  );
  while (started.length < 4) await sleep(1);
  gone.abort();
  await Promise.all(flood);
  assert.equal((await api.get(dearPath(700), key)).status, 200);
  assert.ok(started.length < 20, `${started.length} answers were worked out`);
  reading.run = run;
});

test('years of hours as CSV come part by part, as the caller reads them', async () => {
  const key = await api.createKey();
  const url = `${baseUrl}/api/v1/statistics/prices?date_from=2016-04-01&date_to=2026-04-01&format=csv`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-length'), null);
  assert.match(await response.text(), /^date \(Europe\/Madrid\),hour [^\n]+\r\n$/);
});
