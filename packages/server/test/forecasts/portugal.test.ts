import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  addDays,
  AUCTION_CALENDAR,
  auctionOf,
  deliveryDayOf,
  localHourOf,
  latestScheduledRun,
  type Product,
} from '@lonja/forecasting/market';
import { simulateMarket, simulateRenewals } from '@lonja/forecasting/simulator';
import { OperatorError } from '../../src/ground/errors.ts';
import { headlineAccuracies } from '../../src/desk/dashboard/headline-accuracy.ts';
import { backtestZoneRuns } from '../../src/forecasts/issue/backtest-zone-runs.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { findExplanation } from '../../src/forecasts/runs/forecast-contributions.ts';
import { findNewestRun, listPoints } from '../../src/forecasts/runs/run-store.ts';
import { getPaths } from '../../src/forecasts/runs/get-paths.ts';
import { createRunPoints } from '../../src/forecasts/runs/run-points.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { queueDueForecasts } from '../../src/start/scheduler.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext, SMALL_ZONES } from '../test-context.ts';

/** The day of 23 hours, and the instant of the runs of the day before it. */
const DAY = '2026-03-29';
const DAY_AHEAD_AT = '2026-03-28T10:45:00Z';
const IDA1_AT = '2026-03-28T12:45:00Z';
const IDA2_AT = '2026-03-28T19:45:00Z';
const IDA3_AT = '2026-03-29T06:45:00Z';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
  const span = { seed: 7, from: addDays(DAY, -75), to: addDays(DAY, 7) };
  for (const { key, unit, resolution, ...rows } of [
    ...simulateMarket(span).series,
    ...simulateRenewals(span),
  ]) {
    await appendObservations(database.db, { series: key, source: 'simulator', resolution, unit }, rows);
  }
});
after(() => database.drop());

const contextAt = (db: TestDatabase['db'], now: string) => ({
  ...createTestContext(db, now),
  zones: SMALL_ZONES,
});

async function issueAt(db: TestDatabase['db'], product: Product, now: string) {
  const run = latestScheduledRun(AUCTION_CALENDAR[product], Date.parse(now));
  const issued = await issueRun(contextAt(db, now), { product, run, dataOrigin: 'simulator' });
  const asOf = Date.parse(now);
  const stored = await findNewestRun(db, { product, dataOrigin: 'simulator', asOf });
  assert.equal(stored?.id, issued.runId);
  return stored;
}

/** Portugal's points are Spain's explanation and the spread between both. */
async function explainsBoth(db: TestDatabase['db'], spainId: string, portugalId: string) {
  const [spain, portugal] = [
    await findExplanation(db, spainId, DAY),
    await findExplanation(db, portugalId, DAY),
  ];
  assert.ok(spain !== undefined && portugal !== undefined);
  assert.deepEqual(portugal.baseline, spain.baseline);
  assert.deepEqual(portugal.contributions.slice(0, -1), spain.contributions);
  const spread = portugal.contributions.at(-1);
  assert.equal(spread?.group, 'zone_spread');
  const ofDay = async (id: string) =>
    (await listPoints(db, id, 'PT1H')).filter(({ start }) => deliveryDayOf(start) === DAY);
  const [references, own] = [await ofDay(spainId), await ofDay(portugalId)];
  assert.equal(own.length, 23);
  own.forEach(({ start, value }, i) => {
    assert.equal(spread.values[localHourOf(start)], value - references[i].value);
  });
  assert.equal(spread.values[2], 0);
  assert.equal(await findExplanation(db, portugalId, addDays(DAY, 30)), undefined);
}

