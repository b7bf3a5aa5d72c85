import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DayAheadForecast, IntradayForecast } from '../../src/forecasts/runs/forecasts-record.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T12:00:00Z');
after(() => api.close());

let key = '';

before(async () => {
  key = await api.createKey();
  for (const firstDay of ['2025-03-30', '2025-10-26']) {
    await publishTestRun(api.db, { issuedAt: `${firstDay.slice(0, 7)}-29T23:30:00Z`, firstDay, days: 1 });
  }
});

async function readDayAhead(query: string): Promise<DayAheadForecast> {
  const answer = await api.get(`/forecasts/day-ahead?${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return DayAheadForecast.parse(answer.body);
}

test('only a run issued at or after noon in Madrid of the day before is served', async () => {
  const path = '/forecasts/day-ahead?date=2026-03-31';
  await publishTestRun(api.db, { issuedAt: '2026-03-30T09:59:59Z', firstDay: '2026-03-31', level: 1 });
  assert.deepEqual(errorOf(await api.get(path, key)), [404, 'FORECAST_NOT_AVAILABLE']);
  const runId = await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:00:00Z',
    firstDay: '2026-03-31',
    level: 33.333,
  });
  const forecast = await readDayAhead('date=2026-03-31');
  assert.equal(forecast.forecasts.length, 24);
  assert.deepEqual(
    { ...forecast, forecasts: forecast.forecasts.slice(0, 1) },
    {
      market: 'day-ahead',
      date: '2026-03-31',
      model_version: 'da-2025.03.1',
      data_as_of: '2026-03-30T09:00:00Z',
      forecasts: [
        {
          hour: 0,
          forecast_price: 33.33,
          lower_bound: 23.33,
          upper_bound: 43.33,
          unit: 'EUR/MWh',
          start: '2026-03-31T00:00:00+02:00',
        },
      ],
      forecast_id: runId,
      issued_at: '2026-03-30T10:00:00Z',
      degraded: [],
      degraded_reasons: [],
      cleared_extremes: null,
      simulated: false,
    },
  );
  assert.deepEqual(errorOf(await api.get('/forecasts/day-ahead?date=2026-04-01', key)), [
    404,
    'FORECAST_NOT_AVAILABLE',
  ]);
});

test('the 23-hour day has 23 records and no hour 2', async () => {
  const { forecasts } = await readDayAhead('date=2025-03-30');
  assert.equal(forecasts.length, 23);
  assert.deepEqual(forecasts.map((item) => item.hour).slice(0, 4), [0, 1, 3, 4]);
  assert.deepEqual(errorOf(await api.get('/forecasts/day-ahead?date=2025-03-30&hour=2', key)), [
    404,
    'FORECAST_NOT_AVAILABLE',
  ]);
});

test('the 25-hour day has 25 records, two of them hour 2 with different starts', async () => {
  const { forecasts } = await readDayAhead('date=2025-10-26');
  assert.equal(forecasts.length, 25);
  const twos = await readDayAhead('date=2025-10-26&hour=2');
  assert.deepEqual(
    twos.forecasts.map((item) => [item.hour, item.start, item.forecast_price]),
    [
      [2, '2025-10-26T02:00:00+02:00', 52],
      [2, '2025-10-26T02:00:00+01:00', 53],
    ],
  );
});

test('date and hour have the spelling of this page', async () => {
  const cases: [string, [number, string]][] = [
    ['', [400, 'INVALID_DATE_FORMAT']],
    ['?hour=5', [400, 'INVALID_DATE_FORMAT']],
    ['?date=', [400, 'INVALID_DATE_FORMAT']],
    ['?date=2026-13-01', [400, 'INVALID_DATE_FORMAT']],
    ['?date=20260331', [400, 'INVALID_DATE_FORMAT']],
    ['?date=2026-03-31&date=2026-03-31', [400, 'INVALID_DATE_FORMAT']],
    ['?date=2026-03-31&hour=24', [422, 'validation_error']],
    ['?date=2026-03-31&hour=-1', [422, 'validation_error']],
    ['?date=2026-03-31&hour=1.5', [422, 'validation_error']],
    ['?date=2026-03-31&hour=', [422, 'validation_error']],
    ['?date=2026-03-31&hour=1&hour=2', [422, 'validation_error']],
    ['?date=2026-03-31&product=da', [400, 'unknown_parameter']],
    ['?date=1800-01-01', [404, 'FORECAST_NOT_AVAILABLE']],
    ['?date=9999-12-31', [404, 'FORECAST_NOT_AVAILABLE']],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(errorOf(await api.get(`/forecasts/day-ahead${query}`, key)), expected, query);
  }
});

test('a session other than 1, 2 and 3 is INVALID_SESSION, before anything else', async () => {
  for (const session of ['0', '4', '-1', 'one', '1.0', '%31%20', '99999999999']) {
    const answer = await api.get(`/forecasts/intraday/${session}`, key);
    assert.deepEqual(errorOf(answer), [400, 'INVALID_SESSION'], session);
  }
});

test('an intraday page checks its date and says when a session is not available', async () => {
  const cases: [string, [number, string]][] = [
    ['', [400, 'INVALID_DATE_FORMAT']],
    ['?date=soon', [400, 'INVALID_DATE_FORMAT']],
    ['?date=2026-03-31', [404, 'SESSION_NOT_AVAILABLE']],
    ['?date=2026-03-31&hour=24', [422, 'validation_error']],
    ['?date=2026-03-31&sesion=1', [400, 'unknown_parameter']],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(errorOf(await api.get(`/forecasts/intraday/1${query}`, key)), expected, query);
  }
});

test('an intraday page holds the covered hours that have not begun', async () => {
  await publishTestRun(api.db, {
    product: 'ida3',
    issuedAt: '2026-03-30T07:30:00Z',
    firstDay: '2026-03-30',
    days: 1,
  });
  const path = '/forecasts/intraday/3?date=2026-03-30';
  const read = async () => IntradayForecast.parse((await api.get(path, key)).body);
  api.clock.set(Date.parse('2026-03-30T08:00:00Z'));
  assert.deepEqual(
    (await read()).forecasts.map((item) => item.hour),
    [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
  );
  api.clock.set(Date.parse('2026-03-30T18:00:00Z'));
  const evening = await read();
  assert.deepEqual([evening.market, evening.session], ['intraday', 3]);
  assert.deepEqual(
    evening.forecasts.map((item) => item.hour),
    [21, 22, 23],
  );
  for (const hour of [11, 20]) {
    assert.deepEqual(errorOf(await api.get(`${path}&hour=${hour}`, key)), [404, 'SESSION_NOT_AVAILABLE']);
  }
  api.clock.set(Date.parse('2026-03-30T21:00:00Z'));
  assert.deepEqual(errorOf(await api.get(path, key)), [404, 'SESSION_NOT_AVAILABLE']);
  api.clock.set(Date.parse('2026-03-30T12:00:00Z'));
});

test('CSV rows name the hour, its start and the zone', async () => {
  const answer = await api.get('/forecasts/day-ahead?date=2025-10-26&hour=2&format=csv', key);
  const [header, first, second] = answer.text.split('\r\n');
  assert.match(
    header,
    /^date \(Europe\/Madrid\),hour \(Europe\/Madrid\),start \(Europe\/Madrid\),time \(UTC\),/,
  );
  assert.match(first, /^2025-10-26,2,2025-10-26T02:00:00\+02:00,2025-10-26T00:00:00Z,52,42,62,/);
  assert.match(second, /^2025-10-26,2,2025-10-26T02:00:00\+01:00,2025-10-26T01:00:00Z,53,43,63,/);
});
