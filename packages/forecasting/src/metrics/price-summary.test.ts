import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decileCalibration, decilesBelow } from '../distribution/decile-calibration.ts';
import { distributionFromBounds } from '../distribution/period-distribution.ts';
import { dayStart } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { calibrationScores, forecastScores } from './forecast-scores.ts';
import { type PricedHour, rangeOfHour, summariseHours } from './price-summary.ts';
import { weeklyNaiveOf } from './weekly-naive.ts';

function hourOf(day: string, hour: number, periods: number[], solarMw?: number): PricedHour {
  const priceEurPerMwh = periods.reduce((sum, price) => sum + price, 0) / periods.length;
  const start = dayStart(day) + hour * HOUR_MS;
  return { start, day, hour, priceEurPerMwh, ...rangeOfHour(periods), windMw: undefined, solarMw };
}

test('figures of a span: base, peak of weekdays alone, spread by day, quarters below zero, what the sun earned', () => {
  const summary = summariseHours([
    hourOf('2026-03-27', 7, [100, 100, 100, 100], 0),
    hourOf('2026-03-27', 12, [-4, -4, 4, 4], 300),
    hourOf('2026-03-28', 12, [40, 40, 40, 40], 100),
  ]);
  assert.equal(summary.base, 140 / 3);
  assert.equal(summary.peak, 0, 'Friday at noon, not Saturday');
  assert.deepEqual([summary.min, summary.max, summary.negativeHours], [-4, 100, 0.5]);
  assert.equal(summary.dailySpread, (104 + 0) / 2);
  assert.equal(summary.captureSolar, (40 * 100) / 400);
  assert.equal(summary.captureWind, null);
  assert.equal(summariseHours([hourOf('2026-03-28', 12, [40])]).peak, null);
});

test('of two hours 2 the first is the naive of a week later', () => {
  const start = dayStart('2025-10-26');
  const naive = weeklyNaiveOf(new Map(Array.from({ length: 25 }, (_, i) => [start + i * HOUR_MS, i])));
  assert.deepEqual(
    [naive('2025-11-02', 2), naive('2025-11-02', 3), naive('2025-11-03', 2)],
    [2, 4, undefined],
  );
});

test('scores of hours, with a naive where one is known', () => {
  const hour = { value: 50, p10: 40, p90: 60, price: 52, naive: undefined };
  const scores = forecastScores([hour, { ...hour, price: 70, naive: 60 }]);
  assert.deepEqual([scores.maeEurPerMwh, scores.relativeMae, scores.biasEurPerMwh], [11, 2, -11]);
  assert.equal(calibrationScores([hour]).coveragePercent, 100);
  assert.equal(forecastScores([hour]).relativeMae, null);
});

test('prices are counted below the deciles of what was forecast', () => {
  const point = { value: 50, p10: 40, p90: 60 };
  const distribution = distributionFromBounds(point);
  assert.deepEqual(
    [30, 50.001, 99].map((price) => decilesBelow(distribution, point, price)),
    [0, 5, 9],
  );
  const { count, levels } = decileCalibration([
    { decilesBelow: 0 },
    { decilesBelow: 5 },
    { decilesBelow: undefined },
  ]);
  assert.equal(count, 2);
  assert.deepEqual(
    levels.map(({ observedPercent }) => observedPercent),
    [50, 50, 50, 50, 50, 100, 100, 100, 100],
  );
});
