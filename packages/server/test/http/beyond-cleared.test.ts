import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, type Product } from '@lonja/forecasting/market';
import { Evolution } from '../../src/forecasts/runs/runs-record.ts';
import {
  DayAheadForecast,
  IntradayForecast,
  ForecastRunRecord,
} from '../../src/forecasts/runs/forecasts-record.ts';
import { PriceChart } from '../../src/desk/dashboard/dashboard-charts-schemas.ts';
import { DashboardSummary } from '../../src/desk/dashboard/dashboard-summary-schemas.ts';
import { publishTestRun, storeTestHours, storeTestPrices } from './market-fixture.ts';
import { createTestApi } from './test-api.ts';

const api = await createTestApi('2026-03-30T12:30:00Z');
after(() => api.close());

const DAY = '2026-03-31';
const DA = `/forecasts?market_id=es&product=da&date=${DAY}`;

let key = '';
let early = '';

/** 28 days of prices between 20 and 43, with one hour of `lowest`. */
async function clearDays(product: Product, lowest: number, count = 28) {
  for (let i = 0; i < count; i++) {
    await storeTestHours(api.db, {
      series: `price.${product}`,
      unit: 'EUR/MWh',
      day: addDays('2026-02-01', i),
      availableAt: '2026-03-01T00:00:00Z',
      valueOf: (hour) => (i === 3 && hour === 4 ? lowest : 20 + hour),
    });
  }
}

before(async () => {
  key = await api.createKey();
  await clearDays('da', -15);
  // A corrected price and one of the simulator do not count.
  for (const [level, availableAt] of [
    [-300, '2026-03-01T00:00:00Z'],
    [21, '2026-03-02T00:00:00Z'],
  ] as const) {
    await storeTestPrices(api.db, { day: '2026-03-05', level, availableAt });
  }
  await storeTestPrices(api.db, {
    day: '2026-03-06',
    level: -900,
    availableAt: '2026-03-06T00:00:00Z',
    source: 'simulator',
  });
  await clearDays('ida1', -40);
  await clearDays('ida2', -40, 27);
  // Points from -20 to 3 with bounds 10 around them: the first five lie below -15, and the lower bounds of the first fifteen.
  const fixture = { firstDay: DAY, days: 1, level: -20, withQuarters: true };
  early = await publishTestRun(api.db, { ...fixture, issuedAt: '2026-03-30T10:05:00Z' });
  for (const product of ['ida1', 'ida2'] as const) {
    await publishTestRun(api.db, { ...fixture, product, issuedAt: '2026-03-30T12:05:00Z' });
  }
});

