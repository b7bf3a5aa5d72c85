import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { priceKey } from '@lonja/forecasting/intraday';
import { AUCTION_CALENDAR, DAY_MS, HOUR_MS, latestScheduledRun, PRODUCTS } from '@lonja/forecasting/market';
import { queueIssuedPast } from '../../src/start/scheduler.ts';
import { checkRuns } from '../../src/start/replay/check-runs.ts';
import { headlineAccuracies } from '../../src/desk/dashboard/headline-accuracy.ts';
import { loadData } from '../../src/forecasts/preparation/load-data.ts';
import { backtestRuns } from '../../src/forecasts/issue/backtest-runs.ts';
import { backtestZoneRuns } from '../../src/forecasts/issue/backtest-zone-runs.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { isPastDue, issuePast } from '../../src/forecasts/issue/issue-past.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { getPreparation } from '../../src/forecasts/preparation/get-preparation.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { findPreparationStates, savePreparationState } from '../../src/forecasts/runs/preparation-state.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { createTestContext } from '../test-context.ts';

/** After the day-ahead run of noon. */
const NOW = '2026-03-27T11:10:00Z';
const DAYS = 2;
/** Of the day-ahead market, before that of noon. */
const PAST_RUNS = 9;

let database: TestDatabase;
const context = () => createTestContext(database.db, NOW);
const signal = new AbortController().signal;
const due = () => isPastDue(database.db, { days: DAYS, now: Date.parse(NOW) });
const readContext = () => ({ ...context(), dataOrigin: async () => 'simulator' as const });
const record = () =>
  headlineAccuracies(readContext(), { product: 'da', to: '2026-03-27', cutoff: 'official' });

function runs() {
  return database.db
    .selectFrom('forecast_run')
    .select(['id', 'product', 'scheduled_for', 'issued_at', 'published_at', 'data_as_of'])
    .orderBy('scheduled_for')
    .execute();
}

const countEvents = async () =>
  (await database.db.selectFrom('event').select('id').execute()).length +
  (await database.db.selectFrom('alert_run').select('run_id').execute()).length;

before(async () => {
  database = await createTestDatabase();
  await loadData(context());
  const run = latestScheduledRun(AUCTION_CALENDAR.da, Date.parse(NOW));
  await issueRun(context(), { product: 'da', run, dataOrigin: 'simulator' });
});
after(() => database.drop());

test('what calibration made up of past days has figures of its own, which no issued run is among', async () => {
  const request = { product: 'da', dataOrigin: 'simulator' } as const;
  const made = await backtestRuns(context(), request, signal);
  assert.equal(made, 10 - 7, 'those with a week of made-up runs before them');
  assert.equal(await backtestRuns(context(), request, signal), 0);
  const { issued, backtested } = await record();
  assert.equal(issued, undefined);
  assert.ok(backtested !== undefined);
  assert.deepEqual([backtested.days.counted, backtested.count], [3, 3 * 24]);
  assert.ok(backtested.maeEurPerMwh > 0 && backtested.coveragePercent > 0);
});

test("of Portugal it is made from Spain's and from what was known of both at its instant", async () => {
  const { db } = database;
  const request = { product: 'pt-da', dataOrigin: 'simulator' } as const;
  const stored = () =>
    db
      .selectFrom('calibration_forecast')
      .select(['product', 'scheduled_for', 'first_day', 'backtested_hours', 'backtested_on'])
      .where('product', 'in', ['da', 'pt-da'])
      .where('backtested_on', 'is not', null)
      .orderBy('scheduled_for')
      .execute();
  assert.equal(await backtestZoneRuns(context(), request, signal), 3);
  assert.equal(await backtestZoneRuns(context(), request, signal), 0);
  const rows = await stored();
  const [spain, portugal] = ['da', 'pt-da'].map((product) => rows.filter((row) => row.product === product));
  const plain = (made: typeof rows) =>
    made.map(({ first_day, scheduled_for, backtested_on }) => [first_day, scheduled_for, backtested_on]);
  assert.deepEqual(plain(portugal), plain(spain));
  portugal.forEach(({ backtested_hours: hours }, i) => {
    assert.equal(hours?.length, spain[i].backtested_hours?.length);
    assert.notDeepEqual(hours, spain[i].backtested_hours);
    const count = (hours ?? []).length / 3;
    for (let k = 0; k < count; k++) {
      const [value, p10, p90] = [0, 1, 2].map((part) => hours?.[k + part * count] ?? Number.NaN);
      assert.ok(p10 <= value && value <= p90);
    }
  });
  const accuracy = await headlineAccuracies(readContext(), {
    product: 'pt-da',
    to: '2026-03-27',
    cutoff: 'official',
  });
  assert.deepEqual([accuracy.issued, accuracy.backtested?.count], [undefined, 3 * 24]);

  // A correction that came after the instants of the runs changes none of them.
  const [oldest] = portugal;
  await appendObservations(
    db,
    { series: priceKey('pt-da'), source: 'simulator', resolution: 'PT1H', unit: 'EUR/MWh' },
    {
      start: Float64Array.from(
        { length: 24 },
        (_, hour) => Date.parse('2026-03-20T00:00:00Z') + hour * HOUR_MS,
      ),
      value: new Float64Array(24).fill(999),
      availableAt: new Float64Array(24).fill(Date.parse(NOW)),
    },
  );
  assert.ok(oldest.scheduled_for.getTime() < Date.parse(NOW));
  await db.deleteFrom('calibration_forecast').where('product', '=', 'pt-da').execute();
  assert.equal(await backtestZoneRuns(context(), request, signal), 3);
  assert.deepEqual(await stored(), rows);
});

