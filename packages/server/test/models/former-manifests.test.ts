import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, suite, test } from 'node:test';
import { LIBRARY_VERSION } from '@lonja/forecasting';
import { DAY_AHEAD, type AuctionRecipe, type ForecastRecipe, INTRADAY } from '@lonja/forecasting/issue';
import { type Product, AUCTION_CALENDAR, latestScheduledRun } from '@lonja/forecasting/market';
import { ZONE_RECIPE } from '@lonja/forecasting/zones';
import { sql } from 'kysely';
import { loadData } from '../../src/forecasts/preparation/load-data.ts';
import { CHALLENGER } from '../../src/forecasts/issue/day-ahead-model.ts';
import { issueRun } from '../../src/forecasts/issue/issue-run.ts';
import { INTRADAY_CHALLENGER } from '../../src/forecasts/issue/intraday-model.ts';
import { reproduceVersion } from '../../src/forecasts/models/recompute-runs.ts';
import {
  hasSamePast,
  isSameModel,
  isSameVersion,
  manifestOf,
  type ModelManifest,
  recipeOf,
} from '../../src/forecasts/runs/model-manifest.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createTestContext, SMALL_CHAMPION, WHOLE_AUCTION } from '../test-context.ts';

const PROGRAM = { codeVersion: 'test' };
const NAMES = ['champion', 'challenger', 'ida1', 'ida1Challenger'] as const;

async function manifestsIn(file: string): Promise<Record<(typeof NAMES)[number], ModelManifest>> {
  return JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8'));
}

/** The numbers of a forecast that stood in the code until library 0.6.0: manifests of before are read with these, whatever they are now. */
const OF_BEFORE: Omit<ForecastRecipe, 'point'> = {
  kind: 'day-ahead',
  historyDays: 742,
  settledDays: 28,
  calibrationDays: 182,
  olderCalibrationDays: 182,
  awaitedCalibrationDays: 21,
  // Of before 1; it concerns made-up past forecasts alone, so that versions of before go on as they are.
  madeUpRefitDays: 7,
  fewestCalibrationDays: 7,
  issuedFromDays: 91,
  usualInputDays: 28,
  laterDays: { baselineDays: 42, fewestDays: 21, enoughIssued: 56 },
  bounds: {
    scale: { halfLifeDays: 6, nearHours: 2, firstDays: 14, smallestShare: 0.01 },
    fewestDays: 42,
    warmUpDays: 14,
    pitShare: 0.5,
    level: { levelDays: 14, deviationDays: 28, smallestShare: 0.02 },
    expectedError: {
      lately: [
        { nearHours: 2, halfLifeDays: 6 },
        { nearHours: 1, halfLifeDays: 30 },
        { nearHours: 24, halfLifeDays: 3 },
      ],
      nearHours: 2,
      bendHours: 1,
      smallestDistance: 0.1,
      priorDays: 3,
      smallestShare: 0.02,
      furthestBeyond: 2,
    },
    conformalHours: 1,
    regression: { nearHours: 2, smallestDistance: 0.05, bandwidth: 0.1, shrinkage: 0.01 },
    coverage: { dayRate: 0.2, dayMemory: 0.98, slotRate: 0.08, slotMemory: 0.995, largestFactor: 3 },
    reach: { errors: 20, innerRanges: 0.5, outerRanges: 3 },
  },
  limits: { fewestDays: 28, fewestOwnDays: 182, belowLowest: 0.1, aboveHighest: 0.75 },
  recentDays: 59,
  quarterShapeDays: 56,
  quarterDeviation: { halfLifeDays: 10, shrinkageDays: 2 },
  pathDays: 182,
  dependence: { fewestForecasts: 20, assumedCorrelation: 0.9 },
};

const ANALOGUES_OF_BEFORE: AuctionRecipe['spread']['analogues'] = {
  windowDays: 112,
  ageScaleDays: 90,
  slotScaleShare: 0.125,
  weights: { price: 4, dayMean: 2, change: 0.5, spreadBefore: 0.4 },
};
const FEATURES_OF_BEFORE: AuctionRecipe['spread']['features'] = {
  slotWeights: [0.3, 0.07],
  dayWeight: 0.2,
  nilDaysOfSlot: 28,
  nilDays: 14,
  likeHours: { windowDays: 28, priceScale: 5, slotScale: 2, ageScaleDays: 15 },
  usual: { shapeWeight: 0.3, bendWeight: 0.15, kindWeight: 0.2 },
};

