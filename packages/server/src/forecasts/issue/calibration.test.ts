import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { addDays } from '@lonja/forecasting/market';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestContext, dayAheadRunAt, SMALL_CHAMPION } from '../../../test/test-context.ts';
import { loadData } from '../preparation/load-data.ts';
import { findCalibration, modelOfPast } from './calibration.ts';
import { completeCalibration, completeCalibrationPart, keyOfPart } from './complete-calibration.ts';
import { issueRun } from './issue-run.ts';
import type { CalibrationPart } from '../../ground/jobs/queue.ts';

const CHAMPION = { ...SMALL_CHAMPION, calibrationDays: 60 };
const SLOTS = 24;
const FIRST_NOON = '2026-03-27T11:05:00Z';
const DA = { product: 'da' as const, dataOrigin: 'simulator' as const };

test('a fit of trees serves for a week of past forecasts, but not of those that a run waits for', () => {
  const serveDays = (purpose: 'background' | 'calibration') =>
    [...JSON.stringify(modelOfPast(DAY_AHEAD, purpose)).matchAll(/"refitDays":(\d+)/g)].map(
      ([, days]) => days,
    );
  // The residual correction, and the trees over the hours.
  assert.deepEqual(serveDays('background'), ['7', '7']);
  assert.deepEqual(serveDays('calibration'), []);
});

describe('a first run and those after it', () => {
  let database: TestDatabase;
  const contextAt = (now: string) => createTestContext(database.db, now, CHAMPION);
  const issueAt = (now: string) => issueRun(contextAt(now), { ...DA, run: dayAheadRunAt(now) });
  const countStored = async () => (await stored()).length;
  const stored = () =>
    database.db
      .selectFrom('calibration_forecast')
      .select(['scheduled_for', 'point_values', 'member_values', 'bound_values'])
      .orderBy('scheduled_for')
      .execute();

  before(async () => {
    database = await createTestDatabase();
    await loadData(contextAt(FIRST_NOON));
  });
  after(() => database.drop());

  test('the first run waits for 21 past days and says that its bounds rest on them', async () => {
    const run = await issueAt(FIRST_NOON);
    assert.deepEqual(run.degraded, ['the bounds rest on forecasts of the last 21 days; 60 are wanted']);
    assert.equal(await countStored(), 21 + 1);
  });

  test('what stops the completion loses no more than the part that it was at; the rest is shared', async () => {
    const context = contextAt(FIRST_NOON);
    let calls = 0;
    const failing: typeof context.forecastHorizons = (recipe, tasks, purpose) => {
      if (++calls === 3) throw new Error('the machine stops');
      return context.forecastHorizons(recipe, tasks, purpose);
    };
    const request = { ...DA, run: dayAheadRunAt(FIRST_NOON) };
    const partsAt = async (asked: typeof request) => {
      const found: CalibrationPart[] = [];
      await completeCalibration(context, asked, { share: async (part) => void found.push(part) });
      return found;
    };
    const asked = await partsAt(request);
    // Weeks of seven days, the newest and the oldest of them perhaps cut.
    assert.ok([9, 10].includes(asked.length), String(asked.length));
    assert.equal(new Set(asked.map(keyOfPart)).size, asked.length);
    await assert.rejects(
      completeCalibration({ ...context, forecastHorizons: failing }, request),
      /machine stops/,
    );
    const [first, second, third] = asked;
    const stored = first.runs.length + second.runs.length;
    assert.equal(await countStored(), 22 + stored);
    // Of the days before, the runs of 06:05, 10:30 and 11:40.
    const left = 39 + 3 * 60 - stored;
    // A process that is stopped within a part has kept some of it: what is left has the key of the part that still waits.
    await completeCalibrationPart(context, { ...third, runs: third.runs.slice(0, 3), isLast: false });
    const parts = await partsAt(request);
    assert.deepEqual(parts.map(keyOfPart), asked.slice(2).map(keyOfPart));
    assert.equal(parts[0].runs.length, third.runs.length - 3);
    // As several processes do, which take whatever is next.
    const made: number[] = [];
    const work = async () => {
      for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
        made.push(await completeCalibrationPart(context, part));
        assert.equal(await completeCalibrationPart(context, part), 0);
      }
    };
    await Promise.all([work(), work()]);
    assert.equal(
      made.reduce((sum, count) => sum + count, 0),
      left - 3,
    );
    assert.equal(await completeCalibration(context, request), 0);
  });

  test('the next runs of other times of day use all of it', async () => {
    const before = await countStored();
    const morning = await issueAt('2026-03-28T05:05:00Z');
    assert.ok(!morning.degraded.some((reason) => reason.includes('bounds')), morning.degraded.join());
    assert.deepEqual((await issueAt('2026-03-28T11:05:00Z')).degraded, []);
    assert.equal(await countStored(), before + 2);
  });

  test('runs older than those that are wanted count as far as there are any', async () => {
    const { id } = await database.db
      .selectFrom('model_version')
      .select('id')
      .where('product', '=', 'da')
      .executeTakeFirstOrThrow();
    const asked = { recipe: CHAMPION, run: dayAheadRunAt('2026-04-06T11:05:00Z') };
    const set = { ...DA, modelVersionId: id };
    const { stored, missing } = await findCalibration(contextAt(FIRST_NOON), set, asked);
    const firstDays = stored.map(({ firstDay }) => firstDay);
    assert.deepEqual([firstDays[0], firstDays.at(-1)], [addDays('2026-04-07', -70), '2026-03-29']);
    assert.deepEqual([missing[0].firstDay, missing.length], ['2026-03-30', 8]);
    const months = { ...asked, recipe: { ...CHAMPION, calibrationDays: 120 } };
    const { missing: wanted } = await findCalibration(contextAt(FIRST_NOON), set, months);
    assert.equal(wanted[0].firstDay, addDays('2026-04-07', -120));
  });

  test('what was issued keeps its quantiles, what was made up has none; all have their members', async () => {
    const rows = await stored();
    assert.equal(rows.filter((row) => row.bound_values !== null).length, 3);
    for (const { point_values: points, member_values: members, bound_values: bounds } of rows) {
      assert.deepEqual(members, points);
      // Later days are issued nearer to usual prices than the model forecast them, with their quantiles about what is issued.
      if (bounds === null) continue;
      points.slice(0, SLOTS).forEach((point, i) => {
        const quantiles = QUANTILE_LEVELS.map((_, k) => bounds[k * points.length + i]);
        assert.equal(quantiles[QUANTILE_LEVELS.indexOf(0.5)], point);
        assert.deepEqual(
          quantiles,
          quantiles.toSorted((a, b) => a - b),
        );
      });
    }
    const issued = await database.db
      .selectFrom('forecast_point')
      .select(['value', 'p10', 'p90'])
      .where('resolution', '=', 'PT1H')
      .execute();
    assert.ok(issued.length > 3 * 6 * SLOTS);
    assert.ok(issued.every(({ value, p10, p90 }) => p10 <= value && value <= p90));
  });
});
