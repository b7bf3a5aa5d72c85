import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  addDays,
  AUCTION_CALENDAR,
  dayStart,
  formatMadrid,
  AUCTIONS,
  PRODUCTS,
  scheduledRunsBetween,
} from '@lonja/forecasting/market';
import { simulateMarket } from '@lonja/forecasting/simulator';
import { sql } from 'kysely';
import { pino } from 'pino';
import { checkRuns } from '../../src/start/replay/check-runs.ts';
import { reportMarkdown, reportTables } from '../../src/start/replay/format-report.ts';
import { reportReplay } from '../../src/start/replay/replay-report.ts';
import { runReplay } from '../../src/start/replay/run-replay.ts';
import type { Db } from '../../src/ground/database/database.ts';
import { listPoints } from '../../src/forecasts/runs/run-store.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { findReplayState } from '../../src/start/replay/replay-state.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext } from '../test-context.ts';

// The night between the two days has no hour 2.
const [FROM, TO] = ['2026-03-28', '2026-03-29'];
const END = '2026-03-29T22:00:00Z';
const SPAN = { from: FROM, to: TO };
const HISTORY_DAYS = 72;

const databases: TestDatabase[] = [];
let history: Db;
let replayed: Db;

async function freshDatabase(): Promise<Db> {
  const database = await createTestDatabase();
  databases.push(database);
  return database.db;
}

before(async () => {
  history = await freshDatabase();
  const { series } = simulateMarket({ seed: 5, from: addDays(FROM, -HISTORY_DAYS), to: '2026-04-02' });
  for (const { key, unit, resolution, ...rows } of series) {
    await appendObservations(history, { series: key, source: 'simulator', resolution, unit }, rows);
  }
  replayed = await freshDatabase();
  await runReplay(watched(createTestContext(replayed, END)), history, { ...SPAN, speed: Infinity });
});
after(() => Promise.all(databases.map((database) => database.drop())));

const computed = { runs: 0, mostAhead: 0 };

/** Counts forecasts of runs that are computed, and how many there are of them at once that no run has used yet. */
function watched(context: ReturnType<typeof createTestContext>): typeof context {
  let published = 0;
  const note = (purpose: string) => {
    if (purpose === 'forecast') computed.runs++;
    computed.mostAhead = Math.max(computed.mostAhead, computed.runs - published);
  };
  return {
    ...context,
    logger: pino(
      { level: 'info' },
      { write: (line) => void (published += Number(line.includes('forecast published'))) },
    ),
    forecastHorizons: (...given) => {
      note(given[2]);
      return context.forecastHorizons(...given);
    },
    forecastIntraday: (...given) => {
      note(given[2]);
      return context.forecastIntraday(...given);
    },
  };
}

/** Every scheduled run of a database with its points, by product and instant. */
async function runsOf(db: Db) {
  const rows = await db
    .selectFrom('forecast_run')
    .select(['id', 'product', 'scheduled_for', 'issued_at', 'data_as_of', 'model_version_id', 'degraded'])
    .orderBy('scheduled_for')
    .orderBy('product')
    .execute();
  return Promise.all(
    rows.map(async ({ id, ...run }) => ({ ...run, points: await listPoints(db, id, 'PT15M') })),
  );
}

test('every run of the calendar is issued at its instant, from what was known then', async () => {
  const runs = await runsOf(replayed);
  const span = [dayStart(FROM), dayStart(addDays(TO, 1))] as const;
  for (const product of AUCTIONS) {
    const wanted = scheduledRunsBetween(AUCTION_CALENDAR[product], ...span);
    assert.equal(wanted.length, product === 'da' ? 10 : 4);
    const made = runs.filter((run) => run.product === product && run.scheduled_for.getTime() >= span[0]);
    assert.deepEqual(
      made.map((run) => [run.scheduled_for.getTime(), run.issued_at.getTime()]),
      wanted.map(({ scheduledFor }) => [scheduledFor, scheduledFor]),
    );
    assert.ok(made.every((run) => run.data_as_of <= run.issued_at && run.points.length > 0));
  }
});

test('forecasts are computed hours before they are due, each once, and none in vain', async () => {
  // Those of Portugal are made from them.
  const runs = (await runsOf(replayed)).filter(({ product }) => AUCTIONS.some((name) => name === product));
  // A run after the results asks twice: for the day that has cleared, as before, and for those after it.
  const twice = runs.filter(({ scheduled_for: at }) => formatMadrid(at.getTime()).includes('T13:30'));
  assert.equal(computed.runs, runs.length + twice.filter(({ product }) => product === 'da').length);
  assert.ok(computed.mostAhead >= 6, `${computed.mostAhead}`);
});

test('prices arrive when they were published and are announced then, once', async () => {
  const { rows } = await sql<{ type: string; at: Date; product: string }>`
    select type, occurred_at as at, market_product_id as product from event
    where type = 'prices.published' and occurred_at > ${new Date(dayStart(FROM))}
    order by occurred_at`.execute(replayed);
  const announced = (zone: string) =>
    rows
      .filter(({ product }) => product.startsWith(zone))
      .map(({ at, product }) => `${product.slice(zone.length)} ${at.toISOString()}`);
  assert.deepEqual(announced('pt-'), announced('es-'));
  assert.deepEqual(
    announced('').filter((text) => text.startsWith('es-')),
    [
      'es-ida3 2026-03-28T09:30:00.000Z',
      'es-da 2026-03-28T12:00:00.000Z',
      'es-ida1 2026-03-28T14:30:00.000Z',
      'es-ida2 2026-03-28T21:30:00.000Z',
      'es-ida3 2026-03-29T08:30:00.000Z',
      'es-da 2026-03-29T11:00:00.000Z',
      'es-ida1 2026-03-29T13:30:00.000Z',
      'es-ida2 2026-03-29T20:30:00.000Z',
    ],
  );
});