/** The same of models, by the kind of the recipe or the name of the part. */
const OF_MODELS_BEFORE: Record<string, object> = {
  lear: { training: { fewestDays: 21, enoughDays: 84 } },
  'boosted-hours': {
    training: { fewestDays: 21, enoughDays: 84 },
    linear: { penaltyDays: 30, folds: 6 },
  },
  select: { settledDays: 28, shareSteps: 10, shareSharpness: 600 },
  process: {
    training: { fewestDays: 21, fewestInputDays: 14, settledDays: 28, fewestSettledDays: 182 },
  },
  covariance: { lateHours: 2.3 },
  residuals: { errorSize: { days: 28, fewestDays: 7 } },
};

/** What was stored of a model, with the numbers of then. */
function wholeOfBefore(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => wholeOfBefore(one));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, wholeOfBefore(part, key)]);
  const kind = 'kind' in value ? String(value.kind) : name === 'probe' ? 'process' : name;
  return { ...OF_MODELS_BEFORE[kind], ...Object.fromEntries(parts) };
}

for (const file of ['manifests-of-1.0.0.json', 'manifests-of-library-0.6.0.json']) {
  test(`${file}: what was stored is read as whole recipes, with the numbers of then`, async () => {
    const manifests = await manifestsIn(file);
    const { champion, challenger, ida1 } = manifests;
    for (const manifest of [champion, challenger]) {
      assert.deepEqual(recipeOf(manifest), {
        ...OF_BEFORE,
        point: wholeOfBefore(manifest['recipe']),
      });
    }
    const auction = recipeOf(ida1);
    assert.ok(auction?.kind === 'intraday-auction');
    const { spread, ...around } = auction;
    assert.deepEqual(spread.analogues, ANALOGUES_OF_BEFORE);
    assert.deepEqual(spread.features, FEATURES_OF_BEFORE);
    const { scale } = OF_BEFORE.bounds;
    assert.deepEqual(around, {
      kind: 'intraday-auction',
      historyDays: 850,
      featureDays: 120,
      calibrationDays: 91,
      awaitedCalibrationDays: 21,
      fitDays: 7,
      fewestCalibrationDays: 7,
      bounds: { scale },
      limits: OF_BEFORE.limits,
      quarterShapeDays: 28,
      pathDays: 182,
      dependence: OF_BEFORE.dependence,
    });
    const recipes = [DAY_AHEAD, CHALLENGER, INTRADAY, INTRADAY_CHALLENGER];
    for (const [i, name] of NAMES.entries()) {
      const now = manifestOf(recipes[i], { ...PROGRAM, library: String(manifests[name]['library']) });
      assert.ok(hasSamePast(manifests[name], now), name);
      // Quarter hours of the day-ahead auction are made in another way since.
      assert.equal(isSameModel(manifests[name], now), recipes[i].kind === 'intraday-auction', name);
    }
  });
}

test('a version of before is the same version, another number makes it another one', async () => {
  const { champion } = await manifestsIn('manifests-of-library-0.6.0.json');
  const whole = (recipe: ForecastRecipe) => manifestOf(recipe, { ...PROGRAM, library: '0.6.0' });
  const same = { ...DAY_AHEAD, quarterDeviation: OF_BEFORE.quarterDeviation };
  assert.ok(isSameVersion(champion, whole(same)));
  assert.ok(!isSameVersion(champion, whole(DAY_AHEAD)));
  const bounds = { ...DAY_AHEAD.bounds, pitShare: 0.4 };
  assert.ok(!isSameVersion(champion, whole({ ...same, bounds })));
  assert.ok(!hasSamePast(champion, whole({ ...DAY_AHEAD, bounds })));
  assert.ok(!isSameVersion(champion, manifestOf(same, { ...PROGRAM, library: '0.7.0' })));
  assert.ok(!hasSamePast(champion, manifestOf(same, { ...PROGRAM, library: '0.7.0' })));
  assert.ok(!isSameVersion({ ...champion, usualDays: 41 }, whole(same)));
});

test('a spread between zones whose recipe did not say everything is the same version', () => {
  const { features, limits, ranks, size } = ZONE_RECIPE;
  const earlier = { carriedShare: 0, rateShare: 0, priorDays: 0.2, priorSplits: 0.16 };
  const recipe = { ...ZONE_RECIPE, size: { ...size, earlierScale: 5 }, earlier };
  const { features: _, limits: __, ranks: ___, earlier: ____, ...said } = recipe;
  const whole = manifestOf(recipe, { ...PROGRAM, library: '0.6.0' });
  const before = { ...whole, recipe: said, recipeHash: 'of before' };
  assert.deepEqual(recipeOf(before), recipe);
  assert.deepEqual([features.memoriesDays, limits, ranks.dayWeight], [[3, 14, 60], OF_BEFORE.limits, 1e-6]);
  assert.ok(isSameVersion(before, whole));
  const reachQuarters = features.reachQuarters + 1;
  const other = { ...recipe, features: { ...features, reachQuarters } };
  assert.ok(!isSameVersion(before, manifestOf(other, { ...PROGRAM, library: '0.6.0' })));
});

