import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayRange, type FallbackForecast, type Panel } from '@lonja/forecasting';
import type { CalibrationForecast } from '../../store/calibration-forecasts.ts';
import type { LateHorizonTask } from './horizon-task.ts';
import { settleLeads } from './settle-leads.ts';

const SLOTS = 24;
const LEADS = 3;
const USUAL_DAYS = 14;
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
const task: LateHorizonTask = { panel, target: TARGET, horizonDays: LEADS, lateDays: 0, standIns: [] };

/** Past runs of which each day is told as `tell` says. */
function calibrationOf(
  tell: (row: number, slot: number, lead: number) => number,
  runs = 40,
): CalibrationForecast[] {
  return Array.from({ length: runs }, (_, i) => {
    const firstDay = addDays(DAYS[TARGET], i - runs);
    const origin = DAYS.indexOf(firstDay);
    const values = Float64Array.from({ length: LEADS * SLOTS }, (__, at) => {
      const lead = Math.floor(at / SLOTS);
      return tell(origin + lead, at % SLOTS, lead);
    });
    return { scheduledFor: i, firstDay, values, members: [values], bounds: undefined };
  });
}

function forecastOf(value: number): FallbackForecast {
  const day = () => new Float64Array(SLOTS).fill(value);
  const days = Array.from({ length: LEADS }, day);
  return {
    days,
    members: days.map((values) => [values]),
    explanations: days.map(() => ({
      baseline: new Float64Array(SLOTS).fill(40),
      contributions: [
        { group: 'calendar', values: new Float64Array(SLOTS).fill(-10) },
        { group: 'price', values: new Float64Array(SLOTS).fill(value - 30) },
      ],
    })),
    missingInputs: [],
    fallbackReason: undefined,
  };
}

const actualAt = (row: number, slot: number) => panel.price[row * SLOTS + slot];
const useless = calibrationOf((row, slot) => 50 + 60 * wobble(row * 31 + slot * 7 + 5));

test('a model that tells nothing of later days gives way to usual prices, on the first day never', () => {
  const { forecast } = settleLeads(
    { forecast: forecastOf(90), calibration: useless },
    { task, usualDays: USUAL_DAYS },
  );
  assert.ok(forecast.days[0].every((price) => price === 90));
  for (const day of forecast.days.slice(1)) {
    assert.ok(Math.abs(day[3] - 50) < 12 && Math.abs(day[20] - 80) < 12, `${day[3]} and ${day[20]}`);
  }
});

test('a model that is right about later days is followed to the bit', () => {
  const right = calibrationOf((row, slot) => actualAt(row, slot) + 0.01 * wobble(row + slot));
  const told = { forecast: forecastOf(90), calibration: right };
  const settled = settleLeads(told, { task, usualDays: USUAL_DAYS });
  assert.deepEqual(settled.forecast.days, told.forecast.days);
  assert.deepEqual(settled.calibration, told.calibration);
});

test('each number of days ahead is judged by itself, and its past is moved as far as its forecast', () => {
  const mixed = calibrationOf((row, slot, lead) =>
    lead === 1 ? actualAt(row, slot) : 50 + 60 * wobble(row * 31 + slot * 7 + 5),
  );
  const { forecast, calibration } = settleLeads(
    { forecast: forecastOf(90), calibration: mixed },
    { task, usualDays: USUAL_DAYS },
  );
  assert.deepEqual(forecast.days[1], forecastOf(90).days[1]);
  assert.ok(forecast.days[2][3] < 65);
  const [first] = calibration;
  assert.deepEqual(first.values.subarray(0, 2 * SLOTS), mixed[0].values.subarray(0, 2 * SLOTS));
  const [was, is] = [mixed[0], first].map(({ values }) => values.subarray(2 * SLOTS));
  const spreadOf = (prices: Float64Array) => prices.reduce((sum, price) => sum + Math.abs(price - 50), 0);
  assert.ok(spreadOf(is) < 0.7 * spreadOf(was), `${spreadOf(is)} of ${spreadOf(was)}`);
});

test('once enough runs were issued, those that were made up say nothing', () => {
  const right = calibrationOf((row, slot) => actualAt(row, slot), 60);
  const wrong = calibrationOf((row, slot) => 50 + 60 * wobble(row * 31 + slot * 7 + 5), 60);
  const issued = (run: CalibrationForecast) => ({ ...run, bounds: [run.values, run.values] });
  const told = (runs: CalibrationForecast[]) =>
    settleLeads({ forecast: forecastOf(90), calibration: runs }, { task, usualDays: USUAL_DAYS }).forecast;
  const mixed = [...right.slice(0, 4), ...wrong.slice(4).map(issued)];
  assert.deepEqual(told(mixed).days, told(wrong.slice(4).map(issued)).days);
  assert.notDeepEqual(
    told([...right.slice(0, 30), ...wrong.slice(30).map(issued)]).days,
    told(wrong.slice(30)).days,
  );
});

test('what an explanation adds up to is the forecast that is issued', () => {
  const { forecast } = settleLeads(
    { forecast: forecastOf(90), calibration: useless },
    { task, usualDays: USUAL_DAYS },
  );
  forecast.days.forEach((day, lead) => {
    const { baseline, contributions } = forecast.explanations[lead];
    day.forEach((price, slot) => {
      const sum = contributions.reduce((total, { values }) => total + values[slot], baseline[slot]);
      assert.ok(Math.abs(price - sum) < 1e-9);
    });
  });
});

test('the model stays as it is with too short a past, by a manifest that says so, and where the naive stands in', () => {
  const forecast = forecastOf(90);
  const short = { forecast, calibration: useless.slice(-15) };
  assert.deepEqual(settleLeads(short, { task, usualDays: USUAL_DAYS }).forecast.days, forecast.days);
  const told = { forecast, calibration: useless };
  assert.equal(settleLeads(told, { task, usualDays: 0 }), told);
  const naive = { forecast: { ...forecast, fallbackReason: 'too little history' }, calibration: useless };
  assert.equal(settleLeads(naive, { task, usualDays: USUAL_DAYS }), naive);
});
