import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { addDays, DAY_MS, dayStart, HOUR_MS } from '@lonja/forecasting/market';
import { DAY_AHEAD, INTRADAY } from '@lonja/forecasting/issue';
import { sql } from 'kysely';
import { createTestDatabase } from '../database.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { createTestContext } from '../test-context.ts';
import { addCalibrationForecasts } from '../../src/forecasts/runs/calibration-forecasts.ts';
import { listMonthParts } from '../../src/market/observations/observation-parts.ts';
import { appendObservations, readSeries } from '../../src/market/observations/observations.ts';
import { deleteRuns } from '../../src/operate/retention/forget-rows.ts';
import { addShadowRun } from '../../src/forecasts/models/shadow-runs.ts';
import { createTenant } from '../../src/people/access/create-identities.ts';
import { daysReadBy } from '../../src/forecasts/issue/day-ahead-model.ts';
import { auctionDaysReadBy } from '../../src/forecasts/issue/intraday-model.ts';
import { DEFAULT_RETENTION, RETENTION_TERMS } from '../../src/ground/config/retention-days.ts';
import { tidyUp } from '../../src/operate/retention/tidy-up.ts';

const NOW = '2026-03-30T10:10:00Z';
const database = await createTestDatabase();
after(database.drop);
const { db } = database;
const outboxDir = await mkdtemp(path.join(tmpdir(), 'lonja-outbox-'));
after(() => rm(outboxDir, { recursive: true, force: true }));
const contextWith = (days: Partial<typeof DEFAULT_RETENTION> = {}, now = NOW) => ({
  ...createTestContext(db, now),
  wallClock: { now: () => Date.parse(now) },
  retention: { days: { ...DEFAULT_RETENTION, ...days }, outboxDir },
});
const tidy = (days?: Partial<typeof DEFAULT_RETENTION>, now?: string) =>
  tidyUp(contextWith(days, now), new AbortController().signal);
const ago = (days: number) => new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
const publish = (days: number) =>
  publishTestRun(db, {
    issuedAt: ago(days),
    firstDay: ago(days - 1).slice(0, 10),
    explanation: { baseline: new Float64Array(24), contributions: [] },
  });
const countOf = async (table: string) => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(db);
  return rows[0].count;
};

test('nothing can be set to go before its readers have done with it', () => {
  const read = Math.max(daysReadBy(DAY_AHEAD), auctionDaysReadBy(INTRADAY));
  assert.ok(RETENTION_TERMS.values.least > read);
  assert.ok(RETENTION_TERMS.inputRevisions.least > read);
  assert.ok(RETENTION_TERMS.calibration.least > DAY_AHEAD.calibrationDays + DAY_AHEAD.olderCalibrationDays);
  for (const { byDefault, least } of Object.values(RETENTION_TERMS)) assert.ok(byDefault >= least);
});

test('of runs the parts go first, and the runs last', async () => {
  const runIds = [await publish(500), await publish(300), await publish(1)];
  const { id: modelVersionId } = await db.selectFrom('model_version').select('id').executeTakeFirstOrThrow();
  for (const [i, runId] of runIds.entries()) {
    await addShadowRun(db, { runId, modelVersionId, hourlyValues: [1] });
    const values = new Float64Array(24);
    const scheduledFor = Date.parse(ago([500, 300, 1][i]));
    const forecast = {
      scheduledFor,
      firstDay: '2026-01-01',
      values,
      members: [values],
      quantiles: undefined,
    };
    await addCalibrationForecasts(db, { product: 'da', dataOrigin: 'market', modelVersionId }, [forecast]);
  }
  const counts = () =>
    Promise.all(
      ['forecast_run', 'calibration_forecast', 'shadow_run', 'forecast_contribution'].map((table) =>
        countOf(table),
      ),
    );
  await tidy();
  assert.deepEqual(await counts(), [3, 3, 2, 21], 'by default only shadows of a year ago go');
  await tidy({ calibration: 400, explanations: 200, shadows: 190 });
  assert.deepEqual(await counts(), [3, 2, 1, 7]);
  await tidy({ runs: 400 });
  assert.deepEqual(await counts(), [2, 2, 1, 7]);
  assert.equal(await countOf('forecast_point'), 2 * 7 * 24, 'with their points');
});

test('a few rows go at a time, and none of what is kept', async () => {
  for (const days of [900, 800, 700]) await publish(days);
  const before = Date.parse(ago(600));
  assert.deepEqual([await deleteRuns(db, before, 2), await deleteRuns(db, before, 2)], [2, 1]);
  assert.equal(await deleteRuns(db, before, 2), 0);
});

test('a tidy-up that has no time left deletes nothing, and the next one does', async () => {
  await publish(900);
  const runs = await countOf('forecast_run');
  await tidyUp(contextWith({ runs: 400 }), new AbortController().signal, 0);
  await tidyUp(contextWith({ runs: 400 }), AbortSignal.abort());
  assert.equal(await countOf('forecast_run'), runs);
  await tidy({ runs: 400 });
  assert.equal(await countOf('forecast_run'), runs - 1);
});

test('a clock that is years ahead takes no runs away', async () => {
  const runs = await countOf('forecast_run');
  await tidy({ runs: 400 }, '2036-03-30T10:10:00Z');
  assert.equal(await countOf('forecast_run'), runs);
});