describe('a run of Portugal is made from that of Spain', () => {
  for (const [product, at] of [
    ['pt-da', DAY_AHEAD_AT],
    ['pt-ida1', IDA1_AT],
    ['pt-ida2', IDA2_AT],
    ['pt-ida3', IDA3_AT],
  ] as const) {
    test(`${product}: the same periods, and paths that are equal where the border is not congested`, async () => {
      const { db } = database;
      const spain = await issueAt(db, auctionOf(product), at);
      const portugal = await issueAt(db, product, at);
      assert.deepEqual([portugal.firstDay, portugal.lastDay], [spain.firstDay, spain.lastDay]);
      assert.deepEqual(portugal.degraded, spain.degraded);
      if (product === 'pt-da') await explainsBoth(db, spain.id, portugal.id);
      const points = createRunPoints(db);
      for (const resolution of ['PT1H', 'PT15M'] as const) {
        const [ofSpain, own] = [
          await listPoints(db, spain.id, resolution),
          await listPoints(db, portugal.id, resolution),
        ];
        assert.deepEqual(
          own.map(({ start }) => start),
          ofSpain.map(({ start }) => start),
        );
        for (const { p10, value, p90 } of own) assert.ok(p10 <= value && value <= p90);
        const wanted = { resolution, count: 400, from: own[0].start, to: own[own.length - 1].start + 1 };
        const [paths, reference] = [
          await getPaths({ points }, portugal, wanted),
          await getPaths({ points }, spain, wanted),
        ];
        const stored = await points.zoneSpreads(portugal.id);
        const spreads = resolution === 'PT1H' ? stored?.hours : stored?.quarters;
        assert.equal(stored?.referenceRunId, spain.id);
        assert.deepEqual(
          spreads?.map(({ start }) => start),
          own.map(({ start }) => start),
        );
        const chance = (spreads ?? []).reduce((sum, { below, above }) => sum + below + above, 0) / own.length;
        const prices = paths.paths.flatMap((path, i) =>
          Array.from(path, (price, j) => [price, reference.paths[i][j]]),
        );
        const split = prices.filter(([price, other]) => price !== other).length / prices.length;
        assert.ok(chance > 0.01 && Math.abs(split - chance) < 0.02, `${split} of ${chance}`);
      }
    });
  }

  test('nothing that came after its instant changes it', async () => {
    const numbers = [];
    for (const moved of [0, 40]) {
      const other = await createTestDatabase();
      try {
        const span = { seed: 7, from: addDays(DAY, -75), to: addDays(DAY, 2) };
        for (const { key, unit, resolution, start, value, availableAt } of simulateMarket(span).series) {
          const changed = value.map((number, i) =>
            availableAt[i] > Date.parse(DAY_AHEAD_AT) ? number + moved : number,
          );
          const feed = { series: key, source: 'simulator', resolution, unit };
          await appendObservations(other.db, feed, { start, value: changed, availableAt });
        }
        await issueAt(other.db, 'da', DAY_AHEAD_AT);
        const { id } = await issueAt(other.db, 'pt-da', DAY_AHEAD_AT);
        numbers.push(await listPoints(other.db, id, 'PT15M'));
      } finally {
        await other.drop();
      }
    }
    assert.deepEqual(numbers[1], numbers[0]);
  });
});

test('without a run of Spain for the days, or without prices of Portugal, there is none', async () => {
  const bare = await createTestDatabase();
  try {
    await assert.rejects(issueAt(bare.db, 'pt-da', DAY_AHEAD_AT), (error) => {
      assert.ok(error instanceof OperatorError);
      assert.match(
        error.message,
        /^There is no run of es-da from 2026-03-29 on that pt-da could be made from/,
      );
      return true;
    });
    const span = { seed: 7, from: addDays(DAY, -80), to: addDays(DAY, 1) };
    for (const { key, unit, resolution, ...rows } of simulateMarket(span).series) {
      if (key.endsWith('.pt')) continue;
      await appendObservations(bare.db, { series: key, source: 'simulator', resolution, unit }, rows);
    }
    await issueAt(bare.db, 'da', DAY_AHEAD_AT);
    await assert.rejects(issueAt(bare.db, 'pt-da', DAY_AHEAD_AT), /There are too few prices of pt-da/);
    await saveDataOrigin(bare.db, 'simulator');
    assert.deepEqual(await queuedAt(bare.db, DAY_AHEAD_AT), ['ida1', 'ida2', 'ida3']);
  } finally {
    await bare.drop();
  }
});

