import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { Accuracy, ModelPerformance } from '../../src/forecasts/accuracy/record.ts';
import { recordImportedDays } from '../../src/market/imports/store-series.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-04-02T10:00:00Z');
after(() => api.close());

let key = '';

/**
 * Prices of a day are level + hour; a run's hours too, so a run at `level` is off by the difference of the levels alone on
 * its first day, and by 24 more on each further day.
 */
before(async () => {
  key = await api.createKey();
  const prices = (day: string, level: number, availableAt: string, rest: object = {}) =>
    storeTestPrices(api.db, { day, level, availableAt, ...rest });
  await prices('2026-03-30', 50, '2026-03-29T11:00:00Z');
  await prices('2026-03-31', 50, '2026-03-30T11:00:00Z');
  await prices('2026-04-01', -12, '2026-03-31T11:12:00Z');
  const run = (issuedAt: string, firstDay: string, level: number, rest: object = {}) =>
    publishTestRun(api.db, { issuedAt, firstDay, level, ...rest });
  await run('2026-03-29T04:05:00Z', '2026-03-30', 90);
  await run('2026-03-29T10:05:00Z', '2026-03-30', 53);
  await run('2026-03-29T10:06:00Z', '2026-03-30', 1000, { dataOrigin: 'simulator' });
  await run('2026-03-29T11:00:00Z', '2026-03-30', 50);
  await run('2026-03-30T10:05:00Z', '2026-03-31', 49, { version: 2 });
  await run('2026-03-31T10:05:00Z', '2026-04-01', 40, { version: 2 });
  await run('2026-03-31T11:11:59Z', '2026-04-01', -8, { version: 2 });
});