test('the past is made once each product has a run, and only on the simulator', async () => {
  assert.equal(await due(), false);
  for (const product of PRODUCTS.filter((one) => one !== 'da'))
    await publishTestRun(database.db, {
      product,
      dataOrigin: 'simulator',
      issuedAt: NOW,
      firstDay: '2026-03-28',
      days: 1,
    });
  const sent: string[] = [];
  const queue = { send: async (name: string) => sent.push(name) > 0 };
  const scheduler = { db: database.db, clock: context().clock, simulatedPastDays: DAYS };
  await saveDataOrigin(database.db, 'market');
  await queueIssuedPast(scheduler, queue);
  assert.deepEqual(sent, []);
  await saveDataOrigin(database.db, 'simulator');
  await queueIssuedPast({ ...scheduler, simulatedPastDays: 0 }, queue);
  assert.deepEqual(sent, []);
  await queueIssuedPast(scheduler, queue);
  assert.deepEqual(sent, ['issue-past']);
  const { issued_past: planned } = await findPreparationStates(database.db);
  assert.deepEqual(Object.keys(planned?.until ?? {}), [...PRODUCTS]);
  // Runs of one product are enough here.
  const until = { da: planned?.until['da'] ?? 0 };
  const from = Date.parse(NOW) - DAYS * DAY_MS;
  await savePreparationState(database.db, 'issued_past', { from, until, done: 0, total: PAST_RUNS });
});

test('cut short it goes on where it was, and every schedule of the days before has its run, announced to nobody', async () => {
  const events = await countEvents();
  const whole = context();
  const stopping = new AbortController();
  let forecasts = 0;
  const cut: typeof whole.forecastHorizons = (...given) => {
    if (++forecasts === 2) stopping.abort();
    return whole.forecastHorizons(...given);
  };
  await assert.rejects(issuePast({ ...whole, forecastHorizons: cut }, stopping.signal), /abort/);
  const begun = (await runs()).length - PRODUCTS.length;
  assert.ok(begun > 0 && begun < PAST_RUNS);
  assert.equal(await due(), true);
  assert.equal(await issuePast(whole, signal), PAST_RUNS - begun);
  assert.equal(await issuePast(whole, signal), 0);
  assert.equal(await due(), false);
  assert.equal(await countEvents(), events);
  const made = (await runs()).filter(({ issued_at }) => issued_at.getTime() !== Date.parse(NOW));
  assert.equal(made.length, PAST_RUNS);
  for (const run of made) {
    assert.deepEqual(run.issued_at, run.scheduled_for);
    assert.deepEqual(run.published_at, run.scheduled_for);
    assert.ok(run.data_as_of <= run.issued_at && run.issued_at.getTime() >= Date.parse(NOW) - DAYS * DAY_MS);
  }
  assert.equal((await record()).issued?.days.counted, 1);
});

test('no run of the past holds anything that was not known at its time', async () => {
  const checked = await checkRuns(context(), {
    from: '2026-03-25',
    to: '2026-03-26',
    count: PAST_RUNS,
    seed: 3,
  });
  assert.ok(checked.length >= 2);
  for (const { run, differing, compared, removedValues } of checked) {
    assert.ok(compared > 0 && removedValues > 0);
    assert.equal(differing, 0, `${run.scheduledFor} ${compared}`);
  }
});

test('an installation that has run for longer has none made up', async () => {
  await database.db.deleteFrom('service_state').where('key', '=', 'issued_past').execute();
  assert.equal(await due(), false);
});

test('a first start tells its steps, the time to the first forecast, and nothing once all is made or a day has passed', async () => {
  const states = async (now: string) =>
    (await getPreparation({ ...readContext(), clock: { now: () => Date.parse(now) } }))?.steps.map(
      ({ step, state }) => `${step} ${state}`,
    );
  assert.equal(await states(NOW), undefined);
  const first = { startedAt: Date.parse(NOW), spentMs: 0, at: Date.parse(NOW) };
  const past = { from: 0, until: {}, done: 3, total: 16 };
  await savePreparationState(database.db, 'first_forecast', { ...first, step: 'data', done: 0, total: 0 });
  assert.equal(await states(NOW), undefined, 'every product has its run');
  await savePreparationState(database.db, 'issued_past', past);
  assert.deepEqual((await states(NOW))?.slice(-2), ['auctions done', 'issued_past running']);
  assert.equal(await states(new Date(Date.parse(NOW) + DAY_MS + 1).toISOString()), undefined);
  await database.db.deleteFrom('forecast_run').execute();
  await savePreparationState(database.db, 'first_forecast', {
    ...first,
    step: 'calibration',
    done: 7,
    total: 21,
    spentMs: 20_000,
  });
  const preparation = await getPreparation(readContext());
  assert.deepEqual(
    preparation?.steps.map(({ step, state, done, total }) => [step, state, done, total]),
    [
      ['database', 'done', 1, 1],
      ['data', 'done', 0, 0],
      ['calibration', 'running', 7, 21],
      ['forecast', 'waiting', 0, 0],
      ['auctions', 'waiting', 0, 3],
      ['issued_past', 'running', 3, 16],
    ],
  );
  assert.equal(preparation?.firstForecastInMs, 40_000 + 5000);
});