suite('on a database with runs of before', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
    await loadData(createTestContext(database.db, '2026-03-31T00:00:00Z'));
  });
  after(() => database.drop());

  const smallOfBefore = { ...SMALL_CHAMPION, quarterDeviation: OF_BEFORE.quarterDeviation };

  async function issueAt(product: Product, now: string, champion = SMALL_CHAMPION) {
    const run = latestScheduledRun(AUCTION_CALENDAR[product], Date.parse(now));
    const context = {
      ...createTestContext(database.db, now, champion),
      auctions: { champion: WHOLE_AUCTION, challengers: [] },
    };
    return issueRun(context, { product, run, dataOrigin: 'simulator' });
  }

  async function learntFrom(): Promise<{ version: string; forecasts: number }[]> {
    const { rows } = await sql<{ version: string; forecasts: number }>`
      select model_version_id as version, count(*)::integer as forecasts
      from calibration_forecast group by 1 order by 1`.execute(database.db);
    return rows;
  }

  /** As the program of before wrote them: the model alone, and settings beside it. */
  async function storeAsBefore(): Promise<void> {
    const point = { kind: 'lear' as const, windows: [56] };
    const { historyDays, calibrationDays, olderCalibrationDays, laterDays } = SMALL_CHAMPION;
    const { analogues: _, features: __, ...options } = WHOLE_AUCTION.spread;
    const spread = { kind: 'intraday-spread' as const, ...options };
    const common = { library: LIBRARY_VERSION, codeVersion: '1.0.0' };
    const manifests: [Product, ModelManifest][] = [
      [
        'da',
        {
          ...common,
          recipe: point,
          recipeHash: 'of before',
          exogenous: ['load.forecast', 'wind.forecast', 'solar.forecast'],
          moves: ['price.ida1', 'gas.price'],
          historyDays,
          bounds:
            'mean of conformal prediction, quantile and isotonic regression by hour and lead day, corrected by past coverage, 0.1 and 0.9',
          calibrationDays,
          olderCalibrationDays,
          usualDays: laterDays.baselineDays,
        },
      ],
      [
        'ida1',
        {
          ...common,
          recipe: spread,
          recipeHash: 'of before',
          reference: 'da',
          bounds: 'split conformal by hour, 0.1 and 0.9',
          calibrationDays: INTRADAY.calibrationDays,
        },
      ],
    ];
    for (const [product, manifest] of manifests) {
      await database.db
        .updateTable('model_version')
        .set({ manifest: JSON.stringify(manifest) })
        .where('product', '=', product)
        .execute();
    }
  }

  test('an auction goes on under its name, the day-ahead forecast in a further version; both learn from what there is', async () => {
    const first = [
      await issueAt('da', '2026-03-27T11:05:00Z', smallOfBefore),
      await issueAt('ida1', '2026-03-27T12:30:00Z'),
    ];
    await storeAsBefore();
    const before = await learntFrom();
    const next = [await issueAt('da', '2026-03-28T11:05:00Z'), await issueAt('ida1', '2026-03-28T12:30:00Z')];
    const versionOf = async ({ runId }: { runId: string }) =>
      database.db
        .selectFrom('forecast_run')
        .select(['model_version_id', 'calibrated_on'])
        .where('id', '=', runId)
        .executeTakeFirstOrThrow();
    const [dayAhead, auction] = await Promise.all(first.map(versionOf));
    const [later, laterAuction] = await Promise.all(next.map(versionOf));
    assert.equal(laterAuction.model_version_id, auction.model_version_id);
    assert.notEqual(later.model_version_id, dayAhead.model_version_id);
    // A run adds what it says itself and nothing is made up again; one of an auction goes on with the next three weeks of what it lacks.
    const [ofDayAhead, ofAuction] = before;
    assert.deepEqual(await learntFrom(), [
      ofDayAhead,
      { version: later.model_version_id, forecasts: ofDayAhead.forecasts + 1 },
      { ...ofAuction, forecasts: ofAuction.forecasts + 1 + 21 },
    ]);
  });

  test('a run is computed again to the last bit by a version that is stored as before', async () => {
    const context = createTestContext(database.db, '2026-03-29T00:00:00Z');
    const { model_version_id: modelVersionId } = await database.db
      .selectFrom('forecast_run')
      .select('model_version_id')
      .where('product', '=', 'da')
      .orderBy('issued_at')
      .executeTakeFirstOrThrow();
    const { foreign, runs } = await reproduceVersion(context, { modelVersionId, day: '2026-03-28' });
    assert.equal(foreign, undefined);
    assert.ok(runs.length > 0);
    for (const { compared, differing } of runs) assert.ok(compared > 500 && differing === 0);
  });
});
