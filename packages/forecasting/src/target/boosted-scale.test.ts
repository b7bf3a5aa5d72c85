import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { createFitCache } from '../runtime/fit-cache.ts';
import { type LocalScale, type PriceScaleName, priceScalesOf as priceScales } from './boosted-scale.ts';

const DAYS = 400;
const SLOTS = 2;
const STEP_ROW = 300;

/** Slots lie 10 below and above the mean of their day, which is 60 before the step and 100 from then on. */
function steppedPanel(): Panel {
  const price = Float64Array.from(
    { length: DAYS * SLOTS },
    (_, at) => (at < STEP_ROW * SLOTS ? 60 : 100) + (at % SLOTS === 0 ? -10 : 10),
  );
  return {
    days: dayRange('2023-01-02', '2030-01-01').slice(0, DAYS),
    slotsPerDay: SLOTS,
    price,
    exogenous: [],
  };
}

function priceScalesOf(panel: Panel, rows: number[], name: PriceScaleName): LocalScale[] {
  return priceScales(panel, rows, name, createFitCache());
}

function assertScale({ level, spread }: LocalScale, expected: LocalScale): void {
  assert.ok(Math.abs(level - expected.level) < 1e-9, `level ${level}, not ${expected.level}`);
  assert.ok(Math.abs(spread - expected.spread) < 1e-9, `spread ${spread}, not ${expected.spread}`);
}

/** By the definition: so many days at 60 and at 100, their distances from the mean, 10 within each day and 3 % of the level. */
function yearOf(low: number, high: number): LocalScale {
  const level = (low * 60 + high * 100) / (low + high);
  const betweenDays = (low * (level - 60) + high * (100 - level)) / (low + high);
  return { level, spread: betweenDays + 10 + 0.03 * level };
}

test('recent prices are measured by four weeks, those of the year by the 364 days before', () => {
  const panel = steppedPanel();
  assertScale(priceScalesOf(panel, [350], 'recent')[0], { level: 100, spread: 10 + 0.03 * 100 });
  const years = priceScalesOf(panel, [350, 380], 'year');
  assertScale(years[0], yearOf(300, 50));
  assertScale(years[1], yearOf(284, 80));
});

test('days without prices do not count, and where nothing is known nothing is said', () => {
  const panel = steppedPanel();
  panel.price.fill(Number.NaN, 0, 100 * SLOTS);
  assertScale(priceScalesOf(panel, [350], 'year')[0], yearOf(200, 50));
  for (const name of ['recent', 'year'] as const) {
    assert.deepEqual(priceScalesOf(panel, [90], name), [{ level: Number.NaN, spread: Number.NaN }]);
  }
});