describe('an intraday auction of Portugal', () => {
  test('follows the spread that the auction before has cleared with, on a day of 25 hours, and a correction of it', async () => {
    const day = '2026-10-25';
    const other = await createMarket({ day });
    try {
      const spreadsAt = async (now: string) => {
        const spain = await issueAt(other.db, 'ida1', now);
        const portugal = await issueAt(other.db, 'pt-ida1', now);
        const reference = await listPoints(other.db, spain.id, 'PT15M');
        const own = await listPoints(other.db, portugal.id, 'PT15M');
        assert.equal((await listPoints(other.db, portugal.id, 'PT1H')).length, 25);
        assert.equal(own.length, 100);
        return own.map(({ value }, i) => value - reference[i].value);
      };
      const before = await spreadsAt('2026-10-24T11:45:00Z');
      const { start, value } = seriesOf({ day }, 'price.da.pt');
      const ofDay = (values: Float64Array) => values.filter((_, i) => deliveryDayOf(start[i]) === day);
      await appendObservations(
        other.db,
        { series: 'price.da.pt', source: 'simulator', resolution: 'PT15M', unit: 'EUR/MWh' },
        {
          start: ofDay(start),
          value: ofDay(value).map((price) => price + 60),
          availableAt: ofDay(start).fill(Date.parse('2026-10-24T12:00:00Z')),
        },
      );
      const after = await spreadsAt('2026-10-24T12:45:00Z');
      assert.ok(after.every((spread, i) => spread > before[i] + 20));
    } finally {
      await other.drop();
    }
  });

  test('says which auction before is not known, and which one stands in', async () => {
    const isOfDay = (start: number) => deliveryDayOf(start) === DAY;
    const other = await createMarket({
      keeps: (key, start) => !(isOfDay(start) && ['price.ida1.pt', 'price.ida2.pt'].includes(key)),
    });
    try {
      await issueAt(other.db, 'ida2', IDA2_AT);
      const { degraded } = await issueAt(other.db, 'pt-ida2', IDA2_AT);
      assert.ok(degraded.includes('prices of pt-ida1 are not available yet; pt-da stands in'));
    } finally {
      await other.drop();
    }
    const without = await createMarket({ keeps: (key, start) => !(isOfDay(start) && key === 'price.da.pt') });
    try {
      await issueAt(without.db, 'ida1', IDA1_AT);
      const { degraded } = await issueAt(without.db, 'pt-ida1', IDA1_AT);
      assert.ok(degraded.includes('prices of pt-da are not available yet'));
    } finally {
      await without.drop();
    }
  });

  test('is made of past days from issued runs of Spain, for figures of accuracy alone', async () => {
    const other = await createMarket({});
    try {
      await issueAt(other.db, 'ida1', '2026-03-26T13:45:00Z');
      const context = contextAt(other.db, DAY_AHEAD_AT);
      const asked = { product: 'pt-ida1', dataOrigin: 'simulator' } as const;
      const { signal } = new AbortController();
      assert.equal(await backtestZoneRuns(context, asked, signal), 1);
      assert.equal(await backtestZoneRuns(context, asked, signal), 0);
      const { issued, backtested } = await headlineAccuracies(
        { ...context, dataOrigin: async () => 'simulator' as const },
        { product: 'pt-ida1', to: '2026-03-27', cutoff: 'official' },
      );
      assert.deepEqual([issued, backtested?.count], [undefined, 24]);
    } finally {
      await other.drop();
    }
  });

  test('with few prices is that of Spain and the known spread, and with none of either there is no run', async () => {
    const isOld = (start: number) => deliveryDayOf(start) < addDays(DAY, -5);
    const few = await createMarket({ keeps: (key, start) => key !== 'price.ida1.pt' || !isOld(start) });
    try {
      await assert.rejects(
        issueAt(few.db, 'pt-ida1', IDA1_AT),
        /There is no run of es-ida1 from 2026-03-29 on/,
      );
      const spain = await issueAt(few.db, 'ida1', IDA1_AT);
      const portugal = await issueAt(few.db, 'pt-ida1', IDA1_AT);
      assert.ok(
        portugal.degraded.includes(
          'the price of pt-da stands in for the model: 5 days of prices of both zones are known; the spread between them needs 28.',
        ),
      );
      const prices = ['price.da', 'price.da.pt'].map((key) => {
        const { start, value } = seriesOf({}, key);
        return new Map(Array.from(start, (at, i) => [at, value[i]]));
      });
      const [own, reference] = [
        await listPoints(few.db, portugal.id, 'PT15M'),
        await listPoints(few.db, spain.id, 'PT15M'),
      ];
      own.forEach(({ start, value }, i) => {
        const spread = (prices[1].get(start) ?? Number.NaN) - (prices[0].get(start) ?? Number.NaN);
        assert.ok(Math.abs(value - reference[i].value - spread) < 0.02);
      });
    } finally {
      await few.drop();
    }
    const none = await createMarket({ keeps: (key) => !key.endsWith('.pt') });
    try {
      await issueAt(none.db, 'ida1', IDA1_AT);
      await assert.rejects(issueAt(none.db, 'pt-ida1', IDA1_AT), /There are too few prices of pt-ida1/);
    } finally {
      await none.drop();
    }
  });
});

