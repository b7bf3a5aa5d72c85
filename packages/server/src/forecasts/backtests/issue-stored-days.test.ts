import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { instantOf } from '@lonja/forecasting/market';
import { simulateMarket } from '@lonja/forecasting/simulator';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { appendObservations } from '../../market/observations/observations.ts';
import { issueStoredDays } from './issue-stored-days.ts';
import { LEAR } from '@lonja/forecasting';

const [FIRST, LAST] = ['2026-02-20', '2026-03-31'];
/** Asks for more days of errors than there are. */
const RECIPE = {
  ...DAY_AHEAD,
  point: { ...LEAR, windows: [28] },
  calibrationDays: 56,
  olderCalibrationDays: 0,
};

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  for (const { key, unit, resolution, ...rows } of simulateMarket({ seed: 5, from: FIRST, to: LAST })
    .series) {
    await appendObservations(database.db, { series: key, source: 'csv', resolution, unit }, rows);
  }
});
after(() => database.drop());

const issueOn = (now: string, days: { from: string; to: string; calibrationDays?: number }) =>
  issueStoredDays(
    { db: database.db, clock: { now: () => instantOf('2026-03-30', now) } },
    { recipe: RECIPE, threads: 1, ...days },
  );

test('a store of few weeks is asked for no days before it; bounds rest on those that there are', async () => {
  const [day, ...others] = await issueOn('11:40', { from: '2026-03-31', to: '2026-03-31' });
  assert.deepEqual([day.day, others], ['2026-03-31', []]);
  // The first weeks are forecast by the weekly naive, from which no bounds are learnt.
  assert.ok(day.learntFrom >= 7 && day.learntFrom < 39, `${day.learntFrom}`);
  assert.equal(day.issued.hours.length, 48);
  assert.equal(day.issued.hasOwnBounds, true);
  assert.deepEqual(day.missingInputs, []);
});

test('a day is issued from what was known at its run, and one to come from what is known now', async () => {
  const days = { from: '2026-03-30', to: '2026-03-31', calibrationDays: 7 };
  const early = await issueOn('06:10', days);
  const noon = await issueOn('11:40', days);
  assert.deepEqual(early[0], noon[0]);
  assert.deepEqual(early[1].missingInputs, ['load.forecast', 'wind.forecast', 'solar.forecast']);
  assert.notDeepEqual(early[1].issued.hours, noon[1].issued.hours);
});

test('before there is a week of prices it says so', async () => {
  await assert.rejects(
    issueOn('11:40', { from: '2026-02-24', to: '2026-02-24' }),
    /There is not a week of prices before 2026-02-24/,
  );
});
