import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  addDays,
  dayRange,
  dayStart,
  deliveryPeriods,
  type DeliveryDay,
  HOUR_MS,
  type Product,
} from '@lonja/forecasting/market';
import { IntradayOutlook } from '../../src/forecasts/runs/outlooks-record.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

// Half an hour before the gate of the day without hour 2.
const api = await createTestApi('2026-03-28T10:30:00Z');
after(() => api.close());

const DAY = '2026-03-29';
const FIRST = addDays(DAY, -60);
const path = (query: string) => `/forecasts/outlook?market_id=es&${query}`;

let key = '';
let run = '';

/** Quarter-hourly prices that were public the day before. */
async function storePrices(
  product: Product,
  days: DeliveryDay[],
  priceOf: (day: number, hour: number) => number,
) {
  const rows = days.flatMap((day, i) =>
    deliveryPeriods(day, 'PT15M').map(({ start, hour }) => ({
      start,
      value: priceOf(i, hour),
      availableAt: dayStart(day) - 12 * HOUR_MS,
    })),
  );
  await appendObservations(
    api.db,
    { series: `price.${product}`, source: 'omie', resolution: 'PT15M', unit: 'EUR/MWh' },
    {
      start: Float64Array.from(rows, (row) => row.start),
      value: Float64Array.from(rows, (row) => row.value),
      availableAt: Float64Array.from(rows, (row) => row.availableAt),
    },
  );
}

before(async () => {
  key = await api.createKey();
  const past = dayRange(FIRST, addDays(DAY, -1));
  await storePrices('da', past, () => 40);
  // The spread is the hour, and goes up and down by one from day to day.
  await storePrices('ida1', past, (i, hour) => 40 + hour + (i % 2 === 0 ? 1 : -1));
  await storePrices('ida2', past.slice(-20), () => 41);
  run = await publishTestRun(api.db, {
    issuedAt: '2026-03-28T09:40:00Z',
    firstDay: DAY,
    level: 60,
    days: 2,
    withQuarters: true,
    withDistributions: true,
  });
});

async function read(query: string): Promise<IntradayOutlook> {
  const answer = await api.get(path(query), key);
  assert.equal(answer.status, 200, answer.text);
  return IntradayOutlook.parse(answer.body);
}

test('before the gate an intraday auction is the day-ahead forecast and the spreads of past days', async () => {
  const outlook = await read(`product=ida1&date=${DAY}`);
  const { points, ...head } = outlook;
  assert.deepEqual(
    [head.outlook, head.reference_product, head.reference_forecast_id, head.simulated],
    [true, 'da', run, false],
  );
  assert.deepEqual([head.spread_days, head.spreads_from, head.spreads_to], [60, FIRST, '2026-03-28']);
  // The day has no hour 2; the forecast is uniform from 12.5 below to 12.5 above 60 + place.
  assert.equal(points.length, 23);
  for (const [place, point] of points.entries()) {
    const hour = place < 2 ? place : place + 1;
    assert.equal(point.reference_price, 60 + place);
    assert.deepEqual([point.spread, point.spread_p10, point.spread_p90], [hour, hour - 1, hour + 1]);
    assert.equal(point.probability_positive, hour === 0 ? 0.5 : hour === 1 ? 0.5 : 1);
    assert.ok(Math.abs(point.value - (60 + place + hour)) < 0.2, `${hour}: ${point.value}`);
    assert.ok(Math.abs(point.p90 - point.p10 - 20) < 0.6, `${hour}: ${point.p10} to ${point.p90}`);
  }
  assert.equal((await read(`product=ida1&date=${DAY}&resolution=PT15M`)).points.length, 92);
  assert.equal((await read(`product=ida1&date=${addDays(DAY, 1)}`)).points.length, 24);
});

test('the outlook of an earlier instant knows no more than was known then', async () => {
  const answer = await api.get(path(`product=ida1&date=${DAY}&as_of=2026-03-28T09:00:00Z`), key);
  assert.deepEqual(errorOf(answer), [404, 'not_found']);
});

test('without four weeks of both auctions there is none, and none of a day without a day-ahead run', async () => {
  const few = await api.get(path(`product=ida2&date=${DAY}`), key);
  assert.match(
    few.text,
    /Of 91 days before 2026-03-29, 20 have prices of both es-ida2 and es-da; an outlook needs 28/,
  );
  for (const day of ['2026-04-20', '1969-12-31', '2000-01-01', '9999-12-31']) {
    const none = await api.get(path(`product=ida1&date=${day}`), key);
    assert.deepEqual(errorOf(none), [404, 'not_found'], day);
  }
  assert.deepEqual(errorOf(await api.get(path(`product=da&date=${DAY}`), key)), [422, 'validation_error']);
});

test('CSV has a row for each period, and the name of the run', async () => {
  const answer = await api.get(path(`product=ida1&date=${DAY}&format=csv`), key);
  const [head, first, ...rest] = answer.text.trim().split('\r\n');
  assert.match(
    head,
    /^time \(UTC\),start \(Europe\/Madrid\),value \(EUR\/MWh\),.*probability_positive \(0-1\),simulated$/,
  );
  assert.match(first, /^2026-03-28T23:00:00Z,2026-03-29T00:00:00\+01:00,/);
  assert.equal(rest.length, 22);
});

test('once the day-ahead market has cleared its prices take the place of the forecast, and a run ends the outlook', async () => {
  api.clock.set(Date.parse('2026-03-28T12:05:00Z'));
  await storePrices('da', [DAY], () => 30);
  const outlook = await read(`product=ida1&date=${DAY}`);
  assert.deepEqual(
    [outlook.reference_product, outlook.reference_forecast_id, outlook.model_version, outlook.distribution],
    ['da', null, null, null],
  );
  const [first] = outlook.points;
  assert.deepEqual([first.value, first.p10, first.p90, first.reference_price], [30, 29, 31, 30]);
  await publishTestRun(api.db, {
    product: 'ida1',
    issuedAt: '2026-03-28T12:30:00Z',
    firstDay: DAY,
    days: 1,
  });
  api.clock.set(Date.parse('2026-03-28T12:31:00Z'));
  const ended = await api.get(path(`product=ida1&date=${DAY}`), key);
  assert.deepEqual(errorOf(ended), [404, 'not_found']);
  assert.match(ended.text, /es-ida1 has a forecast of its own for 2026-03-29; ask \/forecasts/);
});
