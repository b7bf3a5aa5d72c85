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
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { findExplanation } from '../../src/forecasts/runs/forecast-contributions.ts';
import { findNewestRun, listPoints } from '../../src/forecasts/runs/forecast-queries.ts';
import { getPaths } from '../../src/forecasts/runs/get-paths.ts';
import { createRunPoints } from '../../src/forecasts/runs/run-points.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { queueDueForecasts } from '../../src/start/scheduler.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext } from '../test-context.ts';

/** The day of 23 hours, and the instant of the runs of the day before it. */
const DAY = '2026-03-29';
const DAY_AHEAD_AT = '2026-03-28T10:45:00Z';

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

async function issueAt(db: TestDatabase['db'], product: Product, now: string) {
  const run = latestScheduledRun(AUCTION_CALENDAR[product], Date.parse(now));
  const issued = await issueRun(createTestContext(db, now), { product, run, dataOrigin: 'simulator' });
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
  for (const [product, at] of [['pt-da', DAY_AHEAD_AT]] as const) {
    test(`${product}: the same periods, and paths that are equal where the border is not congested`, async () => {
      const { db } = database;
      const spain = await issueAt(db, auctionOf(product), at);
      const portugal = await issueAt(db, product, at);
      assert.deepEqual([portugal.firstDay, portugal.lastDay], [spain.firstDay, spain.lastDay]);
      await explainsBoth(db, spain.id, portugal.id);
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
  await queueDueForecasts(createTestContext(db, now), queue, new Map());
  return queued;
}
