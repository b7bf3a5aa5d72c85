import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, dayRange, dayStart, deliveryPeriods } from '../market/delivery-day.ts';
import { AUCTION_CALENDAR, AUCTIONS, coveredPeriods, instantFor } from '../market/products.ts';
import { type Series, lowerBound } from '../data/series.ts';
import { simulateMarket } from './simulate-market.ts';

const KEYS = [
  'co2.price',
  'gas.price',
  'hydro.actual',
  'irradiance.forecast',
  'load.actual',
  'load.forecast',
  'netimport.actual',
  'nuclear.actual',
  'other.actual',
  'price.da',
  'price.da.pt',
  'price.ida1',
  'price.ida1.pt',
  'price.ida2',
  'price.ida2.pt',
  'price.ida3',
  'price.ida3.pt',
  'solar.actual',
  'solar.forecast',
  'temperature.forecast',
  'thermal.actual',
  'wind.actual',
  'wind.forecast',
  'windspeed.forecast',
];
const DAY_CHANGES = ['2025-03-30', '2025-10-26', '2026-03-29', '2024-06-14', '2025-03-19', '2025-10-01'];

test('the same arguments give the same market and another seed gives another', () => {
  const range = { from: '2026-01-10', to: '2026-01-12' };
  assert.deepEqual(simulateMarket({ seed: 1, ...range }), simulateMarket({ seed: 1, ...range }));
  assert.notDeepEqual(
    find(simulateMarket({ seed: 1, ...range }).series, 'price.da').value,
    find(simulateMarket({ seed: 2, ...range }).series, 'price.da').value,
  );
});

test('overlapping ranges agree bit for bit, over changes of clock and of resolution too', () => {
  const long = simulateMarket({ seed: 42, from: '2024-04-25', to: '2026-04-15' }).series;
  fc.assert(
    fc.property(
      fc.oneof(
        fc.constantFrom(...DAY_CHANGES),
        fc.integer({ min: 0, max: 700 }).map((n) => addDays('2024-05-01', n)),
      ),
      fc.nat(3),
      fc.nat(8),
      (middle, before, after) => {
        const from = addDays(middle, -before);
        const to = addDays(middle, after);
        for (const part of simulateMarket({ seed: 42, from, to }).series) {
          assert.deepEqual(
            part,
            between(find(long, part.key, part.resolution), dayStart(from), dayStart(addDays(to, 1))),
          );
        }
      },
    ),
    { seed: 7, numRuns: 25 },
  );
});

test('every key is there in its resolution, rows ascend, nothing is missing or infinite', () => {
  const { series } = simulateMarket({ seed: 3, from: '2026-02-01', to: '2026-04-05' });
  assert.deepEqual(series.map((one) => one.key).sort(), KEYS);
  for (const one of series) {
    const isDaily = one.key === 'gas.price' || one.key === 'co2.price';
    assert.equal(one.resolution, isDaily ? 'P1D' : one.key.startsWith('price.') ? 'PT15M' : 'PT1H');
    assert.equal(one.value.length, one.start.length);
    assert.equal(one.availableAt.length, one.start.length);
    assert.ok(one.value.every((value) => Number.isFinite(value) && !Object.is(value, -0)));
    for (let i = 1; i < one.start.length; i++) assert.ok(one.start[i] > one.start[i - 1]);
  }
});

test('each delivery day has exactly its periods, 23-hour, 25-hour and half-covered days included', () => {
  for (const change of DAY_CHANGES) {
    const from = addDays(change, -1);
    const to = addDays(change, 1);
    const { series } = simulateMarket({ seed: 8, from, to });
    for (const product of AUCTIONS) {
      for (const day of dayRange(from, to)) {
        const isQuarterly = day >= (product === 'da' ? '2025-10-01' : '2025-03-19');
        const exists = product === 'da' || day >= '2024-06-14';
        const resolution = isQuarterly ? 'PT15M' : 'PT1H';
        const expected = exists ? coveredPeriods(AUCTION_CALENDAR[product], day, resolution) : [];
        assert.deepEqual(
          startsOn(series, `price.${product}`, day),
          expected.map((period) => period.start),
        );
      }
    }
    for (const day of dayRange(from, to)) {
      const hours = deliveryPeriods(day, 'PT1H').map((period) => period.start);
      for (const key of ['load.forecast', 'netimport.actual', 'temperature.forecast']) {
        assert.deepEqual(startsOn(series, key, day), hours);
      }
      assert.deepEqual(startsOn(series, 'gas.price', day), [dayStart(day)]);
    }
  }
});