async function readAccuracy(query: string): Promise<Accuracy> {
  const answer = await api.get(`/metrics/accuracy?${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return Accuracy.parse(answer.body);
}

suite('accuracy', () => {
  test('the run that counts is the last one issued before the results were public', async () => {
    const { hourly_breakdown = [], ...rest } = await readAccuracy('date_from=2026-03-30&date_to=2026-04-01');
    // Errors 3, -1 and 4 in every hour. One price of 2026-04-01 is 0 and is left out of the percentage.
    const absolute = [3, 1, 4];
    const squares = [9, 1, 16];
    const percents = [50, 50, -12].flatMap((level, day) =>
      Array.from({ length: 24 }, (_, hour) => (100 * absolute[day]) / Math.abs(level + hour)).filter(
        Number.isFinite,
      ),
    );
    assert.deepEqual(rest, {
      market: 'day-ahead',
      date_from: '2026-03-30',
      date_to: '2026-04-01',
      model_version: 'da-2026.03.2',
      n_observations: 72,
      mae: 2.67,
      rmse: Math.round(Math.sqrt((squares[0] + squares[1] + squares[2]) / 3) * 100) / 100,
      mape: Math.round((percents.reduce((sum, one) => sum + one, 0) / percents.length) * 100) / 100,
      mape_n_observations: 71,
      cutoff: 'official',
      day_counts: { asked: 3, settled: 3, counted: 3, without_forecast: 0 },
      provisional: false,
      simulated: false,
    });
    assert.equal(percents.length, 71);
    assert.deepEqual(
      hourly_breakdown.map((entry) => entry.hour),
      Array.from({ length: 24 }, (_, hour) => hour),
    );
    assert.ok(hourly_breakdown.every((entry) => entry.mae === 2.67 && entry.n_observations === 3));
    assert.deepEqual(
      hourly_breakdown
        .filter((entry) => entry.mape_n_observations < 3)
        .map((entry) => [entry.hour, entry.mape_n_observations]),
      [[12, 2]],
    );
  });

  test('with hour the figures are of that hour and there is no breakdown', async () => {
    const accuracy = await readAccuracy('date_from=2026-03-30&date_to=2026-03-31&hour=10');
    assert.deepEqual(
      [accuracy.n_observations, accuracy.mae, accuracy.mape, accuracy.mape_n_observations],
      [2, 2, 3.33, 2],
    );
    assert.equal('hourly_breakdown' in accuracy, false);
  });

  test('model_version counts the hours of that version alone', async () => {
    const accuracy = await readAccuracy('date_from=2026-03-30&date_to=2026-04-01&model_version=da-2026.03.1');
    assert.deepEqual(
      [accuracy.model_version, accuracy.n_observations, accuracy.mae],
      ['da-2026.03.1', 24, 3],
    );
  });

  test('a percentage of prices near zero alone is null', async () => {
    const accuracy = await readAccuracy(
      'date_from=2026-03-31&date_to=2026-04-01&hour=12&model_version=da-2026.03.2',
    );
    assert.deepEqual([accuracy.n_observations, accuracy.mape, accuracy.mape_n_observations], [2, 1.61, 1]);
    await storeTestPrices(api.db, {
      day: '2026-03-31',
      level: -12,
      product: 'ida2',
      availableAt: '2026-03-30T20:30:00Z',
    });
    await publishTestRun(api.db, {
      product: 'ida2',
      issuedAt: '2026-03-30T19:30:00Z',
      firstDay: '2026-03-31',
      days: 1,
      level: 0,
    });
    const zero = await readAccuracy('market=intraday-2&date_from=2026-03-30&date_to=2026-03-31&hour=12');
    assert.deepEqual([zero.n_observations, zero.mae, zero.mape, zero.mape_n_observations], [1, 12, null, 0]);
  });

  test('an intraday run counts when it was issued before its gate, and for the hours that it covers', async () => {
    await storeTestPrices(api.db, {
      day: '2026-04-01',
      product: 'ida3',
      availableAt: '2026-04-01T08:30:00Z',
    });
    const run = { product: 'ida3' as const, firstDay: '2026-04-01', days: 1 };
    await publishTestRun(api.db, { ...run, issuedAt: '2026-04-01T07:59:00Z', level: 2, fromHour: 12 });
    await publishTestRun(api.db, { ...run, issuedAt: '2026-04-01T08:00:00Z', level: 0, fromHour: 12 });
    const { n_observations, mae, hourly_breakdown } = await readAccuracy(
      'market=intraday-3&date_from=2026-03-31&date_to=2026-04-01',
    );
    assert.deepEqual([n_observations, mae], [12, 2]);
    assert.deepEqual(
      hourly_breakdown?.map((entry) => entry.hour),
      [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
    );
  });

  test('both hours 2 of the day of 25 hours count', async () => {
    await storeTestPrices(api.db, { day: '2025-10-26', level: 50, availableAt: '2025-10-25T11:00:00Z' });
    await publishTestRun(api.db, {
      issuedAt: '2025-10-25T10:05:00Z',
      firstDay: '2025-10-26',
      level: 51,
      version: 2,
    });
    const accuracy = await readAccuracy('date_from=2025-10-25&date_to=2025-10-26');
    assert.equal(accuracy.n_observations, 25);
    assert.equal(accuracy.hourly_breakdown?.find((entry) => entry.hour === 2)?.n_observations, 2);
  });

  test('404 no_actuals_available where no price has settled and where no forecast was made in time', async () => {
    for (const query of [
      'date_from=2026-04-02&date_to=2026-04-03',
      'date_from=1980-01-01&date_to=1980-01-02',
      'market=intraday-1&date_from=2026-03-30&date_to=2026-03-31',
      'date_from=2026-03-30&date_to=2026-03-31&model_version=none',
    ]) {
      const answer = await api.get(`/metrics/accuracy?${query}`, key);
      assert.deepEqual(errorOf(answer), [404, 'no_actuals_available'], query);
    }
  });

  test('runs of days whose auction was published without prices are not scored, and nothing else of theirs is awaited', async () => {
    const days = ['2025-04-29', '2025-04-30'];
    for (const [i, day] of days.entries()) {
      const expectedAt = Date.parse(`2025-04-${28 + i}T13:30:00Z`);
      const line = { source: 'omie', name: 'price.ida1', day, expectedAt, nextAttemptAt: undefined };
      await recordImportedDays(api.db, [{ ...line, state: 'no_result' }], expectedAt);
      const run = { product: 'ida1' as const, firstDay: day, days: 1 };
      await publishTestRun(api.db, { ...run, issuedAt: `2025-04-${28 + i}T12:30:00Z` });
    }
    const ask = (from: string, to: string) =>
      api.get(`/metrics/accuracy?market=intraday-1&date_from=${from}&date_to=${to}`, key);
    const empty = await ask(days[0], days[1]);
    assert.deepEqual(errorOf(empty), [404, 'no_actuals_available']);
    assert.match(
      empty.text,
      /The auctions of es-ida1 from 2025-04-29 to 2025-04-30 were published without prices/,
    );
    const awaited = await ask('2025-04-28', days[1]);
    assert.match(awaited.text, /No settled prices of es-ida1 .* are available yet/);
    await storeTestPrices(api.db, {
      day: '2025-04-28',
      product: 'ida1',
      availableAt: '2025-04-27T13:30:00Z',
    });
    await publishTestRun(api.db, {
      product: 'ida1',
      issuedAt: '2025-04-27T12:30:00Z',
      firstDay: '2025-04-28',
      days: 1,
    });
    const scored = await readAccuracy(`market=intraday-1&date_from=2025-04-28&date_to=${days[1]}`);
    assert.equal(scored.n_observations, 24);
  });

  test('CSV has one row an hour', async () => {
    const answer = await api.get('/metrics/accuracy?date_from=2026-03-30&date_to=2026-04-01&format=csv', key);
    const lines = answer.text.split('\r\n');
    assert.equal(lines.length, 26);
    assert.equal(
      lines[0],
      'market,hour (Europe/Madrid),n_observations,mae (EUR/MWh),rmse (EUR/MWh),mape (%),simulated,cutoff,mape_n_observations',
    );
    assert.match(lines[1], /^day-ahead,0,3,2\.67,2\.94,[\d.]+,false,official,3$/);
  });
});

test('versions come oldest first, each measured on its own days', async () => {
  const answer = await api.get('/metrics/model-performance?date_from=2026-03-01&date_to=2026-04-30', key);
  const { versions, ...rest } = ModelPerformance.parse(answer.body);
  assert.deepEqual(rest, {
    market: 'day-ahead',
    date_from: '2026-03-01',
    date_to: '2026-04-30',
    cutoff: 'official',
    day_counts: { asked: 61, settled: 3, counted: 3, without_forecast: 0 },
    provisional: false,
    simulated: false,
  });
  assert.deepEqual(
    versions.map((version) => [
      version.model_version,
      version.active_from,
      version.active_to,
      version.n_observations,
      version.mae,
      version.rmse,
      version.mape_n_observations,
    ]),
    [
      ['da-2026.03.1', '2026-03-29T04:05:00Z', '2026-03-30T10:05:00Z', 24, 3, 3, 24],
      ['da-2026.03.2', '2026-03-30T10:05:00Z', null, 48, 2.5, 2.92, 47],
    ],
  );
  const none = await api.get('/metrics/model-performance?date_from=2020-01-01&date_to=2024-01-01', key);
  assert.deepEqual(ModelPerformance.parse(none.body).versions, []);
});

test('400 invalid_parameters for what the interface lists', async () => {
  const ranges = [
    '',
    'date_from=2026-03-01',
    'date_to=2026-03-01',
    'date_from=2026-3-1&date_to=2026-03-02',
    'date_from=2026-02-30&date_to=2026-03-02',
    'date_from=2026-03-02&date_to=2026-03-01',
    'date_from=2026-03-02&date_to=2026-03-02',
    'date_from=2026-03-01&date_to=2026-03-02&market=hourly',
  ];
  for (const route of ['accuracy', 'model-performance']) {
    for (const query of ranges) {
      const answer = await api.get(`/metrics/${route}?${query}`, key);
      assert.deepEqual(errorOf(answer), [400, 'invalid_parameters'], `${route} ${query}`);
    }
  }
  const window = (to: string) => `date_from=2026-01-01&date_to=${to}`;
  assert.equal((await api.get(`/metrics/accuracy?${window('2026-04-01')}`, key)).status, 200);
  const tooLong = await api.get(`/metrics/accuracy?${window('2026-04-02')}`, key);
  assert.deepEqual(errorOf(tooLong), [400, 'invalid_parameters']);
  assert.equal((await api.get(`/metrics/model-performance?${window('2026-12-31')}`, key)).status, 200);
});

test('422 for an hour that is none', async () => {
  for (const hour of ['24', '-1', 'x', '1.5']) {
    const answer = await api.get(
      `/metrics/accuracy?date_from=2026-03-30&date_to=2026-03-31&hour=${hour}`,
      key,
    );
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], hour);
  }
});
