import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApi } from './test-api.ts';

test('a process whose clock is a minute off is not ready, and says by how much', async () => {
  let aheadMs: number | undefined;
  const api = await createTestApi('2026-03-28T10:00:00Z', { clockAheadMs: () => aheadMs, readinessAgeMs: 0 });
  try {
    const clockOf = async () => {
      const { body } = await api.get('/ready');
      return (body as { checks: { clock?: unknown } }).checks.clock;
    };
    assert.equal(await clockOf(), undefined);
    aheadMs = 59_000;
    assert.deepEqual(await clockOf(), { status: 'ok', ahead_s: 59 });
    aheadMs = -60_000;
    assert.deepEqual(await clockOf(), { status: 'failed', ahead_s: -60 });
    assert.equal((await api.get('/ready')).status, 503);
  } finally {
    await api.close();
  }
});
