import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayRange } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import { type PastRun, shrinkToBaseline } from './shrink-to-baseline.ts';

const SLOTS = 24;
const LEADS = 3;
const LATER_DAYS = { ...DAY_AHEAD.laterDays, baselineDays: 14 };
const DAYS = dayRange('2026-01-01', '2026-03-31');
const TARGET = DAYS.indexOf('2026-03-20');

/** A repeatable number in -1 .. 1. */
const wobble = (i: number): number => 2 * (Math.abs(Math.sin(i * 12.9898) * 43_758.5453) % 1) - 1;

/** Prices about 50 that no model can know, beside a slot that is dearer. */
function panelOf(): Panel {
  const price = Float64Array.from(
    { length: DAYS.length * SLOTS },
    (_, i) => 50 + (i % SLOTS === 20 ? 30 : 0) + 10 * wobble(i),
  );
  return { days: DAYS, slotsPerDay: SLOTS, price: price.fill(Number.NaN, TARGET * SLOTS), exogenous: [] };
}

const panel = panelOf();
const actualAt = (row: number, slot: number) => panel.price[row * SLOTS + slot];

type Model = (row: number, slot: number, lead: number) => number;

const useless: Model = (row, slot) => 50 + 60 * wobble(row * 31 + slot * 7 + 5);

/** Hindcasts of a model on the days before the target. */
function runsOf(model: Model, count = 40): PastRun[] {
  return Array.from({ length: count }, (_, i) => {
    const origin = TARGET - count + i;
    const values = Float64Array.from({ length: LEADS * SLOTS }, (__, at) => {
      const lead = Math.floor(at / SLOTS);
      return model(origin + lead, at % SLOTS, lead);
    });
    return { origin, values, wasIssued: false };
  });
}

function forecastOf(value: number) {
  const days = Array.from({ length: LEADS }, () => new Float64Array(SLOTS).fill(value));
  return {
    days,
    explanations: days.map(() => ({
      baseline: new Float64Array(SLOTS).fill(40),
      contributions: [
        { group: 'calendar', values: new Float64Array(SLOTS).fill(-10) },
        { group: 'price', values: new Float64Array(SLOTS).fill(value - 30) },
      ],
    })),
  };
}

function shrink(runs: PastRun[]) {
  return shrinkToBaseline(forecastOf(90), { panel, target: TARGET, runs }, LATER_DAYS);
}

const valuesOf = (runs: PastRun[]) => runs.map(({ values }) => values);

test('a model without skill on later days gives way to the baseline, on the first day never', () => {
  const { days } = shrink(runsOf(useless));
  assert.ok(days[0].every((price) => price === 90));
  for (const day of days.slice(1)) {
    assert.ok(Math.abs(day[3] - 50) < 12 && Math.abs(day[20] - 80) < 12, `${day[3]} and ${day[20]}`);
  }
});

test('forecasts of a model that is right about later days stay the same to the bit', () => {
  const right = runsOf((row, slot) => actualAt(row, slot) + 0.01 * wobble(row + slot));
  const shrunk = shrink(right);
  assert.deepEqual(shrunk, { ...forecastOf(90), past: valuesOf(right) });
});

test('each lead day has its own weight, and its past is shrunk as far as its forecast', () => {
  const mixed = runsOf((row, slot, lead) => (lead === 1 ? actualAt(row, slot) : useless(row, slot, lead)));
  const { days, past } = shrink(mixed);
  assert.deepEqual(days[1], forecastOf(90).days[1]);
  assert.ok(days[2][3] < 65);
  assert.deepEqual(past[0].subarray(0, 2 * SLOTS), mixed[0].values.subarray(0, 2 * SLOTS));
  const [was, is] = [mixed[0].values, past[0]].map((values) => values.subarray(2 * SLOTS));
  const spreadOf = (prices: Float64Array) => prices.reduce((sum, price) => sum + Math.abs(price - 50), 0);
  assert.ok(spreadOf(is) < 0.7 * spreadOf(was), `${spreadOf(is)} of ${spreadOf(was)}`);
});

test('once enough runs were issued, hindcasts do not count', () => {
  const right = runsOf(actualAt, 60);
  const wrong = runsOf(useless, 60);
  const issued = (run: PastRun) => ({ ...run, wasIssued: true });
  const enough = wrong.slice(4).map(issued);
  assert.deepEqual(shrink([...right.slice(0, 4), ...enough]).days, shrink(enough).days);
  const few = wrong.slice(30).map(issued);
  assert.notDeepEqual(shrink([...right.slice(0, 30), ...few]).days, shrink(few).days);
});

test('what an explanation adds up to is the shrunk forecast', () => {
  const { days, explanations } = shrink(runsOf(useless));
  days.forEach((day, lead) => {
    const { baseline, contributions } = explanations[lead];
    day.forEach((price, slot) => {
      const sum = contributions.reduce((total, { values }) => total + values[slot], baseline[slot]);
      assert.ok(Math.abs(price - sum) < 1e-9);
    });
  });
});

test('with few past runs, or none, nothing is shrunk', () => {
  for (const count of [0, 15]) {
    const runs = runsOf(useless, count);
    assert.deepEqual(shrink(runs), { ...forecastOf(90), past: valuesOf(runs) });
  }
});