test('answers that are kept under an idempotency key go after a day', async () => {
  const tenantId = await createTenant({ db, clock: { now: () => Date.parse(NOW) } }, { name: 'Test' });
  for (const [key, days] of [
    ['old', 1.01],
    ['new', 0.99],
  ] as const) {
    await sql`
      insert into idempotent_answer (id, tenant_id, owner_id, key, request_sha256, status, answer, created_at)
      values (gen_random_uuid(), ${tenantId}, gen_random_uuid(), ${key}, '', 201, '', ${new Date(ago(days))})`.execute(
      db,
    );
  }
  await tidy();
  const left = await db.selectFrom('idempotent_answer').select('key').execute();
  assert.deepEqual(left, [{ key: 'new' }]);
});

test('events, audit, sign-ins and counts of requests go at their own age', async () => {
  const tenantId = await createTenant({ db, clock: { now: () => Date.parse(NOW) } }, { name: 'Test' });
  await db.deleteFrom('event').execute();
  for (const days of [4000, 40, 20]) {
    const at = new Date(ago(days));
    await sql`insert into event (id, type, occurred_at, body) values (gen_random_uuid(), 'ping', ${at}, '{}')`.execute(
      db,
    );
    await sql`
      insert into audit_entry (id, tenant_id, at, actor_kind, action)
      values (gen_random_uuid(), ${tenantId}, ${at}, 'system', 'test')`.execute(db);
    await sql`
      insert into audit_entry (id, at, actor_kind, action)
      values (gen_random_uuid(), ${new Date(ago(days * 15))}, 'system', 'sign_in.failed')`.execute(db);
    await sql`insert into request_usage (tenant_id, day, requests) values (${tenantId}, ${at}, 1)`.execute(
      db,
    );
  }
  await tidy();
  assert.deepEqual(
    [await countOf('event'), await countOf('audit_entry'), await countOf('request_usage')],
    [1, 3, 2],
  );
});

test('mail files go after a month', async () => {
  const now = Date.parse(NOW);
  for (const [name, days] of [
    ['old.eml', 31],
    ['new.eml', 29],
    ['other.txt', 99],
  ] as const) {
    const file = path.join(outboxDir, name);
    await writeFile(file, '');
    await utimes(file, new Date(now - days * DAY_MS), new Date(now - days * DAY_MS));
  }
  await tidy();
  assert.deepEqual((await readdir(outboxDir)).toSorted(), ['new.eml', 'other.txt']);
});

/** Three issues on each of the two days before a day, of every hour of it. */
async function storeOwnForecasts(series: string, day: string): Promise<void> {
  const hours = Array.from({ length: 24 }, (_, hour) => dayStart(day) + hour * HOUR_MS);
  for (const [i, hoursBefore] of [42, 36, 30, 18, 12, 6].entries()) {
    await appendObservations(
      db,
      { series, source: 'lonja', resolution: 'PT1H', unit: 'MW' },
      {
        start: Float64Array.from(hours),
        value: Float64Array.from(hours, () => i),
        availableAt: new Float64Array(24).fill(dayStart(day) - hoursBefore * HOUR_MS),
      },
    );
  }
}

async function revisionsAt(series: string, day: string): Promise<number[]> {
  const from = dayStart(day);
  const query = { keys: [series], dataOrigin: 'market' as const, from, to: from + HOUR_MS, asOf: Infinity };
  return (await readSeries(db, query)).get(series)?.flatMap(({ value }) => [...value]) ?? [];
}

/** As if no month had been looked at: own forecasts of hours that are gone do not come afterwards. */
async function forgetThinned(): Promise<void> {
  await db.deleteFrom('service_state').where('key', '=', 'thinned_revisions').execute();
}

test('own forecasts of plants keep the last one of each day, those that models learn from keep all', async () => {
  for (const series of ['hydro.model', 'load.model', 'netimport.actual']) {
    await storeOwnForecasts(series, '2025-11-10');
    await storeOwnForecasts(series, '2026-03-10');
  }
  await forgetThinned();
  await tidy();
  const all = [0, 1, 2, 3, 4, 5];
  assert.deepEqual(await revisionsAt('hydro.model', '2025-11-10'), [2, 5]);
  assert.deepEqual(await revisionsAt('hydro.model', '2026-03-10'), all);
  for (const series of ['load.model', 'netimport.actual'])
    assert.deepEqual(await revisionsAt(series, '2025-11-10'), all);
  await tidy({ inputRevisions: 100 });
  assert.deepEqual(await revisionsAt('load.model', '2025-11-10'), [2, 5]);
  assert.deepEqual(
    await revisionsAt('netimport.actual', '2025-11-10'),
    all,
    'what others published is never thinned out',
  );
  await storeOwnForecasts('load.model', '2025-11-10');
  assert.equal(
    (await revisionsAt('load.model', '2025-11-10')).length,
    6,
    'further revisions find their number',
  );
});

test('months go as a whole, unless what is in them was recorded later', async () => {
  const day = addDays(NOW.slice(0, 10), -1200);
  await storeOwnForecasts('netimport.actual', day);
  await tidy({ values: 1100 });
  assert.equal((await revisionsAt('netimport.actual', day)).length, 6, 'it has just been recorded');
  await sql`update observation set recorded_at = available_at where start_at < '2023-01-01'`.execute(db);
  await tidy({ values: 1100 });
  assert.deepEqual(await revisionsAt('netimport.actual', day), []);
  const months = new Set((await listMonthParts(db)).map(({ month }) => month));
  assert.ok(!months.has(day.slice(0, 7)) && months.has('2026-06'));
});
