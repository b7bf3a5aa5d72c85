import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  AccuracyStatistics,
  CalibrationStatistics,
  PriceStatistics,
} from '../../src/forecasts/statistics/schemas.ts';
import { publishTestRun, storeTestPower, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-04-02T10:00:00Z');
after(() => api.close());

const RANGE = 'date_from=2026-03-30&date_to=2026-04-01';
let key = '';

/** Prices of a day are level + hour, and so is the first day of a run; each further day of it is 24 higher. Bounds are 10 away. */
before(async () => {
  key = await api.createKey();
  const days: [string, number][] = [
    ['2026-03-23', 40],
    ['2026-03-24', 48],
    ['2026-03-30', 50],
    ['2026-03-31', 50],
    ['2026-04-01', -12],
  ];
  for (const [day, level] of days) {
    await storeTestPrices(api.db, { day, level, availableAt: '2026-03-22T11:00:00Z' });
  }
  const run = (issuedAt: string, firstDay: string, level: number, withDistributions = false) =>
    publishTestRun(api.db, { issuedAt, firstDay, level, withDistributions });
  await run('2026-03-29T09:05:00Z', '2026-03-30', 53);
  await run('2026-03-30T09:05:00Z', '2026-03-31', 49, true);
  await run('2026-03-31T09:05:00Z', '2026-04-01', 10);
});

suite('accuracy', () => {
  async function read(query: string) {
    const answer = await api.get(`/statistics/accuracy?${query}`, key);
    assert.equal(answer.status, 200, answer.text);
    return AccuracyStatistics.parse(answer.body);
  }

  test('one group holds every figure of the range', async () => {
    const { items, ...rest } = await read(RANGE);
    assert.deepEqual(rest, {
      market: 'day-ahead',
      date_from: '2026-03-30',
      date_to: '2026-04-01',
      group_by: null,
      total: 1,
      page: 1,
      page_size: 50,
      cutoff: 'official',
      basis: 'issued',
      day_counts: { asked: 3, settled: 3, counted: 3, without_forecast: 0 },
      provisional: false,
      drift: { until: '2026-04-01', level: null, errors: null },
      simulated: false,
    });
    // Errors 3, -1, 22; the naive of the first two days is 10 and 2 too low, that of the third is not known.
    const [{ mape, ...group }] = items;
    assert.ok(mape !== null && mape > 0);
    assert.deepEqual(group, {
      group: 'all',
      n_observations: 72,
      mae: 8.67,
      rmse: 12.83,
      mape_n_observations: 71,
      rmae: 0.333,
      bias: 8,
      // By day at 0.1: price - p10 is 7, 11, -12; at 0.9: p90 - price is 13, 9, 32.
      pinball_loss: { p10: 4.2, p50: 4.33, p90: 1.8 },
      coverage: 66.67,
      mean_width: 20,
    });
  });

  test('groups come in their natural order and pages divide them', async () => {
    const byHour = await read(`${RANGE}&group_by=hour&page_size=5&page=2`);
    assert.deepEqual(
      byHour.items.map((item) => item.group),
      ['5', '6', '7', '8', '9'],
    );
    assert.deepEqual([byHour.total, byHour.page, byHour.page_size], [24, 2, 5]);
    assert.deepEqual(
      (await read(`${RANGE}&group_by=weekday`)).items.map((item) => [item.group, item.mae]),
      [
        ['monday', 3],
        ['tuesday', 1],
        ['wednesday', 22],
      ],
    );
    assert.deepEqual(
      (await read(`${RANGE}&group_by=month`)).items.map((item) => [item.group, item.n_observations]),
      [
        ['2026-03', 48],
        ['2026-04', 24],
      ],
    );
    assert.deepEqual(
      (await read(`${RANGE}&group_by=week`)).items.map((item) => [item.group, item.n_observations]),
      [['2026-W14', 72]],
    );
    assert.deepEqual(
      (await read(`${RANGE}&group_by=model_version`)).items.map((item) => item.group),
      ['da-2026.03.1'],
    );
  });

  test('lead days measure each run on the days further ahead', async () => {
    const { items } = await read(`${RANGE}&group_by=lead_day`);
    assert.deepEqual(
      items.map((item) => [item.group, item.n_observations, item.mae]),
      [
        ['1', 72, 8.67],
        // The run for 03-30 says 77 of 03-31, which cleared at 50, and the run for 03-31 73 of 04-01, which cleared at -12.
        ['2', 48, 56],
        ['3', 24, 113],
      ],
    );
  });

  test('CSV names the run and the price of every hour', async () => {
    const answer = await api.get(`/statistics/accuracy?${RANGE}&group_by=lead_day&format=csv`, key);
    const lines = answer.text.split('\r\n');
    assert.equal(lines.length, 1 + 72 + 48 + 24 + 1);
    assert.match(
      lines[1],
      /^2026-03-30,0,2026-03-30T00:00:00\+02:00,2026-03-29T22:00:00Z,50,53,43,63,40,1,[\da-f-]{36},2026-03-29T09:05:00Z,da-2026\.03\.1,false,official$/,
    );
  });

  test('a range without scores is an empty list', async () => {
    assert.deepEqual((await read('date_from=2020-01-01&date_to=2020-01-01')).items, []);
  });
});

test('calibration says how often prices lay below each quantile', async () => {
  const answer = await api.get(`/statistics/calibration?${RANGE}`, key);
  const [group] = CalibrationStatistics.parse(answer.body).items;
  assert.deepEqual(group, {
    group: 'all',
    n_observations: 72,
    coverage: 66.67,
    mean_width: 20,
    // Two days within; the third price lies 12 below the bound: (20 + 20 + 20 + 10 * 12) / 3.
    winkler_score: 60,
    levels: [
      { level: 0.1, observed: 33.33 },
      { level: 0.5, observed: 66.67 },
      { level: 0.9, observed: 100 },
    ],
    histogram: [
      { from: 0, to: 0.1, expected: 10, observed: 33.33 },
      { from: 0.1, to: 0.5, expected: 40, observed: 33.33 },
      { from: 0.5, to: 0.9, expected: 40, observed: 33.33 },
      { from: 0.9, to: 1, expected: 10, observed: 0 },
    ],
    // One run has a distribution, uniform over 25 EUR/MWh: prices lay 1 above its median.
    deciles: {
      n_observations: 24,
      levels: Array.from({ length: 9 }, (_, k) => ({ level: (k + 1) / 10, observed: k < 5 ? 0 : 100 })),
    },
  });
});

test('deciles of every lead day come from the days of the run that are scored', async () => {
  const answer = await api.get(`/statistics/calibration?${RANGE}&group_by=lead_day`, key);
  const { items } = CalibrationStatistics.parse(answer.body);
  // The run of the second day also forecasts the third, 24 higher: far above its prices.
  assert.deepEqual(
    items.map(({ group, deciles }) => [group, deciles.n_observations, deciles.levels[0]?.observed]),
    [
      ['1', 24, 0],
      ['2', 24, 100],
      ['3', 0, undefined],
    ],
  );
});

suite('prices', () => {
  async function read(query: string) {
    const answer = await api.get(`/statistics/prices?${query}`, key);
    assert.equal(answer.status, 200, answer.text);
    return PriceStatistics.parse(answer.body);
  }

  before(async () => {
    const power = { day: '2026-04-01', availableAt: '2026-04-01T00:00:00Z' };
    await storeTestPower(api.db, { ...power, series: 'solar.forecast', megawatts: () => 1000 });
    await storeTestPower(api.db, {
      ...power,
      series: 'solar.actual',
      megawatts: (hour) => (hour === 12 ? 3000 : hour === 13 ? 1000 : 0),
    });
    await storeTestPower(api.db, { ...power, series: 'wind.forecast', megawatts: () => 500 });
  });

  test('a day has mean, extremes, base, peak, spread and capture prices', async () => {
    const { items } = await read('date_from=2026-04-01&date_to=2026-04-01');
    assert.deepEqual(items, [
      {
        group: '2026-04-01',
        date_from: '2026-04-01',
        date_to: '2026-04-01',
        n_hours: 24,
        mean: -0.5,
        min: -12,
        max: 11,
        negative_hours: 12,
        base: -0.5,
        peak: 1.5,
        daily_spread: 23,
        capture_price_solar: 0.25,
        capture_price_wind: -0.5,
      },
    ]);
  });

  test('weeks, months and years join their days; generation that is not known gives no capture price', async () => {
    const groups = async (period: string) =>
      (await read(`date_from=2026-03-23&date_to=2026-04-01&group_by=${period}`)).items.map((item) => [
        item.group,
        item.n_hours,
        item.capture_price_wind,
      ]);
    assert.deepEqual(await groups('week'), [
      ['2026-W13', 48, null],
      ['2026-W14', 72, -0.5],
    ]);
    assert.deepEqual(await groups('month'), [
      ['2026-03', 96, null],
      ['2026-04', 24, -0.5],
    ]);
    assert.deepEqual(await groups('year'), [['2026', 120, -0.5]]);
    const weekend = await storeTestPrices(api.db, {
      day: '2026-03-28',
      level: 5,
      availableAt: '2026-03-27T11:00:00Z',
    }).then(() => read('date_from=2026-03-28&date_to=2026-03-28'));
    assert.equal(weekend.items[0].peak, null);
  });

  test('CSV has the hours behind the figures', async () => {
    const answer = await api.get(
      '/statistics/prices?date_from=2026-04-01&date_to=2026-04-01&format=csv',
      key,
    );
    const lines = answer.text.split('\r\n');
    assert.equal(
      lines[13],
      '2026-04-01,12,2026-04-01T12:00:00+02:00,2026-04-01T10:00:00Z,0,500,3000,false,0,0,0',
    );
    assert.equal(lines.length, 26);
  });
});

test('faults of the range are 400 invalid_request, others 422', async () => {
  const cases: [string, [number, string]][] = [
    ['date_from=2026-03-30', [400, 'invalid_request']],
    ['date_from=2026-03-32&date_to=2026-04-01', [400, 'invalid_request']],
    ['date_from=2026-03-30&date_to=2026-03-29', [400, 'invalid_request']],
    ['date_from=2010-01-01&date_to=2026-03-29', [400, 'invalid_request']],
    [`${RANGE}&group_by=colour`, [422, 'validation_error']],
    [`${RANGE}&page_size=201`, [422, 'validation_error']],
    [`${RANGE}&market=dax`, [422, 'validation_error']],
  ];
  for (const route of ['accuracy', 'calibration', 'prices']) {
    for (const [query, code] of cases) {
      assert.deepEqual(
        errorOf(await api.get(`/statistics/${route}?${query}`, key)),
        code,
        `${route} ${query}`,
      );
    }
  }
});
