import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
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
