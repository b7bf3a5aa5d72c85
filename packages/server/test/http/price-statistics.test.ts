import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deliveryPeriods } from '@lonja/forecasting/market';
import { PriceStatistics } from '../../src/forecasts/statistics/schemas.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { createTestApi } from './test-api.ts';

const api = await createTestApi('2026-04-02T10:00:00Z');
after(() => api.close());
const key = await api.createKey();

async function store(day: string, resolution: 'PT15M' | 'PT1H', priceOf: (index: number) => number) {
  const periods = deliveryPeriods(day, resolution);
  await appendObservations(
    api.db,
    { series: 'price.da', source: 'csv', resolution, unit: 'EUR/MWh' },
    {
      start: Float64Array.from(periods, ({ start }) => start),
      value: Float64Array.from(periods, ({ index }) => priceOf(index)),
      availableAt: new Float64Array(periods.length).fill(Date.parse('2025-01-01T11:00:00Z')),
    },
  );
}

async function read(day: string, more = '') {
  const answer = await api.get(`/statistics/prices?date_from=${day}&date_to=${day}${more}`, key);
  assert.equal(answer.status, 200, answer.text);
  const { resolution, items } = PriceStatistics.parse(answer.body);
  return { resolution, ...items[0] };
}

/** A quarter below zero in each of the hours 12, 13 and 14; the means of two of these hours are below zero. */
const QUARTERS = new Map([
  [48, -0.08],
  [49, 0],
  [50, 0],
  [51, 0],
  [52, -5],
  [53, 1],
  [54, 1],
  [55, 1],
  [56, -0.01],
]);

test('extremes, spread and negative hours are by the periods that the market clears in', async () => {
  await store('2025-11-05', 'PT15M', (index) => QUARTERS.get(index) ?? 20);
  const byQuarters = await read('2025-11-05');
  assert.deepEqual(
    [byQuarters.resolution, byQuarters.negative_hours, byQuarters.min, byQuarters.max],
    ['PT15M', 0.75, -5, 20],
  );
  assert.equal(byQuarters.daily_spread, 25);
  const byHours = await read('2025-11-05', '&resolution=PT1H');
  assert.deepEqual([byHours.resolution, byHours.negative_hours, byHours.min], ['PT1H', 2, -0.5]);
  assert.equal(byHours.daily_spread, 20.5);
  for (const figure of ['base', 'peak', 'mean', 'n_hours'] as const) {
    assert.equal(byHours[figure], byQuarters[figure]);
  }
});

test('the second hour 2 of the long day counts by its quarters', async () => {
  await store('2025-10-26', 'PT15M', (index) => (index === 13 ? -3 : 7));
  const { n_hours: hours, negative_hours: negative, min } = await read('2025-10-26');
  assert.deepEqual([hours, negative, min], [25, 0.25, -3]);
});

test('a day that cleared in hours has whole hours in either resolution', async () => {
  await store('2025-05-01', 'PT1H', (index) => (index === 14 ? -2 : 30));
  for (const more of ['', '&resolution=PT1H']) {
    const { negative_hours: negative, min, daily_spread: spread } = await read('2025-05-01', more);
    assert.deepEqual([negative, min, spread], [1, -2, 32]);
  }
});

test('the hours behind the figures have their lowest and highest quarter', async () => {
  await store('2025-11-06', 'PT15M', (index) => (index === 3 ? -4 : 8));
  const answer = await api.get('/statistics/prices?date_from=2025-11-06&date_to=2025-11-06&format=csv', key);
  const [header, first] = answer.text.split(/\r?\n/);
  assert.ok(header.endsWith('simulated,lowest (EUR/MWh),highest (EUR/MWh),negative (h)'), header);
  assert.ok(first.endsWith('-4,8,0.25'), first);
});
