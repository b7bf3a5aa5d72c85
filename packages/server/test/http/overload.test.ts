import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApi, errorOf } from './test-api.ts';

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
  const small = await createTestApi('2026-03-30T10:05:00Z', { maxRequestsUnderWay: 5 });
  try {
    const key = await small.createKey();
    const answers = await Promise.all(Array.from({ length: 12 }, () => small.get('/markets', key)));
    const refused = answers.filter((answer) => answer.status === 503);
    assert.equal(refused.length, 7);
    assert.equal(refused[0].headers['retry-after'], '10');
    for (let i = 0; i < 6; i++) assert.equal((await small.get('/markets', key)).status, 200);
  } finally {
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
