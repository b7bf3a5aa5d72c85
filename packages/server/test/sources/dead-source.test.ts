import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayRange, dayStart, deliveryPeriods, instantFor } from '@lonja/forecasting/market';
import { quarterValues } from '@lonja/forecasting/data';
import { simulateMarket } from '@lonja/forecasting/simulator';
import { findProduct, parseOmieFileName } from '../../src/market/connectors/omie/revisions.ts';
import { jobHandlers } from '../../src/start/job-handlers.ts';
import { createLife } from '../../src/start/replay/life.ts';
import { backfill } from '../../src/market/ingest/backfill.ts';
import { getSourceStatus } from '../../src/market/sources/get-source-status.ts';
import { listPoints } from '../../src/forecasts/runs/run-store.ts';
import { findPublications } from '../../src/market/publications/publications.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { omieText } from '../omie-text.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestContext, SMALL_CHAMPION, testSources } from '../test-context.ts';
import { type ReplayServer, startReplayServer } from './replay-server.ts';

const HISTORY = { from: '2025-12-20', to: '2026-03-09' };
const [HEALTHY_DAY, BACK_DAY] = ['2026-03-09', '2026-03-13'];
const DEAD_DAYS = dayRange('2026-03-10', '2026-03-12');

let database: TestDatabase;
let server: ReplayServer;

/** OMIE's day-ahead files of the simulated market; the intraday auctions are not published. */
function omieOfSimulator(): (url: URL) => string | undefined {
  const span = { from: HISTORY.from, to: addDays(BACK_DAY, 2) };
  const { series } = simulateMarket({ seed: 3, ...span });
  const window = { from: dayStart(span.from), to: dayStart(addDays(span.to, 1)), asOf: Infinity };
  const prices = quarterValues(
    series.filter(({ key }) => key === 'price.da'),
    window,
  );
  return (url) => {
    const file = parseOmieFileName(url.searchParams.get('filename') ?? '');
    if (file === undefined || findProduct(file) !== 'da' || file.revision > 1) return undefined;
    const values = deliveryPeriods(file.day, 'PT15M').map(({ start }) => prices.get(start) ?? 0);
    return omieText(file.day, values, { header: 'MARGINALPDBC;' });
  };
}

before(async () => {
  database = await createTestDatabase();
  server = await startReplayServer(omieOfSimulator());
});
after(async () => {
  await server.close();
  await database.drop();
});

test('while a source is dead for three days runs go on, marked and with wider bounds; when it is back the gaps fill by themselves', async () => {
  const { db } = database;
  const clock = createTestClock(`${HEALTHY_DAY}T00:00:00Z`);
  const context = {
    ...createTestContext(db, HEALTHY_DAY, { ...SMALL_CHAMPION, calibrationDays: 30 }),
    clock,
    sources: ['omie' as const],
    liveSources: testSources(fetch, { urls: { omie: server.url }, now: () => clock.now() }),
  };
  const history = { source: 'omie', publication: 'price.da', acceptsLevelShift: true, ...HISTORY };
  const [loaded] = await backfill(context, history);
  assert.equal(loaded.complete, dayRange(HISTORY.from, HISTORY.to).length);

  const life = createLife(context);
  const follow = () => jobHandlers(context)['follow-sources']({}, AbortSignal.timeout(60_000));
  /** The hours of a day around the auction as the service lives through them; gives its noon run. */
  const liveThrough = async (day: string) => {
    for (const time of ['12:05', '13:01', '14:30', '20:00']) {
      clock.set(instantFor(day, { dayOffset: 0, time }));
      await follow();
      await life.act();
    }
    const run = await db
      .selectFrom('forecast_run')
      .select(['id', 'degraded'])
      .where('product', '=', 'da')
      .where('first_day', '=', addDays(day, 1))
      .executeTakeFirstOrThrow();
    const hours = await listPoints(db, run.id, 'PT1H');
    const width = hours.slice(0, 24).reduce((sum, { p10, p90 }) => sum + (p90 - p10) / 24, 0);
    return { degraded: run.degraded.join('; '), hours: hours.length, width };
  };

  const healthy = await liveThrough(HEALTHY_DAY);
  assert.doesNotMatch(healthy.degraded, /prices from/);

  server.misbehave([{ kind: 'status', status: 500 }], { forever: true });
  const dead: Awaited<ReturnType<typeof liveThrough>>[] = [];
  for (const day of DEAD_DAYS) dead.push(await liveThrough(day));
  // The prices of the first dead day were there the day before.
  assert.doesNotMatch(dead[0].degraded, /prices from/);
  assert.match(dead[1].degraded, /prices from 2026-03-11 on are not available yet/);
  assert.match(dead[2].degraded, /prices from 2026-03-11 on are not available yet/);
  assert.ok(dead.every(({ hours }) => hours === 168));
  assert.ok(
    dead[1].width > healthy.width && dead[2].width > healthy.width,
    `${healthy.width} ${dead.map(({ width }) => width).join(' ')}`,
  );
  const failing = await getSourceStatus(db, clock.now());
  assert.equal(failing.sources[0].state, 'failing');
  assert.ok(failing.incidents.some(({ day }) => day === '2026-03-11'));

  server.misbehave([]);
  const back = await liveThrough(BACK_DAY);
  assert.doesNotMatch(back.degraded, /prices from/);
  const span = { from: HISTORY.from, to: addDays(BACK_DAY, 1) };
  const lines = await findPublications(db, { source: 'omie', name: 'price.da', ...span });
  assert.deepEqual(
    dayRange(span.from, span.to).filter((day) => lines.get(day)?.state !== 'complete'),
    [],
  );
  const healed = await getSourceStatus(db, clock.now());
  assert.deepEqual(
    healed.incidents.filter(({ publication }) => publication === 'price.da'),
    [],
  );
});
