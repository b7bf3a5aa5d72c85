import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS, deliveryPeriods } from '@lonja/forecasting/market';
import { type Tariff, tariffOf, tariffTopics } from './tariff-topics.ts';

/** A price for each period of the day and of the one after: 0.01, 0.02, ... */
function twoDays(today: string, tomorrow: string, resolution: 'PT1H' | 'PT15M' = 'PT1H'): Tariff {
  const days = [today, tomorrow].map((day) => deliveryPeriods(day, resolution));
  return {
    start: days[0]?.[0]?.start ?? 0,
    stepMs: resolution === 'PT1H' ? HOUR_MS : 15 * MINUTE_MS,
    values: days.flat().map((_, index) => (index + 1) / 100),
    forecastFrom: days[1]?.[0]?.start,
    simulated: false,
  };
}

const at = (tariff: Tariff | undefined, instant: string, cheapestHours = 3) =>
  tariffTopics(tariff, { now: Date.parse(instant), stepMs: tariff?.stepMs ?? HOUR_MS, cheapestHours });
const UNIT = { unit: 'EUR/kWh', simulated: false };

for (const [name, today, tomorrow, periods, first] of [
  ['23 hours', '2026-03-28', '2026-03-29', 23, 0.25],
  ['25 hours', '2026-10-24', '2026-10-25', 25, 0.25],
] as const) {
  test(`tomorrow's mean is over all ${name} of the day`, () => {
    const last = first + (periods - 1) / 100;
    assert.deepEqual(at(twoDays(today, tomorrow), `${today}T10:20:00Z`).tomorrow, {
      date: tomorrow,
      periods,
      mean: Math.round(((first + last) / 2) * 1e5) / 1e5,
      lowest: first,
      highest: last,
      forecast: true,
      ...UNIT,
    });
    const quarters = at(twoDays(today, tomorrow, 'PT15M'), `${today}T10:20:00Z`).tomorrow;
    assert.equal((quarters as { periods: number }).periods, 4 * periods);
  });
}

test('each of the two hours 2 of the longest day has its own price, and the hour after the gap follows that before it', () => {
  const long = twoDays('2026-10-25', '2026-10-26');
  const short = twoDays('2026-03-29', '2026-03-30');
  const priceAt = (tariff: Tariff, instant: string) =>
    (at(tariff, instant).price as { price: number; end: string }).price;
  assert.deepEqual(
    ['2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z'].map((instant) => priceAt(long, instant)),
    [0.03, 0.04],
  );
  assert.deepEqual(
    ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z'].map((instant) => priceAt(short, instant)),
    [0.02, 0.03],
  );
});

test('the price is that of the period that runs, with the extremes of the coming 24 hours', () => {
  const { price, prices } = at(twoDays('2026-03-30', '2026-03-31'), '2026-03-30T10:59:59Z');
  assert.deepEqual(price, {
    start: '2026-03-30T10:00:00Z',
    end: '2026-03-30T11:00:00Z',
    price: 0.13,
    forecast: false,
    lowest: 0.13,
    highest: 0.36,
    ...UNIT,
  });
  const { values, ...rest } = prices as { values: number[] };
  assert.deepEqual([values.length, values[0]], [36, 0.13]);
  assert.deepEqual(rest, {
    start: '2026-03-30T10:00:00Z',
    step_minutes: 60,
    forecast_from: '2026-03-30T22:00:00Z',
    ...UNIT,
  });
});

test('the cheapest hours are sought in a row and one by one, the earliest of equal ones', () => {
  const tariff: Tariff = {
    start: Date.parse('2026-03-30T10:00:00Z'),
    stepMs: HOUR_MS,
    values: [0.3, 0.1, 0.3, 0.2, 0.2, 0.3, 0.2, 0.2, ...Array<number>(40).fill(0.5)],
    forecastFrom: undefined,
    simulated: true,
  };
  assert.deepEqual(at(tariff, '2026-03-30T10:00:00Z', 2).cheapest, {
    hours: 2,
    start: '2026-03-30T10:00:00Z',
    end: '2026-03-30T12:00:00Z',
    mean: 0.2,
    periods: [
      { start: '2026-03-30T11:00:00Z', price: 0.1 },
      { start: '2026-03-30T13:00:00Z', price: 0.2 },
    ],
    unit: 'EUR/kWh',
    simulated: true,
  });
});

test('what is not known is null: without a tariff, after its end, and of a day that it has in part', () => {
  const short = { ...twoDays('2026-03-30', '2026-03-31'), values: [0.1, 0.2] };
  for (const [tariff, instant] of [
    [undefined, '2026-03-30T10:00:00Z'],
    [short, '2026-03-30T10:00:00Z'],
    [{ ...short, values: [] }, '2026-03-29T22:00:00Z'],
  ] as const) {
    const topics = JSON.parse(JSON.stringify(at(tariff, instant)));
    const { price, prices, cheapest, tomorrow } = topics;
    assert.deepEqual([price.price, price.forecast, price.lowest, price.highest], [null, null, null, null]);
    assert.deepEqual(prices.values, []);
    assert.deepEqual([cheapest.start, cheapest.mean, cheapest.periods], [null, null, []]);
    assert.deepEqual([tomorrow.mean, tomorrow.lowest, tomorrow.highest], [null, null, null]);
    assert.equal(tomorrow.date, '2026-03-31');
  }
});

test('the compact form of the API is taken as it is', () => {
  const answer = {
    current: 0.1,
    unit: 'EUR/kWh' as const,
    lowest: 0.1,
    highest: 0.2,
    next_start: '2026-03-30T10:15:00Z',
    prices: [],
    simulated: true,
  };
  const compact = {
    start: '2026-03-30T10:00:00Z',
    step_minutes: 15,
    values: [0.1, 0.2],
    forecast_from: null,
  };
  assert.deepEqual(tariffOf({ ...answer, compact }), {
    start: Date.parse('2026-03-30T10:00:00Z'),
    stepMs: 900_000,
    values: [0.1, 0.2],
    forecastFrom: undefined,
    simulated: true,
  });
  assert.equal(tariffOf(answer), undefined);
});
