import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../src/ground/database/database.ts';
import { type Answer, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z', { maxEventLoopDelayMs: 50 });
after(() => api.close());

test('an overloaded process turns requests away with 503 and Retry-After, and its health still answers', async () => {
  const key = await api.createKey();
  let answer = await api.get('/markets', key);
  const calmBy = performance.now() + 10_000;
  // The start itself holds the process up.
  while (answer.status === 503 && performance.now() < calmBy) {
    await sleep(50);
    answer = await api.get('/markets', key);
  }
  assert.equal(answer.status, 200);
  const deadline = performance.now() + 10_000;
  while (answer.status === 200 && performance.now() < deadline) {
    blockFor(500);
    await sleep(1);
    answer = await api.get('/markets', key);
  }
  assert.deepEqual(errorOf(answer), [503, 'unavailable']);
  assert.equal(answer.headers['retry-after'], '10');
  assert.equal((await api.get('/health')).status, 200);
});

function blockFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('more requests under way than the process takes are turned away, and the next ones are served again', async () => {
  const small = await createTestApi('2026-03-30T10:05:00Z', { maxRequestsUnderWay: 3, maxRequestsOfOne: 2 });
  const locker = openDatabase(small.databaseUrl, { maxConnections: 1 });
  try {
    const [key, other] = await Promise.all([small.createKey(), small.createKey()]);
    const refused: Answer[] = [];
    let waiting: Promise<unknown> | undefined;
    await locker.transaction().execute(async (tx) => {
      await sql`lock table site in access exclusive mode`.execute(tx);
      const ask = async (credential: string) => {
        const answer = await small.get('/portfolio/sites', credential);
        if (answer.status !== 200) refused.push(answer);
      };
      const ofKey = Array.from({ length: 6 }, () => ask(key));
      while (refused.length < 4) await sleep(10);
      const ofOther = Array.from({ length: 4 }, () => ask(other));
      while (refused.length < 7) await sleep(10);
      waiting = Promise.all([...ofKey, ...ofOther]);
    });
    await waiting;
    // The tenant that came first has two of the three places, and the other one the third.
    const ofStatus = (status: number) => refused.filter((answer) => answer.status === status);
    assert.deepEqual([ofStatus(429).length, ofStatus(503).length], [4, 3]);
    assert.equal(ofStatus(429)[0].headers['retry-after'], '5');
    assert.equal(ofStatus(503)[0].headers['retry-after'], '10');
    for (let i = 0; i < 6; i++) assert.equal((await small.get('/portfolio/sites', key)).status, 200);
  } finally {
    await locker.destroy();
    await small.close();
  }
});

test('the address of a caller is the one that a trusted proxy names, and no other', async () => {
  const statuses = async (trustedProxies: string[]) => {
    const proxied = await createTestApi('2026-03-30T10:05:00Z', { trustedProxies });
    const answers: number[] = [];
    for (let i = 0; i < 61; i++) {
      const { statusCode } = await proxied.app.inject({
        method: 'POST',
        url: '/api/v1/auth/token?surprise=1',
        headers: { 'x-forwarded-for': `203.0.113.${i}` },
      });
      answers.push(statusCode);
    }
    await proxied.close();
    return answers.filter((status) => status === 429).length;
  };
  assert.equal(await statuses(['127.0.0.1']), 0);
  assert.equal(await statuses(['192.0.2.0/24']), 1);
});