async function read(path: string) {
  const answer = await api.get(path, key);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

async function runOf(path: string) {
  return ForecastRunRecord.parse((await read(path)).body);
}

test('a run says what had cleared, and marks the points and bounds beyond it; an equal price is not beyond', async () => {
  const { cleared_extremes: extremes, points } = await runOf(DA);
  assert.deepEqual(extremes, {
    since: '2026-01-31T23:00:00Z',
    lowest: { time: '2026-02-04T03:00:00Z', value: -15 },
    highest: { time: '2026-03-05T22:00:00Z', value: 44 },
  });
  assert.deepEqual(points[4], {
    time: '2026-03-31T02:00:00Z',
    value: -16,
    p10: -26,
    p90: -6,
    beyond_cleared: { value: 'below', p10: 'below' },
  });
  assert.deepEqual(points[5].beyond_cleared, { p10: 'below' });
  assert.equal(points[15].p10, -15);
  assert.ok(!('beyond_cleared' in points[15]));
  const quarters = await runOf(`${DA}&resolution=PT15M`);
  assert.deepEqual(quarters.cleared_extremes, extremes);
  assert.deepEqual(
    [quarters.points[19].value, quarters.points[19].beyond_cleared, quarters.points[20].beyond_cleared],
    [-15.25, { value: 'below', p10: 'below' }, { p10: 'below' }],
  );
});

test('an intraday auction rests on its own prices, and none is marked with fewer than 28 days', async () => {
  const first = await runOf(`/forecasts?market_id=es&product=ida1&date=${DAY}`);
  assert.equal(first.cleared_extremes?.lowest.value, -40);
  assert.ok(first.points.every((point) => point.beyond_cleared === undefined));
  const second = await runOf(`/forecasts?market_id=es&product=ida2&date=${DAY}`);
  assert.equal(second.cleared_extremes, null);
  assert.ok(second.points.every((point) => point.beyond_cleared === undefined));
});

test('pages by hour and the evolution of an hour have the same marks', async () => {
  const early05 = { issuedAt: '2026-03-30T11:05:00Z', firstDay: DAY, days: 1, level: -20 };
  await publishTestRun(api.db, early05);
  const page = DayAheadForecast.parse((await read(`/forecasts/day-ahead?date=${DAY}`)).body);
  assert.equal(page.cleared_extremes?.lowest.value, -15);
  assert.deepEqual(
    [4, 5, 15].map((hour) => page.forecasts[hour].beyond_cleared),
    [{ value: 'below', p10: 'below' }, { p10: 'below' }, undefined],
  );
  const intraday = IntradayForecast.parse((await read(`/forecasts/intraday/1?date=${DAY}`)).body);
  assert.equal(intraday.cleared_extremes?.lowest.value, -40);
  const evolution = Evolution.parse((await read(`/forecasts/evolution?delivery=2026-03-31T02:00:00Z`)).body);
  assert.deepEqual(evolution.items[0].beyond_cleared, { value: 'below', p10: 'below' });
});

test('CSV has the marks in a column before the model version, which is empty where nothing lies beyond', async () => {
  const rowsOf = (text: string) =>
    text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(/[,;](?! )/));
  const rows = rowsOf((await read(`${DA}&format=csv`)).text);
  assert.equal(rows[0].at(-3), 'beyond_cleared');
  assert.equal(rows[5].at(-3), 'value below; p10 below');
  assert.equal(rows[6].at(-3), 'p10 below');
  assert.equal(rows[16].at(-3), '');
  assert.equal(rows[0].indexOf('value (EUR/MWh)'), 2);
  const page = rowsOf((await read(`/forecasts/day-ahead?date=${DAY}&format=csv`)).text);
  assert.deepEqual([page[0].at(-3), page[6].at(-3)], ['beyond_cleared', 'p10 below']);
});

test('the overview has them, and the chart those of each point', async () => {
  const summary = DashboardSummary.parse((await read(`/dashboard/summary?date=${DAY}`)).body);
  const day = summary.products[0].days[1];
  assert.equal(day.run?.cleared_extremes?.lowest.value, -15);
  assert.deepEqual(day.points[4].beyond_cleared, { value: 'below', p10: 'below' });
  assert.equal(day.points[15].beyond_cleared, undefined);
  const query = `date_from=${DAY}&date_to=${DAY}&products=da,ida2&extremes=true`;
  const chart = PriceChart.parse((await read(`/dashboard/charts/prices?${query}`)).body);
  assert.deepEqual(chart.series[0].beyond_cleared?.slice(3, 7), ['below', 'below', null, null]);
  assert.ok(chart.series[1].beyond_cleared?.every((side) => side === null));
});

test('a price that clears later changes no mark of a run, only of those after it', async () => {
  const path = `/forecasts/runs/${early}`;
  const before = await runOf(path);
  await storeTestPrices(api.db, { day: '2026-03-30', level: -500, availableAt: '2026-03-30T11:30:00Z' });
  assert.deepEqual(await runOf(path), before);
  // What is said to have been known before the run, but was stored after it, changes it as little.
  await storeTestPrices(api.db, { day: '2026-03-29', level: -400, availableAt: '2026-03-29T00:00:00Z' });
  assert.deepEqual(await runOf(path), before);
  const later = await publishTestRun(api.db, {
    issuedAt: '2026-03-30T12:00:00Z',
    firstDay: DAY,
    days: 1,
    level: -20,
  });
  const { cleared_extremes: extremes, points } = await runOf(`/forecasts/runs/${later}`);
  assert.equal(extremes?.lowest.value, -500);
  assert.ok(points.every((point) => point.beyond_cleared === undefined));
});

test('a run of before this was kept has no marks', async () => {
  await api.db.updateTable('forecast_run').set({ cleared_extremes: null }).where('id', '=', early).execute();
  const { cleared_extremes: extremes, points } = await runOf(`/forecasts/runs/${early}`);
  assert.equal(extremes, null);
  assert.ok(points.every((point) => point.beyond_cleared === undefined));
});
