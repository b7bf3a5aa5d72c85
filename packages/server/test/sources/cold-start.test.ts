import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MINUTE_MS, type Product } from '@lonja/forecasting/market';
import { DAY_AHEAD } from '@lonja/forecasting/issue';
import { jobHandlers } from '../../src/start/job-handlers.ts';
import type { JobName, JobPayloads } from '../../src/ground/jobs/queue.ts';
import { queueDueForecasts } from '../../src/start/scheduler.ts';
import { prepareForecast } from '../../src/forecasts/preparation/first-forecast.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestClock } from '../test-clock.ts';
import { createTestContext, testSources, WHOLE_AUCTION } from '../test-context.ts';
import { createMadeUpMarket } from './stand-in/made-up-market.ts';
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts';
import { LEAR } from '@lonja/forecasting';

/** Before the gate, when the operator's load is out and its wind and sun are not. */
const START = '2026-03-25T09:30:00Z';
/** What is followed without a token, but for REData, whose load of two years comes by a request a day. */
const SOURCES = ['omie' as const, 'energy-charts' as const, 'open-meteo' as const];
const CHAMPION = {
  ...DAY_AHEAD,
  point: { ...LEAR, windows: [28] },
  historyDays: 35,
  calibrationDays: 7,
  olderCalibrationDays: 0,
  laterDays: { ...DAY_AHEAD.laterDays, baselineDays: 14 },
};

const clock = createTestClock(START);
let database: TestDatabase;
let standIn: StandIn;

before(async () => {
  database = await createTestDatabase();
  standIn = await startStandIn({ market: createMadeUpMarket(), now: () => clock.now() });
});
after(async () => {
  await standIn.close();
  await database.drop();
});

test('a first start without any token forecasts all four products', async () => {
  const { db } = database;
  const context = {
    ...createTestContext(db, START, CHAMPION),
    auctions: { champion: WHOLE_AUCTION, challengers: [] },
    clock,
    sources: SOURCES,
    liveSources: testSources(fetch, { urls: standIn.urls, now: () => clock.now() }),
  };
  const handlers = jobHandlers(context);
  const signal = AbortSignal.timeout(300_000);
  const runsOf = (product: Product) =>
    db
      .selectFrom('forecast_run')
      .select(['first_day', 'data_origin', 'degraded'])
      .where('product', '=', product)
      .orderBy('issued_at')
      .execute();
  assert.equal(await prepareForecast(context, () => false), 'market');
  const late = ['wind', 'solar'].map((name) => `${name}.forecast of 2026-03-26 is not available yet`);
  assert.deepEqual(await runsOf('da'), [{ first_day: '2026-03-26', data_origin: 'market', degraded: late }]);

  clock.set(Date.parse(START) + MINUTE_MS);
  await handlers['load-history']({}, signal);
  clock.set(Date.parse(START) + 2 * MINUTE_MS);
  const issuing = {
    async send<Name extends JobName>(name: Name, _key: string, payload: JobPayloads[Name]) {
      if (name === 'issue-forecast') await handlers[name](payload, signal);
      return true;
    },
  };
  await queueDueForecasts(context, issuing, new Map());

  // The load is the operator's; the service's own forecasts of wind and sun rest on measured hours.
  const again = (await runsOf('da')).at(-1);
  assert.deepEqual(
    again?.degraded.slice(0, 2),
    late.map((reason) => `${reason}; the service's own forecast stands in`),
  );
  assert.ok(!again.degraded.some((reason) => reason.includes('load.forecast')), again.degraded.join());
  for (const product of ['ida1', 'ida2', 'ida3'] as const) {
    assert.deepEqual(
      await runsOf(product),
      [
        {
          first_day: '2026-03-25',
          data_origin: 'market',
          degraded: ['the bounds rest on forecasts of the last 27 days; 41 are wanted'],
        },
      ],
      product,
    );
  }
  assert.deepEqual(new Set(standIn.requests.map(({ source }) => source)), new Set(SOURCES));
});
