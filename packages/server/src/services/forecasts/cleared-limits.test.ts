import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, HOUR_MS, type Product } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { clearedLimits } from './cleared-limits.ts';

const DAY = '2026-03-01';
const ASOF = dayStart(DAY) - 12 * HOUR_MS;

/** Hours that end with `end`, whose prices were known when they began. */
function pricesBefore(product: Product, end: number, value: number[]): Series {
  const start = Float64Array.from(value, (_, i) => end - (value.length - i) * HOUR_MS);
  return {
    key: `price.${product}`,
    unit: 'EUR/MWh',
    resolution: 'PT1H',
    start,
    value: Float64Array.from(value),
    availableAt: start.map((instant) => instant - 24 * HOUR_MS),
  };
}

const inputsOf = (...series: Series[]) => new Map(series.map((one) => [one.key, [one]]));
/** Five weeks: the lowest price -10, the median 50, the highest 130. */
const usual = Array.from({ length: 35 * 24 }, (_, i) => (i === 100 ? -10 : i === 200 ? 130 : 50));

test('a forecast may go a little below the lowest price that ever cleared, and further above the highest', () => {
  const inputs = inputsOf(pricesBefore('da', dayStart(DAY), usual));
  assert.deepEqual(clearedLimits(inputs, { product: 'da', since: '2026-01-01', day: DAY, asOf: ASOF }), {
    min: -16,
    max: 190,
  });
});

test('with less than four weeks of prices, or with leaps up to them, the harmonised limits hold', () => {
  const few = inputsOf(pricesBefore('da', dayStart(DAY), usual.slice(0, 27 * 24)));
  assert.deepEqual(clearedLimits(few, { product: 'da', since: '2026-01-01', day: DAY, asOf: ASOF }), {
    min: -500,
    max: 4000,
  });
  const wild = usual.map((price) => (price === -10 ? -490 : price === 130 ? 3900 : price));
  const inputs = inputsOf(pricesBefore('da', dayStart(DAY), wild));
  assert.deepEqual(clearedLimits(inputs, { product: 'da', since: '2026-01-01', day: DAY, asOf: ASOF }), {
    min: -500,
    max: 4000,
  });
});

test('prices of the day itself count only of auctions before the own one, and none counts before it is known', () => {
  const tomorrow = dayStart(DAY) + 24 * HOUR_MS;
  const low = usual.map((price, i) => (i === usual.length - 1 ? -100 : price));
  const inputs = inputsOf(pricesBefore('da', tomorrow, low));
  const asOf = tomorrow;
  assert.equal(clearedLimits(inputs, { product: 'da', since: '2026-01-01', day: DAY, asOf }).min, -16);
  assert.equal(clearedLimits(inputs, { product: 'ida1', since: '2026-01-01', day: DAY, asOf }).min, -115);
  const early = tomorrow - 26 * HOUR_MS;
  assert.equal(
    clearedLimits(inputs, { product: 'ida1', since: '2026-01-01', day: DAY, asOf: early }).min,
    -16,
  );
});

test('an auction with half a year of prices keeps to what it cleared itself, whatever the others cleared', () => {
  const half = Array.from({ length: 182 * 24 }, (_, i) => (i === 100 ? -10 : i === 200 ? 130 : 50));
  const other = half.map((price) => (price === -10 ? -43 : price));
  const minOf = (product: Product, ...series: Series[]) =>
    clearedLimits(inputsOf(...series), { product, since: '2025-03-01', day: DAY, asOf: ASOF }).min;
  const [da, ida1] = [pricesBefore('da', dayStart(DAY), half), pricesBefore('ida1', dayStart(DAY), other)];
  assert.equal(minOf('da', da, ida1), -16);
  assert.equal(minOf('ida1', da, ida1), -43 - 0.1 * 93);
  // A product without prices of its own has those of all, and so has one of a few months, whose low season may be to come.
  assert.equal(minOf('ida2', da, ida1), -43 - 0.1 * 93);
  assert.equal(minOf('da', pricesBefore('da', dayStart(DAY), half.slice(24)), ida1), -43 - 0.1 * 93);
});
