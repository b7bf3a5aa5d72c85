import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS, instantOf } from '@lonja/forecasting/market';
import { findDueModelIssue, modelIssuesBetween } from '../../src/forecasts/fundamentals/model-schedule.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { createTestDatabase } from '../database.ts';

const { db, drop } = await createTestDatabase();
after(() => drop());

/** Stores hours of tomorrow that became available at an instant, with values of their own. */
async function store(series: string, unit: string, availableAt: number): Promise<void> {
  const start = Float64Array.from(
    { length: 24 },
    (_, hour) => instantOf('2026-03-29', '00:00') + hour * HOUR_MS,
  );
  const rows = {
    start,
    value: start.map(() => availableAt / 1e12),
    availableAt: start.map(() => availableAt),
  };
  await appendObservations(db, { series, source: 'simulator', resolution: 'PT1H', unit }, rows);
}

const dueAt = (now: number) => findDueModelIssue(db, { dataOrigin: 'simulator', now });

test('own forecasts are due ahead of every auction, for two of them only where the weather is new', async () => {
  const at = (time: string) => instantOf('2026-03-28', time);
  assert.equal(await dueAt(at('11:26')), at('11:25'));
  await store('load.model', 'MW', at('11:46'));
  assert.equal(await dueAt(at('13:20')), undefined, 'the weather is that of the morning');
  await store('windspeed.forecast', 'm/s', at('13:02'));
  assert.equal(await dueAt(at('13:14')), undefined);
  assert.equal(await dueAt(at('13:20')), at('13:15'));
  await store('load.model', 'MW', at('13:20'));
  assert.equal(await dueAt(at('20:14')), undefined);
  assert.equal(await dueAt(at('20:16')), at('20:15'));
});

test('the days on which clocks change have as many issues as others', () => {
  for (const [from, to] of [
    ['2026-03-28', '2026-03-30'],
    ['2026-10-24', '2026-10-26'],
  ]) {
    const issues = modelIssuesBetween(instantOf(from, '12:00'), instantOf(to, '12:00'));
    assert.equal(issues.length, 2 * 5);
    assert.deepEqual(
      issues,
      issues.toSorted((a, b) => a - b),
    );
  }
});
