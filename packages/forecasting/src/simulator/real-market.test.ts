import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { deliveryDayOf, localHourOf } from '../market/delivery-day.ts';
import { simulateMarket } from './simulate-market.ts';

const PANEL = new URL('../../../../../shared/data/spain/panel_hourly_2015_2026Q1.csv.gz', import.meta.url);
const skip = existsSync(PANEL) ? false : 'the panel of real Spanish prices is not beside the project';

/** Winter, spring, summer, autumn. */
const SEASON_OF_MONTH = [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0];

test('the mean price of each season and hour follows the real one of 2024 to March 2026', { skip }, () => {
  const real = shapeOf(realPrices());
  const simulated = shapeOf(simulatedPrices());
  for (let season = 0; season < 4; season++) {
    const [a, b] = [real, simulated].map((shape) => shape.slice(season * 24, season * 24 + 24));
    const seasonName = ['winter', 'spring', 'summer', 'autumn'][season];
    assert.ok(correlation(a, b) > 0.9, `${seasonName}: correlation ${correlation(a, b)}`);
    const distance = mean(a.map((price, hour) => Math.abs(price - b[hour])));
    assert.ok(distance < 25, `${seasonName}: mean distance ${distance} EUR/MWh`);
  }
});

type Row = [instant: number, price: number];

function realPrices(): Row[] {
  const [header, ...lines] = gunzipSync(readFileSync(PANEL)).toString().trim().split('\n');
  const column = header.split(',').indexOf('da_price_es');
  return lines
    .filter((line) => line >= '2023-12-31T23')
    .map((line) => line.split(','))
    .filter((fields) => fields[column] !== '')
    .map((fields) => [Date.parse(fields[0]), Number(fields[column])]);
}

function simulatedPrices(): Row[] {
  return simulateMarket({ seed: 7, from: '2024-01-01', to: '2026-03-31' })
    .series.filter(({ key }) => key === 'price.da')
    .flatMap((prices) => Array.from(prices.start, (start, i): Row => [start, prices.value[i]]));
}

/** Mean price by season and local hour, `season * 24 + hour`. */
function shapeOf(rows: readonly Row[]): number[] {
  const sums = new Float64Array(96);
  const counts = new Float64Array(96);
  for (const [instant, price] of rows) {
    const month = Number(deliveryDayOf(instant).slice(5, 7));
    const cell = SEASON_OF_MONTH[month - 1] * 24 + localHourOf(instant);
    sums[cell] += price;
    counts[cell] += 1;
  }
  return Array.from(sums, (sum, cell) => sum / counts[cell]);
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = (x: readonly number[], y: readonly number[], mx: number, my: number): number =>
    mean(x.map((value, i) => (value - mx) * (y[i] - my)));
  return product(a, b, meanA, meanB) / Math.sqrt(product(a, a, meanA, meanA) * product(b, b, meanB, meanB));
}
