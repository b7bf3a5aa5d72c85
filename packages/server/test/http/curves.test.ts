import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, deliveryPeriods } from '@lonja/forecasting/market';
import { CLEARED_KEY, CURVE_KEYS, CURVE_UNITS } from '../../src/market/connectors/omie/parse-curves.ts';
import { Curves } from '../../src/market/curves/record.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-04-02T10:00:00Z');
after(() => api.close());
let key = '';

async function store(day: string, resolution: 'PT15M' | 'PT1H', { at, by = 0 }: { at: string; by?: number }) {
  const periods = deliveryPeriods(day, resolution);
  for (const [k, series] of [CLEARED_KEY, ...CURVE_KEYS].entries()) {
    await appendObservations(
      api.db,
      { series, source: 'omie', resolution, unit: CURVE_UNITS[series] ?? '' },
      {
        start: Float64Array.from(periods, ({ start }) => start),
        value: Float64Array.from(periods, ({ index }) => (k === 0 ? 20_000 + index : 10 * k + by)),
        availableAt: new Float64Array(periods.length).fill(Date.parse(at)),
      },
    );
  }
}

async function read(day: string) {
  const answer = await api.get(`/market/curves?date=${day}`, key);
  assert.equal(answer.status, 200, answer.text);
  return Curves.parse(answer.body);
}

before(async () => {
  key = await api.createKey();
  for (const day of ['2025-10-26', '2026-03-29', '2026-03-31'])
    await store(day, 'PT15M', { at: `${addDays(day, 1)}T08:15:00Z` });
  await store('2025-09-30', 'PT1H', { at: '2025-10-01T08:15:00Z' });
});

test('a day has what cleared and the prices around it by period, on days of 23 and 25 hours too', async () => {
  const { items, ...rest } = await read('2026-03-31');
  assert.deepEqual(rest, {
    date: '2026-03-31',
    resolution: 'PT15M',
    known_since: '2026-04-01T08:15:00Z',
    simulated: false,
  });
  assert.deepEqual(items[5], {
    start: '2026-03-31T01:15:00+02:00',
    hour: 1,
    minute: 15,
    cleared_mw: 20_005,
    less_2000: 10,
    less_1000: 20,
    less_500: 30,
    more_500: 40,
    more_1000: 50,
    more_2000: 60,
  });
  const counts = await Promise.all(
    ['2025-10-26', '2026-03-29', '2025-09-30'].map(async (day) => (await read(day)).items.length),
  );
  assert.deepEqual(counts, [100, 92, 24]);
});

test('a later file corrects, and what is not public yet or not there has no items', async () => {
  await store('2026-03-31', 'PT15M', { at: '2026-04-02T09:00:00Z', by: 1 });
  const corrected = await read('2026-03-31');
  assert.deepEqual([corrected.items[0]?.less_2000, corrected.known_since], [11, '2026-04-02T09:00:00Z']);
  await store('2026-04-01', 'PT15M', { at: '2026-04-02T10:15:00Z' });
  for (const day of ['2026-04-01', '2026-03-01', '1990-01-01']) {
    const { items, resolution, known_since } = await read(day);
    assert.deepEqual([items, resolution, known_since], [[], null, null], day);
  }
});

test('CSV has the same, and a key of another product nothing', async () => {
  const csv = await api.get('/market/curves?date=2026-03-31&format=csv', key);
  const [head, first] = csv.text.split('\r\n');
  assert.match(head ?? '', /,cleared \(MW\),less 2000 MW \(EUR\/MWh\),.*,more 2000 MW \(EUR\/MWh\)$/);
  assert.match(first ?? '', /^2026-03-31,0,2026-03-31T00:00:00\+02:00,2026-03-30T22:00:00Z,20000,11,21,/);
  const other = await api.createKey({ products: ['es-ida1'] });
  assert.deepEqual(errorOf(await api.get('/market/curves?date=2026-03-31', other))[0], 403);
  assert.deepEqual(errorOf(await api.get('/market/curves?date=31-03', key)), [400, 'invalid_parameters']);
});
