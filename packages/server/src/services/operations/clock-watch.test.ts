import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestApi } from '../../../test/http/test-api.ts';
import { startClockWatch } from './clock-watch.ts';

const { db, drop } = await createTestDatabase();
after(() => drop());

/** A watch on a machine whose clock is so far ahead, and what its log warns of. */
function watchAhead(aheadMs: { value: number }) {
  const lines: { level: number; aheadS: number }[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const watch = startClockWatch({ db, wallClock: { now: () => Date.now() + aheadMs.value }, logger });
  return { watch, told: () => lines.map(({ level, aheadS }) => [pino.levels.labels[level], aheadS]) };
}

test('a clock that differs from the database is told, ahead or behind, and when it agrees again', async () => {
  const ahead = { value: 1000 };
  const { watch, told } = watchAhead(ahead);
  await watch.look();
  assert.ok(Math.abs((watch.aheadMs() ?? 0) - 1000) < 1500, String(watch.aheadMs()));
  for (const value of [180_000, -12_000, 0]) {
    ahead.value = value;
    await watch.look();
    assert.ok(Math.abs((watch.aheadMs() ?? Number.NaN) - value) < 1500, String(watch.aheadMs()));
  }
  watch.stop();
  assert.deepEqual(
    told().map(([level]) => level),
    ['warn', 'warn', 'info'],
  );
});

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
