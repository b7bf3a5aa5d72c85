import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { latestScheduledRun, AUCTION_CALENDAR } from '@lonja/forecasting/market';
import { sql } from 'kysely';
import { loadData } from '../../src/forecasts/preparation/load-data.ts';
import { completeCalibration } from '../../src/forecasts/issue/complete-calibration.ts';
import type { ForecastContext } from '../../src/forecasts/issue/forecast-context.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { reproduceVersion } from '../../src/forecasts/models/recompute-runs.ts';
import { runShadows } from '../../src/forecasts/models/shadow-runs.ts';
import { listModelVersions } from '../../src/forecasts/runs/model-versions.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext, dayAheadRunAt, SMALL_AUCTION, SMALL_CHAMPION } from '../test-context.ts';
import { LEAR } from '@lonja/forecasting';

const NOON = '2026-03-28T11:05:00Z';
const DAY = '2026-03-29';
const DA = { product: 'da' as const, dataOrigin: 'simulator' as const };
const CHALLENGER = { ...SMALL_CHAMPION, point: { ...LEAR, windows: [28] } };

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  await loadData(createTestContext(database.db, '2026-03-31T00:00:00Z'));
});
after(() => database.drop());

function contextAt(now: string): ForecastContext {
  const context = createTestContext(database.db, now);
  const small = { ...SMALL_AUCTION, spread: { ...SMALL_AUCTION.spread, trees: 20, seeds: [2] } };
  return {
    ...context,
    challengers: [CHALLENGER],
    auctions: { ...context.auctions, challengers: [small] },
  };
}

test('a challenger forecasts the run that was published, once, and it is not served', async () => {
  const { runId } = await issueRun(contextAt(NOON), { ...DA, run: dayAheadRunAt(NOON) });
  // Later than the run: the shadow must see what the run saw.
  assert.equal(await runShadows(contextAt('2026-03-28T12:30:00Z'), DA), 1);
  assert.equal(await runShadows(contextAt('2026-03-28T12:30:00Z'), DA), 0);
  const shadows = await database.db.selectFrom('shadow_run').selectAll().execute();
  assert.deepEqual(
    shadows.map(({ run_id, model_version_id, hourly_values }) => [
      run_id,
      model_version_id,
      hourly_values.length,
    ]),
    [[runId, 'da-2026.03.2', 167]],
  );
  const runs = await database.db.selectFrom('forecast_run').select('model_version_id').execute();
  assert.deepEqual(runs, [{ model_version_id: 'da-2026.03.1' }]);
  await assert.rejects(
    database.db.transaction().execute(async (tx) => {
      await sql`set local role lonja_tenant`.execute(tx);
      await tx.selectFrom('shadow_run').selectAll().execute();
    }),
    /permission denied/,
  );
});

test('an intraday auction has challengers too', async () => {
  const now = '2026-03-28T12:30:00Z';
  const ida1 = { product: 'ida1' as const, dataOrigin: 'simulator' as const };
  const run = latestScheduledRun(AUCTION_CALENDAR.ida1, Date.parse(now));
  await issueRun(contextAt(now), { ...ida1, run });
  assert.equal(await runShadows(contextAt(now), ida1), 1);
});

test('the calibration is completed for challengers as well, and every version has its errors on past days', async () => {
  await completeCalibration(contextAt('2026-03-28T11:10:00Z'), { ...DA, run: dayAheadRunAt(NOON) });
  const { versions } = await listModelVersions(database.db, { product: 'da', offset: 0, limit: 9 });
  assert.equal(versions.length, 2);
  for (const { backtest, training } of versions) {
    assert.ok(backtest !== null && backtest.days >= 10, JSON.stringify(backtest));
    assert.ok(backtest.mae_eur_per_mwh > 0 && backtest.mae_eur_per_mwh < backtest.naive_mae_eur_per_mwh * 2);
    assert.deepEqual([training?.from, training?.to], ['2026-01-15', '2026-03-28']);
  }
});

test('from the manifest the same numbers come again, to the last bit, whatever has been published since', async () => {
  const later = contextAt('2026-03-30T12:00:00Z');
  for (const modelVersionId of ['da-2026.03.1', 'da-2026.03.2', 'ida1-2026.03.1', 'ida1-2026.03.2']) {
    const { runs } = await reproduceVersion(later, { modelVersionId, day: DAY });
    assert.equal(runs.length, 1, modelVersionId);
    assert.ok(runs[0].compared >= 46, modelVersionId);
    assert.equal(runs[0].differing, 0, modelVersionId);
    assert.equal(runs[0].isShadow, modelVersionId.endsWith('.2'));
  }
});

test('a number that differs in its last bit is reported', async () => {
  await sql`
    update forecast_point set value = value + 1e-13
    where (run_id, resolution, start_at) in (
      select run_id, resolution, start_at from forecast_point order by run_id, resolution, start_at limit 1
    )`.execute(database.db);
  const reproductions = await Promise.all(
    ['da-2026.03.1', 'ida1-2026.03.1'].map((modelVersionId) =>
      reproduceVersion(contextAt('2026-03-30T12:00:00Z'), { modelVersionId, day: DAY }),
    ),
  );
  const differing = reproductions.flatMap(({ runs }) => runs.map((run) => run.differing));
  assert.deepEqual(
    differing.toSorted((a, b) => a - b),
    [0, 1],
  );
});

test('a version or a day that made no run is refused', async () => {
  const context = contextAt(NOON);
  await assert.rejects(
    reproduceVersion(context, { modelVersionId: 'da-2020.01.1', day: DAY }),
    /no model version/,
  );
  await assert.rejects(
    reproduceVersion(context, { modelVersionId: 'da-2026.03.1', day: '2026-01-01' }),
    /made no run/,
  );
});

test('when the champion cannot run, a challenger takes over at once and the run is published', async () => {
  const now = '2026-03-29T10:05:00Z';
  const context = contextAt(now);
  let failures = 0;
  const failing: ForecastContext['forecastHorizons'] = (recipe, ...rest) => {
    if (recipe.kind === 'lear' && recipe.windows[0] === 28) return context.forecastHorizons(recipe, ...rest);
    failures++;
    return Promise.reject(new Error('the matrix is singular'));
  };
  const issued = await issueRun(
    { ...context, forecastHorizons: failing },
    { ...DA, run: dayAheadRunAt(now) },
  );
  assert.deepEqual([issued.isNew, failures], [true, 2]);
  const run = await database.db
    .selectFrom('forecast_run')
    .select('model_version_id')
    .where('id', '=', issued.runId)
    .executeTakeFirstOrThrow();
  assert.equal(run.model_version_id, 'da-2026.03.2');
  const { versions } = await listModelVersions(database.db, { product: 'da', offset: 0, limit: 9 });
  const champion = versions.find(({ state }) => state === 'champion');
  assert.equal(champion?.id, 'da-2026.03.2');
  assert.match(String(champion?.reason), /da-2026\.03\.1 could not run: the matrix is singular/);
});

test('a database that fails replaces no model', async () => {
  const now = '2026-03-30T10:05:00Z';
  const context = contextAt(now);
  const other = await createTestDatabase();
  await other.drop();
  await assert.rejects(issueRun({ ...context, db: other.db }, { ...DA, run: dayAheadRunAt(now) }));
  const { versions } = await listModelVersions(database.db, { product: 'da', offset: 0, limit: 9 });
  assert.equal(versions.find(({ state }) => state === 'champion')?.id, 'da-2026.03.2');
});