test('own forecasts of the power system are made when they are due, feed the days ahead, and are scored', async () => {
  const { rows } = await sql<{ at: Date }>`
    select distinct available_at as at from observation join feed on feed.id = feed_id
    where series = 'load.model' order by at`.execute(replayed);
  assert.deepEqual(
    rows.slice(-6).map(({ at }) => at.toISOString()),
    [
      '2026-03-28T04:45:00.000Z',
      '2026-03-28T10:25:00.000Z',
      '2026-03-28T19:15:00.000Z',
      '2026-03-29T03:45:00.000Z',
      '2026-03-29T09:25:00.000Z',
      '2026-03-29T18:15:00.000Z',
    ],
  );
  const { fundamentals } = await reportReplay({ db: replayed, clock: { now: () => Date.parse(END) } }, SPAN);
  // The last hour of the day is measured an hour after it.
  const load = fundamentals.filter(({ quantity }) => quantity === 'load');
  assert.deepEqual(
    load.map(({ leadDay, count }) => [leadDay, count]),
    [[1, 22]],
  );
});

test('nothing later than the clock is in the database, and the history is as it was', async () => {
  const latest = await replayed
    .selectFrom('observation')
    .select((eb) => eb.fn.max('available_at').as('at'))
    .executeTakeFirstOrThrow();
  assert.ok(latest.at !== null && latest.at.getTime() <= dayStart(addDays(TO, 1)));
  const runs = await history.selectFrom('forecast_run').select('id').execute();
  assert.equal(runs.length, 0);
});

test('a replay that is cut short goes on where it stopped and comes to the same', async () => {
  const db = await freshDatabase();
  const context = createTestContext(db, END);
  let calls = 0;
  const failing: typeof context.forecastIntraday = (...work) =>
    ++calls > 9 ? Promise.reject(new Error('the machine stops')) : context.forecastIntraday(...work);
  const firstDay = { from: FROM, to: FROM, speed: Infinity };
  await assert.rejects(
    runReplay({ ...context, forecastIntraday: failing }, history, firstDay),
    /the machine stops/,
  );
  const state = await findReplayState(db);
  const end = dayStart(TO);
  assert.ok(state !== undefined && state.reachedAt > dayStart(FROM) && state.reachedAt < end);
  await runReplay(context, history, firstDay);
  const whole = (await runsOf(replayed)).filter((run) => run.scheduled_for.getTime() < end);
  assert.deepEqual(await runsOf(db), whole);
});

suite('the check computes runs again with all later data removed', () => {
  test('and finds the same numbers, leaving the database as it was', async () => {
    const before = await runsOf(replayed);
    const checked = await checkRuns(createTestContext(replayed, END), { ...SPAN, count: 6, seed: 3 });
    assert.equal(checked.length, 6);
    assert.ok(checked.every(({ differing, compared }) => differing === 0 && compared >= 48));
    assert.ok(checked.every(({ removedValues }) => removedValues > 0));
    assert.deepEqual(await runsOf(replayed), before);
  });

  test('and finds a run that knew more than it could', async () => {
    const db = await freshDatabase();
    const context = createTestContext(db, END);
    // A look-ahead: the clock of the forecasts runs a day ahead of the data's.
    const seeing: typeof context.forecastHorizons = (recipe, tasks, ...rest) =>
      context.forecastHorizons(
        recipe,
        tasks.map((task) => ({
          ...task,
          panel: { ...task.panel, price: task.panel.price.map((p) => p + 1) },
        })),
        ...rest,
      );
    await runReplay({ ...context, forecastHorizons: seeing }, history, {
      from: FROM,
      to: FROM,
      speed: Infinity,
    });
    const checked = await checkRuns(context, { from: FROM, to: FROM, count: 100, seed: 1 });
    const dayAhead = checked.filter(({ run }) => run.product === 'da');
    assert.equal(dayAhead.length, 5);
    assert.ok(dayAhead.every(({ differing }) => differing > 0));
  });
});

test('the report counts runs and reasons and gives the accuracy by product, lead day and hour', async () => {
  const clock = { now: () => Date.parse(END) };
  const report = await reportReplay({ db: replayed, clock }, SPAN);
  assert.deepEqual(
    report.runs.map(({ product, scheduled, published, late, missing }) => [
      product,
      scheduled,
      published,
      late,
      missing,
    ]),
    PRODUCTS.map((product) => (product.endsWith('da') ? [product, 10, 10, 0, []] : [product, 4, 4, 0, []])),
  );
  const leads = report.byLeadDay.filter(({ product }) => product === 'da').map(({ group }) => group);
  assert.deepEqual(leads, ['1', '2']);
  const hours = report.byHour.filter(({ product }) => product === 'ida3').map(({ group }) => group);
  assert.deepEqual(hours, ['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23']);
  assert.deepEqual(
    report.byCutoff.map(({ group, scores }) => [group, scores.count]),
    ['06:05', '10:30', '11:40', '12:05'].map((time) => [time, 23 + 24]),
  );
  const text = reportMarkdown(report);
  assert.match(text, /\| da \| 10 \| 10 \| 0 \|/);
  assert.match(text, /- prices\.published: \d+/);
  assert.match(text, /\| solar \| 1 \| 22 \|/);
  const [, ...lines] = String(reportTables(report).get('runs.csv')).trim().split('\n');
  assert.equal(lines.length, 2 * 22);
});
