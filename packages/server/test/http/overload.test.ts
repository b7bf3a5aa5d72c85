import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z', { maxEventLoopDelayMs: 5 });
after(() => api.close());

test('an overloaded process turns requests away with 503 and Retry-After, and its health still answers', async () => {
  const key = await api.createKey();
  assert.equal((await api.get('/markets', key)).status, 200);
  const deadline = performance.now() + 10_000;
  let answer = await api.get('/markets', key);
  while (answer.status === 200 && performance.now() < deadline) {
    blockFor(200);
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
