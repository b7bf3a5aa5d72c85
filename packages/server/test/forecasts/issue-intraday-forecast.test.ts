import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  AUCTION_CALENDAR,
  addDays,
  coveredPeriods,
  latestScheduledRun,
  type Product,
} from '@lonja/forecasting/market';
import { simulateMarket, simulateRenewals } from '@lonja/forecasting/simulator';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext, WHOLE_AUCTION } from '../test-context.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { findNewestRun, listPoints } from '../../src/forecasts/runs/run-store.ts';
import { recordImportedDays } from '../../src/market/imports/store-series.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { completeIntradayCalibration } from '../../src/forecasts/issue/complete-calibration.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';

const DAY = '2026-03-29';
const HISTORY_DAYS = 60;
const SEED = 11;

/** All that is published of the simulated market up to a day. */
function publishedUntil(to: string) {
  const span = { seed: SEED, from: addDays(DAY, -HISTORY_DAYS), to };
  return [...simulateMarket(span).series, ...simulateRenewals(span)];
}

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  const series = publishedUntil('2026-04-02');
  for (const { key, unit, resolution, ...rows } of series) {
    await appendObservations(database.db, { series: key, source: 'simulator', resolution, unit }, rows);
  }
});
after(() => database.drop());

/** Issues the run of a product that is due at an instant, as the service would then. */
async function issueAt(product: Product, now: string) {
  const run = latestScheduledRun(AUCTION_CALENDAR[product], Date.parse(now));
  const context = {
    ...createTestContext(database.db, now),
    auctions: { champion: WHOLE_AUCTION, challengers: [] },
  };
  const issued = await issueRun(context, { product, run, dataOrigin: 'simulator' });
  const stored = await findNewestRun(database.db, {
    product,
    dataOrigin: 'simulator',
    asOf: context.clock.now(),
  });
  assert.equal(stored?.id, issued.runId);
  const points = (resolution: 'PT1H' | 'PT15M') => listPoints(database.db, issued.runId, resolution);
  return { context, issued, run, stored, hours: await points('PT1H'), quarters: await points('PT15M') };
}

/** Without what a first run says of the past that it did not wait for. */
function besidesFewDays(degraded: readonly string[]): string[] {
  return degraded.filter((reason) => !reason.startsWith('the bounds rest on forecasts of the last'));
}

describe('each auction is forecast for the hours that it covers, in hours and quarters', () => {
  for (const [product, now, day] of [
    ['ida1', '2026-03-28T12:30:00Z', DAY],
    ['ida2', '2026-03-28T20:30:00Z', DAY],
    ['ida3', '2026-03-29T07:30:00Z', DAY],
  ] as const) {
    test(`${product} on the day of 23 hours`, async () => {
      const { issued, stored, hours, quarters } = await issueAt(product, now);
      assert.deepEqual([issued.isNew, stored.firstDay, stored.lastDay], [true, day, day]);
      const starts = (resolution: 'PT1H' | 'PT15M') =>
        coveredPeriods(AUCTION_CALENDAR[product], day, resolution).map(({ start }) => start);
      assert.deepEqual(
        hours.map(({ start }) => start),
        starts('PT1H'),
      );
      assert.deepEqual(
        quarters.map(({ start }) => start),
        starts('PT15M'),
      );
      for (const { p10, value, p90 } of [...hours, ...quarters]) assert.ok(p10 <= value && value <= p90);
      assert.ok(stored.dataAsOf <= Date.parse(now));
      assert.deepEqual(besidesFewDays(issued.degraded), []);
    });
  }
});

test('the past that a first run does not wait for is made after it, once, and the next run rests on it', async () => {
  const { issued, context, run } = await issueAt('ida1', '2026-03-26T14:00:00Z');
  assert.match(issued.degraded.join(), /^the bounds rest on forecasts of the last \d+ days; \d+ are wanted$/);
  const request = { product: 'ida1' as const, run, dataOrigin: 'simulator' as const };
  const [, known, wanted] = /last (\d+) days; (\d+)/.exec(issued.degraded.join()) ?? [];
  assert.equal(await completeIntradayCalibration(context, request), Number(wanted) - Number(known));
  assert.equal(await completeIntradayCalibration(context, request), 0);
  const next = await issueAt('ida1', '2026-03-27T14:00:00Z');
  assert.deepEqual(next.issued.degraded, []);
});

test('asked again for the same schedule nothing is issued', async () => {
  const first = await issueAt('ida1', '2026-03-27T13:30:00Z');
  const second = await issueAt('ida1', '2026-03-27T13:35:00Z');
  assert.deepEqual([second.issued.runId, second.issued.isNew], [first.issued.runId, false]);
});

test('what is published after a run does not change it, bounds and all', async () => {
  const now = '2026-03-30T12:30:00Z';
  const issueWith = async (addLater: number) => {
    const other = await createTestDatabase();
    try {
      for (const { key, unit, resolution, start, value, availableAt } of publishedUntil('2026-04-02')) {
        const changed = value.map((number, i) =>
          availableAt[i] > Date.parse(now) ? number + addLater : number,
        );
        const rows = { start, value: changed, availableAt };
        await appendObservations(other.db, { series: key, source: 'simulator', resolution, unit }, rows);
      }
      const run = latestScheduledRun(AUCTION_CALENDAR.ida1, Date.parse(now));
      const context = createTestContext(other.db, now);
      const { runId } = await issueRun(context, { product: 'ida1', run, dataOrigin: 'simulator' });
      return await listPoints(other.db, runId, 'PT15M');
    } finally {
      await other.drop();
    }
  };
  assert.deepEqual(await issueWith(50), await issueWith(0));
});

