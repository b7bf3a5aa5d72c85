import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { BOOSTED_HOURS } from '@lonja/forecasting';
import type { AuctionRecipe, ForecastRecipe, IssueRecipe } from '@lonja/forecasting/issue';
import {
  addDays,
  AUCTION_CALENDAR,
  deliveryDayOf,
  earlierRunsOf,
  latestScheduledRun,
} from '@lonja/forecasting/market';
import { simulateMarket } from '@lonja/forecasting/simulator';
import { makeUpForecasts } from '../../src/forecasts/issue/calibration.ts';
import { computeRun } from '../../src/forecasts/issue/make-past.ts';
import { currentModels } from '../../src/forecasts/issue/current-models.ts';
import { daysReadBy } from '../../src/forecasts/issue/day-ahead-model.ts';
import { readForecastInputs } from '../../src/forecasts/issue/forecast-inputs.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext, SMALL_AUCTION, SMALL_CHAMPION } from '../test-context.ts';

/** Numbers of a recipe that the library does not read when it issues: they say what is read and made up beforehand. */
const FIRST_DAY = '2025-07-20';
const NOW = '2026-03-26T11:05:00Z';
const AFTER_THE_AUCTION = '2026-03-26T12:30:00Z';
/** A week before: what it has made up is older past of the run. */
const BEFORE = '2026-03-18T11:05:00Z';
/** Published on the 16 days before the run's, and not for it: of 28 days usual, of 42 not. */
const LATE_INPUT = 'load.forecast';
const SEEN = { from: '2026-03-11', to: '2026-03-26' };
const READ = new Set(['price.da', 'price.ida1', 'wind.forecast', 'solar.forecast', LATE_INPUT]);

let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
  const { series } = simulateMarket({ seed: 11, from: FIRST_DAY, to: '2026-03-28' });
  for (const { key, unit, resolution, start, value, availableAt } of series) {
    if (!READ.has(key)) continue;
    const isKept = (_: number, i: number) => {
      const day = deliveryDayOf(start[i]);
      return key !== LATE_INPUT || (day >= SEEN.from && day <= SEEN.to);
    };
    const rows = [start, value, availableAt].map((column) => column.filter(isKept));
    const feed = { series: key, source: 'simulator', resolution, unit };
    await appendObservations(database.db, feed, { start: rows[0], value: rows[1], availableAt: rows[2] });
  }
});
after(() => database.drop());

function contextOf(recipe: IssueRecipe, now: string) {
  const context = createTestContext(database.db, now);
  return recipe.kind === 'day-ahead'
    ? { ...context, champion: recipe }
    : { ...context, auctions: { champion: recipe, challengers: [] } };
}

/** What a run that is due at an instant asks for. */
async function requestAt(recipe: IssueRecipe, now: string) {
  const product = recipe.kind === 'day-ahead' ? 'da' : 'ida1';
  const run = latestScheduledRun(AUCTION_CALENDAR[product], Date.parse(now));
  const context = contextOf(recipe, now);
  const issuedAt = context.clock.now();
  const { champion: version } = await currentModels(context, { product, ...run, now: issuedAt });
  return { context, request: { product, run, version, issuedAt, dataOrigin: 'simulator' as const } } as const;
}

/** What is issued at some instants one after the other, each learning from what was made before. */
async function issuedAt(recipe: IssueRecipe, instants: readonly string[]): Promise<unknown> {
  let issued: unknown;
  for (const now of instants) {
    const { context, request } = await requestAt(recipe, now);
    const { hours, distributions } = await computeRun(context, request);
    issued = { hours, distributions };
  }
  return issued;
}

/** The forecasts of three days that are made up while nobody waits. */
async function madeUp(recipe: ForecastRecipe): Promise<unknown> {
  const { context, request } = await requestAt(recipe, NOW);
  const { product, run, version, dataOrigin, issuedAt: asOf } = request;
  const span = { from: addDays(run.firstDay, -daysReadBy(recipe)), to: run.firstDay };
  const set = { product, dataOrigin, modelVersionId: version.id };
  const made = await makeUpForecasts(context, set, {
    recipe,
    runs: earlierRunsOf(AUCTION_CALENDAR[product], run, 3),
    inputs: await readForecastInputs(database.db, { dataOrigin, ...span, asOf }),
    purpose: 'background',
  });
  return made.map(({ values }) => values);
}

/** Enough history for trees that serve for several days. */
const TREES: ForecastRecipe = {
  ...SMALL_CHAMPION,
  point: { ...BOOSTED_HOURS, windowDays: 60, trees: 3 },
  historyDays: 200,
};

const dayAhead = (recipe: ForecastRecipe) => issuedAt(recipe, [BEFORE, NOW]);
const auction = (recipe: AuctionRecipe) => issuedAt(recipe, [AFTER_THE_AUCTION]);

suite('each number of the day-ahead recipe that the service reads counts', () => {
  let unchanged: unknown;
  const changes = { awaitedCalibrationDays: 8, olderCalibrationDays: 4, usualInputDays: 42 };
  for (const [name, value] of Object.entries(changes)) {
    test(name, async () => {
      unchanged ??= await dayAhead(SMALL_CHAMPION);
      assert.notDeepEqual(await dayAhead({ ...SMALL_CHAMPION, [name]: value }), unchanged);
    });
  }

  test('a number that this run does not read changes nothing', async () => {
    unchanged ??= await dayAhead(SMALL_CHAMPION);
    assert.deepEqual(await dayAhead({ ...SMALL_CHAMPION, madeUpRefitDays: 10 }), unchanged);
  });

  test('settledDays', async () => {
    const recipe = { ...TREES, historyDays: 50 };
    assert.notDeepEqual(await madeUp({ ...recipe, settledDays: 3 }), await madeUp(recipe));
  });

  test('madeUpRefitDays', async () => {
    assert.notDeepEqual(await madeUp({ ...TREES, madeUpRefitDays: 10 }), await madeUp(TREES));
  });
});

suite('each number of the recipe of auctions that the service reads counts', () => {
  let unchanged: unknown;
  const changes = { featureDays: 17, awaitedCalibrationDays: 5, fitDays: 3 };
  for (const [name, value] of Object.entries(changes)) {
    test(name, async () => {
      unchanged ??= await auction(SMALL_AUCTION);
      assert.notDeepEqual(await auction({ ...SMALL_AUCTION, [name]: value }), unchanged);
    });
  }

  test('a number that this run does not read changes nothing', async () => {
    unchanged ??= await auction(SMALL_AUCTION);
    assert.deepEqual(await auction({ ...SMALL_AUCTION, fewestCalibrationDays: 6 }), unchanged);
  });
});
