import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00.250Z');
after(() => api.close());

const START_S = Math.floor(api.clock.now() / 1000);

test('the 61st request within a minute is refused and says when to come back', async () => {
  const key = await api.createKey({ requestsPerMinute: 60 });
  for (let i = 1; i <= 60; i++) {
    const answer = await api.get('/markets', key);
    assert.equal(answer.status, 200);
    assert.deepEqual(limitOf(answer.headers), ['60', String(60 - i), String(START_S + 61)]);
    assert.equal(answer.headers['ratelimit-policy'], '"default";q=60;w=60');
    assert.equal(answer.headers['ratelimit'], `"default";r=${60 - i};t=${i <= 30 ? 60 : 30}`);
    if (i === 30) api.clock.advance(30_000);
  }
  const refused = await api.get('/markets', key);
  assert.deepEqual(errorOf(refused), [429, 'rate_limited']);
  assert.deepEqual(limitOf(refused.headers), ['60', '0', String(START_S + 61)]);
  assert.equal(refused.headers['ratelimit'], '"default";r=0;t=30');
  assert.equal(refused.headers['retry-after'], '30');
});

test('the window slides: what was used half a minute ago is not free yet', async () => {
  const key = await api.createKey({ requestsPerMinute: 4 });
  const statusOf = async () => (await api.get('/markets', key)).status;
  assert.deepEqual([await statusOf(), await statusOf()], [200, 200]);
  api.clock.advance(40_000);
  assert.deepEqual([await statusOf(), await statusOf(), await statusOf()], [200, 200, 429]);
  api.clock.advance(20_000);
  assert.deepEqual([await statusOf(), await statusOf(), await statusOf()], [200, 200, 429]);
});

test('refusals of other kinds count and carry the headers; other credentials are not affected', async () => {
  const key = await api.createKey({ requestsPerMinute: 2, scopes: ['market:read'] });
  const forbidden = await api.get('/forecasts/available-dates', key);
  assert.deepEqual([forbidden.status, forbidden.headers['x-ratelimit-remaining']], [403, '1']);
  const invalid = await api.get('/market/prices', key);
  assert.deepEqual([invalid.status, invalid.headers['x-ratelimit-remaining']], [400, '0']);
  assert.equal((await api.get('/markets', key)).status, 429);
  assert.equal((await api.get('/markets', await api.createKey())).status, 200);
});

test('many requests at the same time are counted exactly', async () => {
  const key = await api.createKey({ requestsPerMinute: 10 });
  const answers = await Promise.all(Array.from({ length: 25 }, () => api.get('/markets', key)));
  assert.equal(answers.filter((answer) => answer.status === 200).length, 10);
  assert.equal(answers.filter((answer) => answer.status === 429).length, 15);
});

test('two processes count one credential together', async () => {
  const key = await api.createKey({ requestsPerMinute: 20 });
  const other = await api.addProcess();
  const request = { url: '/api/v1/markets', headers: { authorization: `Bearer ${key}` } };
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? api.app : other).inject(request)),
  );
  assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 20);
  const refused = answers.filter((answer) => answer.statusCode === 429);
  assert.equal(refused.length, 40);
  for (const { headers } of refused) {
    assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['20', '0']);
  }
});

test('failed sign-ins are counted over all processes', async () => {
  const other = await api.addProcess();
  const attempt = (app: typeof other) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=nobody%40example.com&password=wrong-password',
    });
  for (let i = 0; i < 10; i++) assert.equal((await attempt(i % 2 === 0 ? api.app : other)).statusCode, 401);
  assert.equal((await attempt(api.app)).statusCode, 429);
  assert.equal((await attempt(other)).statusCode, 429);
});

function limitOf(headers: Record<string, string>): (string | undefined)[] {
  return ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
}
