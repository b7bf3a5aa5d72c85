import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayStart, HOUR_MS } from '@lonja/forecasting/market';
import { AccuracyPage } from '../../src/desk/dashboard/dashboard-accuracy-schemas.ts';
import { saveBacktestedHours } from '../../src/forecasts/runs/backtested-runs.ts';
import { addCalibrationForecasts } from '../../src/forecasts/runs/calibration-forecasts.ts';
import { registerModels } from '../../src/forecasts/runs/model-versions.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-04-02T10:00:00Z');
after(() => api.close());

const RANGE = 'date_from=2026-03-30&date_to=2026-04-01';
let key = '';

/** Prices of a day are level + hour, and so is the first day of a run; each further day of it is 24 higher. Bounds are 10 away. */
before(async () => {
  key = await api.createKey();
  for (const [day, level] of [
    ['2026-03-23', 40],
    ['2026-03-30', 50],
    ['2026-03-31', 50],
    ['2026-04-01', -12],
  ] as const) {
    await storeTestPrices(api.db, { day, level, availableAt: '2026-03-22T11:00:00Z' });
  }
  for (const [issuedAt, firstDay, level, version, withDistributions = false] of [
    ['2026-03-29T09:05:00Z', '2026-03-30', 53, 1],
    ['2026-03-30T09:05:00Z', '2026-03-31', 49, 1, true],
    ['2026-03-31T09:05:00Z', '2026-04-01', 10, 2, true],
  ] as const) {
    await publishTestRun(api.db, { issuedAt, firstDay, level, version, withDistributions });
  }
});

async function pageOf(query: string): Promise<AccuracyPage> {
  const answer = await api.get(`/dashboard/accuracy?${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return AccuracyPage.parse(answer.body);
}

test('every side of the accuracy is one answer in columns', async () => {
  const page = await pageOf(RANGE);
  assert.deepEqual(page.by_day, {
    group: ['2026-03-30', '2026-03-31', '2026-04-01'],
    n_observations: [24, 24, 24],
    mae: [3, 1, 22],
    // The price a week before was 10 lower; of the other two days it is not known.
    skill: [70, null, null],
    bias: [3, -1, 22],
    coverage: [100, 100, 0],
  });
  assert.deepEqual(
    page.by_hour.group,
    Array.from({ length: 24 }, (_, hour) => String(hour)),
  );
  assert.deepEqual(page.by_weekday.group, ['monday', 'tuesday', 'wednesday']);
  assert.deepEqual(
    [page.by_month.group, page.by_month.mae],
    [
      ['2026-03', '2026-04'],
      [2, 22],
    ],
  );
  assert.deepEqual(
    [page.by_lead_day.group, page.by_lead_day.n_observations, page.by_lead_day.mae],
    [
      ['1', '2', '3'],
      [72, 48, 24],
      [8.67, 56, 113],
    ],
  );
  assert.equal(page.overall?.skill, 70);
  assert.deepEqual([page.overall?.mae, page.overall?.coverage, page.overall?.mean_width], [8.67, 66.67, 20]);
  // The price of 12:00 on 1 April is zero.
  assert.equal(page.overall?.mape_n_observations, 71);
  assert.deepEqual([page.cutoff, page.day_counts.counted, page.provisional], ['official', 3, false]);
  assert.deepEqual(page.reliability, { level: [0.1, 0.5, 0.9], observed: [33.33, 66.67, 100] });
  // Two days have distributions, uniform over 25 EUR/MWh: prices lay 1 above the medians of one, 22 below those of the other.
  assert.deepEqual(page.deciles, {
    n_observations: 48,
    level: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
    at_most: [24, 24, 24, 24, 24, 48, 48, 48, 48],
    observed: [50, 50, 50, 50, 50, 100, 100, 100, 100],
  });
});

test('model versions lie on a time line, each with the error of its own forecasts', async () => {
  const { model_versions } = await pageOf(RANGE);
  assert.deepEqual(model_versions, [
    {
      model_version: 'da-2026.03.1',
      active_from: '2026-03-29T09:05:00Z',
      active_to: '2026-03-31T09:05:00Z',
      n_observations: 48,
      mae: 2,
    },
    {
      model_version: 'da-2026.03.2',
      active_from: '2026-03-31T09:05:00Z',
      active_to: null,
      n_observations: 24,
      mae: 22,
    },
  ]);
});

test('where nothing can be scored the columns are empty', async () => {
  const page = await pageOf('date_from=2026-03-01&date_to=2026-03-02&market=intraday-2');
  assert.deepEqual(
    [page.overall, page.by_day.group, page.by_lead_day.mae, page.reliability.level, page.model_versions],
    [null, [], [], [], []],
  );
});

test('a span of over 400 days, a reversed one and a missing bound are refused', async () => {
  for (const query of [
    'date_from=2025-02-25&date_to=2026-04-01',
    'date_from=2026-04-01&date_to=2026-03-31',
    'date_to=2026-03-31',
  ]) {
    assert.deepEqual(errorOf(await api.get(`/dashboard/accuracy?${query}`, key)), [400, 'invalid_request']);
  }
});

test('back-tested figures are asked for, and neither they nor the issued ones hold any of the other', async () => {
  const before = await pageOf(RANGE);
  assert.equal(before.basis, 'issued');
  assert.equal((await pageOf(`${RANGE}&basis=backtested`)).overall, null);
  const firstDay = '2026-03-30';
  const run = { firstDay, scheduledFor: Date.parse('2026-03-29T10:05:00Z') };
  const { champion } = await registerModels(api.db, {
    product: 'da',
    manifests: [{ version: 2 }],
    now: run.scheduledFor,
  });
  const set = { product: 'da', dataOrigin: 'market', modelVersionId: champion.id } as const;
  const nothing = { values: new Float64Array(), members: [], quantiles: undefined };
  await addCalibrationForecasts(api.db, set, [{ ...run, ...nothing }]);
  const points = Array.from({ length: 7 * 24 }, (_, hour) => {
    const value = 50 + hour + 7;
    return { start: dayStart(firstDay) + hour * HOUR_MS, value, p10: value - 9, p90: value + 9 };
  });
  await saveBacktestedHours(api.db, { ...set, ...run, restsOn: 21 }, points);
  const page = await pageOf(`${RANGE}&basis=backtested`);
  assert.equal(page.basis, 'backtested');
  assert.deepEqual([page.by_day.group, page.by_day.mae, page.by_day.coverage], [[firstDay], [7], [100]]);
  // The run covers the day after as well, as seen a day earlier; nothing was made for that day's own auction.
  assert.deepEqual(
    [page.by_lead_day.group, page.by_lead_day.mae],
    [
      ['1', '2', '3'],
      [7, 31, 117],
    ],
  );
  assert.deepEqual(
    page.model_versions.map(({ model_version }) => model_version),
    [champion.id],
  );
  assert.equal(page.deciles.n_observations, 0);
  assert.deepEqual(await pageOf(RANGE), before);
  assert.deepEqual(errorOf(await api.get(`/dashboard/accuracy?${RANGE}&basis=both`, key)), [
    422,
    'validation_error',
  ]);
});