describe('what is missing degrades a run and does not cancel it', () => {
  /** The simulated market less what `keep` refuses. */
  async function databaseWithout(
    keep: (key: string, start: number) => boolean,
    source = 'simulator',
  ): Promise<TestDatabase> {
    const bare = await createTestDatabase();
    for (const { key, unit, resolution, start, value, availableAt } of publishedUntil(DAY)) {
      const kept = [...start.keys()].filter((i) => keep(key, start[i]));
      const pick = (column: Float64Array) => Float64Array.from(kept, (i) => column[i]);
      await appendObservations(
        bare.db,
        { series: key, source, resolution, unit },
        { start: pick(start), value: pick(value), availableAt: pick(availableAt) },
      );
    }
    return bare;
  }

  const DAY_START = Date.parse('2026-03-28T23:00:00Z');
  const NOW = '2026-03-28T20:30:00Z';
  const cases: {
    title: string;
    product: Product;
    keep: (key: string, start: number) => boolean;
    reason: RegExp;
  }[] = [
    {
      title: 'the auction before',
      product: 'ida2',
      keep: (key, start) => key !== 'price.ida1' || start < DAY_START,
      reason: /prices of ida1 are not available yet; da stands in/,
    },
    {
      title: 'what the auction itself cleared at in the last days',
      product: 'ida2',
      keep: (key, start) => key !== 'price.ida2' || start < DAY_START - 3 * 86_400_000,
      reason: /prices of ida2 after 2026-03-25 are not available yet/,
    },
    {
      title: 'the forecast of the wind',
      product: 'ida2',
      keep: (key, start) => !key.startsWith('wind.forecast') || start < DAY_START,
      reason: /wind\.forecast of 2026-03-29 is not available yet$/,
    },
    {
      title: 'the renewal of the forecast of the wind',
      product: 'ida2',
      keep: (key, start) => key !== 'wind.forecast.intraday' || start < DAY_START,
      reason: /^wind\.forecast of 2026-03-29 has not been renewed since the auction before$/,
    },
    {
      title: 'gas of the last days',
      product: 'ida2',
      keep: (key, start) => key !== 'gas.price' || start < DAY_START - 10 * 86_400_000,
      reason: /gas\.price after 2026-03-18 is not available yet$/,
    },
    {
      title: 'all but a few days of the auction’s past',
      product: 'ida2',
      keep: (key, start) => key !== 'price.ida2' || start > DAY_START - 8 * 86_400_000,
      reason: /the price of ida1 stands in for the model/,
    },
  ];
  for (const { title, product, keep, reason } of cases) {
    test(title, async () => {
      const bare = await databaseWithout(keep);
      try {
        const run = latestScheduledRun(AUCTION_CALENDAR[product], Date.parse(NOW));
        const context = createTestContext(bare.db, NOW);
        const issued = await issueRun(context, { product, run, dataOrigin: 'simulator' });
        assert.match(besidesFewDays(issued.degraded).join('; '), reason);
        const points = await listPoints(bare.db, issued.runId, 'PT1H');
        assert.equal(points.length, 23);
      } finally {
        await bare.drop();
      }
    });
  }

  test('auctions that were published without prices are distinguished from those that are not there yet', async () => {
    const lacks = (key: string, start: number) =>
      (key === 'price.ida1' && start >= DAY_START) ||
      (key === 'price.ida2' && start >= DAY_START - 86_400_000);
    const bare = await databaseWithout((key, start) => !lacks(key, start), 'omie');
    try {
      for (const [name, day, expectedAt] of [
        ['price.ida1', DAY, '2026-03-28T14:30:00Z'],
        ['price.ida2', addDays(DAY, -1), '2026-03-27T21:30:00Z'],
      ] as const) {
        const line = {
          source: 'omie',
          name,
          day,
          expectedAt: Date.parse(expectedAt),
          nextAttemptAt: undefined,
        };
        await recordImportedDays(bare.db, [{ ...line, state: 'no_result' }], Date.parse(NOW));
      }
      const run = latestScheduledRun(AUCTION_CALENDAR.ida2, Date.parse(NOW));
      const context = createTestContext(bare.db, NOW);
      const { degraded } = await issueRun(context, { product: 'ida2', run, dataOrigin: 'market' });
      assert.deepEqual(
        degraded.filter((reason) => /ida[12] of|prices of/.test(reason)),
        [
          'ida1 of 2026-03-29 was published without prices; da stands in',
          'ida2 of 2026-03-28 was published without prices',
        ],
      );
    } finally {
      await bare.drop();
    }
  });

  test('every auction of the day: the day-ahead forecast stands in', async () => {
    const bare = await databaseWithout((key, start) => !key.startsWith('price.') || start < DAY_START);
    try {
      await publishTestRun(bare.db, {
        dataOrigin: 'simulator',
        issuedAt: '2026-03-28T11:05:00Z',
        firstDay: DAY,
        withQuarters: true,
      });
      const run = latestScheduledRun(AUCTION_CALENDAR.ida3, Date.parse('2026-03-29T07:30:00Z'));
      const context = createTestContext(bare.db, '2026-03-29T07:30:00Z');
      const issued = await issueRun(context, { product: 'ida3', run, dataOrigin: 'simulator' });
      assert.match(issued.degraded[0], /no auction of 2026-03-29 is known yet/);
      assert.equal((await listPoints(bare.db, issued.runId, 'PT1H')).length, 12);
      assert.equal((await listPoints(bare.db, issued.runId, 'PT15M')).length, 48);
    } finally {
      await bare.drop();
    }
  });
});