/** A simulated market around a day, of whose values some are kept. */
async function createMarket({
  day = DAY,
  keeps = () => true,
}: {
  day?: string;
  keeps?: (key: string, start: number) => boolean;
}): Promise<TestDatabase> {
  const other = await createTestDatabase();
  for (const { key, unit, resolution, start, value, availableAt } of seriesAround(day)) {
    const kept = (values: Float64Array) => values.filter((_, i) => keeps(key, start[i]));
    await appendObservations(
      other.db,
      { series: key, source: 'simulator', resolution, unit },
      { start: kept(start), value: kept(value), availableAt: kept(availableAt) },
    );
  }
  return other;
}

function seriesAround(day: string) {
  const span = { seed: 7, from: addDays(day, -75), to: addDays(day, 1) };
  return [...simulateMarket(span).series, ...simulateRenewals(span)];
}

/** What the simulated market around a day has of a series. */
function seriesOf({ day = DAY }: { day?: string }, key: string) {
  const series = seriesAround(day).find((one) => one.key === key);
  assert.ok(series);
  return series;
}

test('the scheduler asks for a run of Portugal once that of Spain is there, and once alone', async () => {
  const other = await createTestDatabase();
  try {
    const span = { seed: 7, from: addDays(DAY, -75), to: addDays(DAY, 1) };
    for (const { key, unit, resolution, ...rows } of simulateMarket(span).series) {
      await appendObservations(other.db, { series: key, source: 'simulator', resolution, unit }, rows);
    }
    await saveDataOrigin(other.db, 'simulator');
    assert.deepEqual(await queuedAt(other.db, DAY_AHEAD_AT), ['da', 'ida1', 'ida2', 'ida3']);
    await issueAt(other.db, 'da', DAY_AHEAD_AT);
    assert.deepEqual(await queuedAt(other.db, DAY_AHEAD_AT), ['ida1', 'ida2', 'ida3', 'pt-da']);
    await issueAt(other.db, 'pt-da', DAY_AHEAD_AT);
    assert.deepEqual(await queuedAt(other.db, DAY_AHEAD_AT), ['ida1', 'ida2', 'ida3']);
  } finally {
    await other.drop();
  }
});

/** The products whose forecasts the scheduler queues at an instant. */
async function queuedAt(db: TestDatabase['db'], now: string): Promise<string[]> {
  const queued: string[] = [];
  const queue = {
    async send(name: string, _key: string, payload: object) {
      if (name === 'issue-forecast' && 'product' in payload) queued.push(String(payload.product));
      return true;
    },
  };
  await queueDueForecasts(contextAt(db, now), queue, new Map());
  return queued;
}
