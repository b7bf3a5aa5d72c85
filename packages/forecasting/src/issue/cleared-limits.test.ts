import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Series } from '../data/series.ts';
import { pointOf } from '../distribution/period-distribution.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { dayStart } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { AUCTION_CALENDAR, type Product } from '../market/products.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import { clearedInSeries } from './cleared-in-series.ts';
import { clearedBounds, clipTo } from './cleared-limits.ts';

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

function limitsOf(product: Product, series: Series[], asOf = ASOF) {
  const { limits, recentDays } = DAY_AHEAD;
  const { min: lowest, max: highest } = AUCTION_CALENDAR[product].priceLimits;
  const cleared = clearedInSeries(inputsOf(...series), {
    product,
    since: '2025-03-01',
    day: DAY,
    asOf,
    limits,
    recentDays: product === 'da' ? recentDays : undefined,
  });
  return clearedBounds(cleared, { lowest, highest }, limits);
}

test('an intraday forecast may go a little below the lowest price that ever cleared, and further above the highest', () => {
  const series = [pricesBefore('ida1', dayStart(DAY), usual)];
  assert.deepEqual(limitsOf('ida1', series), { min: -16, pointMin: -16, max: 190 });
});

test('the point of a day-ahead forecast does not fall below the lowest price of the last 59 days, its bounds little', () => {
  assert.deepEqual(limitsOf('da', [pricesBefore('da', dayStart(DAY), usual)]), {
    min: -16,
    pointMin: -10,
    max: 190,
  });
  const lowOn = (daysBefore: number, low: number) =>
    pricesBefore(
      'da',
      dayStart(DAY),
      Array.from({ length: 120 * 24 }, (_, i) => {
        const before = 120 - Math.floor(i / 24);
        return i % 24 === 12 && before === daysBefore ? low : i % 24 === 13 ? 3 : 50;
      }),
    );
  assert.deepEqual(limitsOf('da', [lowOn(59, -8)]), { min: -8 - 0.1 * 58, pointMin: -8, max: 50 });
  const after = limitsOf('da', [lowOn(60, -8)]);
  assert.deepEqual([after.min, after.pointMin], [3 - 0.1 * 47, 3]);
  // A price that is not public yet is not known.
  assert.equal(limitsOf('da', [lowOn(1, -8)], dayStart(DAY) - 60 * HOUR_MS).pointMin, 3);
  // Prices of another auction do not count, and a few recent days do not either.
  const other = pricesBefore('ida1', dayStart(DAY), usual);
  assert.equal(limitsOf('da', [lowOn(60, -8), other]).pointMin, 3);
  const stopped = pricesBefore('da', dayStart(DAY) - 40 * 24 * HOUR_MS, usual);
  assert.equal(limitsOf('da', [stopped]).pointMin, -16);
});

test('with less than four weeks of prices, or with leaps up to them, the harmonised limits hold', () => {
  const few = [pricesBefore('da', dayStart(DAY), usual.slice(0, 27 * 24))];
  assert.deepEqual(limitsOf('da', few), { min: -500, pointMin: -500, max: 4000 });
  const wild = usual.map((price) => (price === -10 ? -490 : price === 130 ? 3900 : price));
  const { max } = limitsOf('da', [pricesBefore('da', dayStart(DAY), wild)]);
  assert.equal(max, 4000);
  const { min } = limitsOf('ida1', [pricesBefore('da', dayStart(DAY), wild)]);
  assert.equal(min, -490 - 0.1 * 540);
});

test('prices of the day itself count only of auctions before the own one, and none counts before it is known', () => {
  const tomorrow = dayStart(DAY) + 24 * HOUR_MS;
  const low = usual.map((price, i) => (i === usual.length - 1 ? -100 : price));
  const series = [pricesBefore('da', tomorrow, low)];
  assert.equal(limitsOf('da', series, tomorrow).pointMin, -10);
  assert.equal(limitsOf('ida1', series, tomorrow).min, -115);
  assert.equal(limitsOf('ida1', series, tomorrow - 26 * HOUR_MS).min, -16);
});

test('an auction with half a year of prices keeps to what it cleared itself, whatever the others cleared', () => {
  const half = Array.from({ length: 182 * 24 }, (_, i) => (i === 100 ? -10 : i === 200 ? 130 : 50));
  const other = half.map((price) => (price === -10 ? -43 : price));
  const [ida1, ida2] = [
    pricesBefore('ida1', dayStart(DAY), half),
    pricesBefore('ida2', dayStart(DAY), other),
  ];
  assert.equal(limitsOf('ida1', [ida1, ida2]).min, -16);
  assert.equal(limitsOf('ida2', [ida1, ida2]).min, -43 - 0.1 * 93);
  // A product without prices of its own has those of all, and so has one of a few months, whose low season may be to come.
  assert.equal(limitsOf('ida3', [ida1, ida2]).min, -43 - 0.1 * 93);
  const short = pricesBefore('ida1', dayStart(DAY), half.slice(24));
  assert.equal(limitsOf('ida1', [short, ida2]).min, -43 - 0.1 * 93);
});

/** Quantiles that rise evenly from `low` to `high`. */
const evenly = (low: number, high: number) =>
  Float64Array.from(QUANTILE_LEVELS, (level) => low + (high - low) * level);

test('a distribution whose point lies below the limit of points moves up, and what lies beyond the others is at them', () => {
  const clip = clipTo({ min: -6, pointMin: -1, max: 40 });
  const far = pointOf(clip({ start: 0, distribution: evenly(-60, -20) }));
  assert.deepEqual([far.p10, far.value, far.p90], [-6, -1, 15]);
  const low = pointOf(clip({ start: 0, distribution: evenly(-20, 20) }));
  assert.deepEqual([low.p10, low.value, low.p90], [-6, 0, 16]);
  const high = pointOf(clip({ start: 0, distribution: evenly(20, 60) }));
  assert.deepEqual([high.p10, high.value, high.p90], [24, 40, 40]);
});