test('everything is published when its real counterpart would be', () => {
  const day = '2025-11-05';
  const { series } = simulateMarket({ seed: 8, from: day, to: day });
  const published = (key: string): Set<number> => new Set(find(series, key).availableAt);
  for (const product of AUCTIONS) {
    const results = instantFor(day, AUCTION_CALENDAR[product].resultsPublished);
    assert.deepEqual(published(`price.${product}`), new Set([results]));
  }
  assert.deepEqual(published('wind.forecast'), new Set([Date.parse('2025-11-04T10:00+01:00')]));
  assert.deepEqual(published('irradiance.forecast'), new Set([Date.parse('2025-11-04T00:00+01:00')]));
  assert.deepEqual(published('co2.price'), new Set([Date.parse('2025-11-04T18:00+01:00')]));
  const load = find(series, 'load.actual');
  assert.ok(load.availableAt.every((instant, i) => instant === load.start[i] + 2 * 3_600_000));
});

test('generation and net import sum to load in every hour, and no plant generates less than nothing', () => {
  for (const [from, to] of [
    ['2025-01-01', '2025-12-31'],
    ['2039-04-01', '2039-06-30'],
    ['2015-01-01', '2015-02-01'],
  ] as const) {
    const { series } = simulateMarket({ seed: 17, from, to });
    const parts = ['wind', 'solar', 'hydro', 'nuclear', 'thermal', 'other', 'netimport'].map(
      (name) => find(series, `${name}.actual`).value,
    );
    const load = find(series, 'load.actual').value;
    load.forEach((mw, i) => assert.ok(Math.abs(parts.reduce((sum, part) => sum + part[i], 0) - mw) < 1e-6));
    for (const name of ['wind', 'solar', 'nuclear', 'thermal']) {
      assert.ok(find(series, `${name}.actual`).value.every((mw) => mw >= 0));
    }
    assert.ok(
      find(series, 'netimport.actual').value.every((mw) => Math.abs(mw) < 7_500),
      'interconnectors',
    );
  }
});

test('a seed that is no whole number and a range that ends before it starts are refused', () => {
  assert.throws(
    () => simulateMarket({ seed: 0.5, from: '2026-01-01', to: '2026-01-02' }),
    /seed must be a whole number/,
  );
  assert.throws(() => simulateMarket({ seed: 1, from: '2026-01-02', to: '2026-01-01' }), /before it starts/);
  assert.throws(
    () => simulateMarket({ seed: 1, from: '2026-02-30', to: '2026-03-01' }),
    /not a calendar day/,
  );
});

function find(series: readonly Series[], key: string, resolution?: string): Series {
  const found = series.find(
    (one) => one.key === key && (resolution === undefined || one.resolution === resolution),
  );
  assert.ok(found, `${key} ${resolution ?? ''}`);
  return found;
}

function between(series: Series, from: number, to: number): Series {
  const first = lowerBound(series.start, from);
  const end = lowerBound(series.start, to);
  return {
    ...series,
    start: series.start.slice(first, end),
    value: series.value.slice(first, end),
    availableAt: series.availableAt.slice(first, end),
  };
}

function startsOn(series: readonly Series[], key: string, day: string): number[] {
  return series
    .filter((one) => one.key === key)
    .flatMap((one) => [...between(one, dayStart(day), dayStart(addDays(day, 1))).start]);
}
