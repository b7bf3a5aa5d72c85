import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductSummary, SpreadSet } from '@lonja/client';
import { testProduct, testSummary } from '../../market/test-summary.ts';
import { likelySigns, spreadCharts } from './spread-chart.ts';
import { earlierAuctions, twoDayChart } from './two-day-chart.ts';

const HOUR_MS = 3_600_000;
/** The day on which the clock goes back. */
const DAY = {
  date: '2026-10-25',
  starts_at: '2026-10-24T22:00:00Z',
  ends_at: '2026-10-25T23:00:00Z',
  hours: 25,
};
const FIRST_MS = Date.parse(DAY.starts_at);
const timeOf = (hour: number) => new Date(FIRST_MS + hour * HOUR_MS).toISOString();

/** A product with a forecast of `level` and the prices of the first hours. */
function productOf(product: ProductSummary['product'], level: number, prices: number[]): ProductSummary {
  return testProduct(product, {
    date: DAY.date,
    gate_closes_at: DAY.starts_at,
    points: Array.from({ length: DAY.hours }, (_, hour) => ({
      time: timeOf(hour),
      hour: 0,
      value: level,
      p10: level - 10,
      p90: level + 10,
      change: null,
      quantiles: {},
      probabilities: null,
    })),
    prices: prices.map((value, hour) => ({ time: timeOf(hour), hour: 0, value })),
  });
}

const summary = testSummary(DAY, {
  resolution: 'PT1H',
  now: '2026-10-24T12:00:00Z',
  products: [productOf('da', 50, [40, 41]), productOf('ida1', 55, [44]), productOf('ida2', 60, [])],
});

const set: SpreadSet = {
  market_id: 'es',
  product: 'ida1',
  market_product_id: 'es-ida1',
  forecast_id: '',
  issued_at: '',
  unit: 'EUR/MWh',
  resolution: 'PT1H',
  reference_product: 'da',
  reference_market_product_id: 'es-da',
  reference_forecast_id: null,
  reference_issued_at: null,
  points: [0.9, 0.8, 0.5, 0.2, 0.1].map((positive, hour) => ({
    time: timeOf(hour),
    forecast: 55,
    reference_price: 50,
    reference: 'cleared',
    value: 5,
    p10: -1,
    p90: 11,
    probability_positive: positive,
  })),
  distribution: 'forecast',
  dependence: null,
  model_version: '',
  published_at: '',
  degraded: [],
  degraded_reasons: [],
  simulated: false,
};

test('a chart of spreads has every hour of the day, and the cleared spread only where both prices are there', () => {
  const texts = { spread: 'spread', band: 'band', actual: 'actual', dearer: 'dearer', even: 'even' };
  const { spread, probability } = spreadCharts({ set, summary, texts });
  assert.equal(spread.startsMs.length, 25);
  const [expected, actual] = spread.series;
  assert.deepEqual(expected?.values.slice(4, 6), [5, null]);
  assert.deepEqual(actual?.values.slice(0, 2), [4, null]);
  assert.deepEqual(probability.series[0]?.values.slice(0, 3), [90, 80, 50]);
});

test('likely signs are counted on both sides', () => {
  assert.deepEqual(likelySigns(set, 0.8), { up: 2, down: 2 });
});

test('beneath an intraday auction lie the earlier ones: prices where they are public, else forecasts', () => {
  const [dayAhead, first, second] = summary.products;
  assert.ok(dayAhead && first && second);
  assert.deepEqual(earlierAuctions(summary, dayAhead), []);
  const { series } = twoDayChart({
    summary,
    product: second,
    run: undefined,
    texts: {
      forecast: 'forecast',
      cleared: 'cleared',
      previousRun: 'previous',
      now: 'now',
      gate: 'gate',
      earlierCleared: (product) => `${product} cleared`,
      earlierForecast: (product) => `${product} forecast`,
    },
    bandsOf: () => [],
  });
  assert.deepEqual(
    series.map(({ label }) => label),
    ['da cleared', 'da forecast', 'ida1 cleared', 'ida1 forecast', 'forecast'],
  );
  assert.deepEqual(series[0]?.values.slice(0, 3), [40, 41, null]);
  assert.deepEqual(series[1]?.values.slice(0, 3), [null, null, 50]);
  assert.deepEqual(series[4]?.values.slice(0, 2), [60, 60]);
});
