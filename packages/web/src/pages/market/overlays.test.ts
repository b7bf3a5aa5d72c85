import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PriceChart } from '@lonja/client';
import { readOverlays } from './overlay-names.ts';
import { overlaysOf, requestOf } from './overlays.ts';

const texts = { labelOf: (name: string) => `label of ${name}`, band: 'interval' };

function seriesOf(product: 'da' | 'ida1', price: number): PriceChart['series'][number] {
  const value = price + 1;
  return {
    product,
    market_product_id: `es-${product}`,
    price: [price, null],
    value: [value, value],
    p10: [value - 5, value - 5],
    p90: [value + 5, value + 5],
    last_year: [price / 2, null],
  };
}

const chart: PriceChart = {
  market_id: 'es',
  date_from: '2026-03-30',
  date_to: '2026-03-30',
  resolution: 'PT1H',
  unit: 'EUR/MWh',
  start: '2026-03-29T22:00:00Z',
  step_s: 3600,
  periods: 2,
  series: [seriesOf('da', 40), seriesOf('ida1', 60)],
  powers: { load: [20_000, null] },
  simulated: false,
};

test('an address names overlays in any order, and others are left out', () => {
  assert.deepEqual(readOverlays('wind,gas,forecast,ida2'), ['forecast', 'ida2', 'wind']);
  assert.deepEqual(readOverlays(''), []);
});

test('all that is laid over prices is asked for at once, the auction itself once', () => {
  assert.deepEqual(requestOf('ida1', ['forecast', 'da', 'ida1', 'load']), {
    products: ['ida1', 'da'],
    powers: ['load'],
    hasLastYear: false,
  });
  assert.deepEqual(requestOf('da', ['lastYear']), { products: ['da'], powers: [], hasLastYear: true });
});

test('each overlay is a line of its own; power has the right axis, the forecast its interval', () => {
  const { series, bands } = overlaysOf(chart, 'ida1', {
    overlays: ['forecast', 'lastYear', 'da', 'ida1', 'load'],
    texts,
  });
  assert.deepEqual(
    series.map(({ label, values, isRight = false }) => [label, values[0], isRight]),
    [
      ['label of forecast', 61, false],
      ['label of lastYear', 30, false],
      ['label of da', 40, false],
      ['label of load', 20_000, true],
    ],
  );
  assert.deepEqual(bands, [{ label: 'interval', colour: 'band', low: [56, 56], high: [66, 66] }]);
});

test('what has not come yet is not drawn', () => {
  const { series, bands } = overlaysOf(chart, 'da', { overlays: ['ida2', 'wind'], texts });
  assert.deepEqual([series, bands], [[], []]);
});
