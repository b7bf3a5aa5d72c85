import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FallbackForecast } from '../horizon/forecast-with-fallback.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import { shrinkToBaseline } from '../horizon/shrink-to-baseline.ts';
import { addDays, dayRange } from '../market/delivery-day.ts';
import { type PointRequest, shrinkLaterDays } from './issue-forecast.ts';
import type { PastForecast } from './past-forecast.ts';

const DAYS = dayRange('2026-01-01', '2026-03-31');
const TARGET = DAYS.indexOf('2026-03-20');
const LATER_DAYS = { ...DAY_AHEAD.laterDays, baselineDays: 14 };
const RECIPE = { laterDays: LATER_DAYS };
const RUNS = 60;

/** A price a day, 50 throughout. */
const task: PointRequest = {
  panel: {
    days: DAYS,
    slotsPerDay: 1,
    price: new Float64Array(DAYS.length).fill(50).fill(Number.NaN, TARGET),
    exogenous: [],
  },
  target: TARGET,
  horizonDays: 2,
};

const forecast: FallbackForecast = {
  days: [Float64Array.of(90), Float64Array.of(90)],
  members: [[Float64Array.of(90)], [Float64Array.of(90)]],
  explanations: [],
  missingInputs: ['load.forecast'],
  fallbackReason: undefined,
};

function runOf(i: number, secondDay: number, wasIssued: boolean): PastForecast {
  const values = Float64Array.of(70, secondDay);
  return {
    firstDay: addDays(DAYS[TARGET], i - RUNS),
    values,
    members: [values],
    quantiles: wasIssued ? [values, values] : undefined,
  };
}

const calibrationOf = (secondDay: number) =>
  Array.from({ length: RUNS }, (_, i) => runOf(i, secondDay, true));

test('the second day and its past go to the baseline where the model was wrong, and nothing else changes', () => {
  const calibration = calibrationOf(80);
  const shrunk = shrinkLaterDays(RECIPE, task, { point: forecast, past: calibration });
  assert.deepEqual(shrunk.point, { ...forecast, days: [Float64Array.of(90), Float64Array.of(50)] });
  assert.deepEqual(
    shrunk.past,
    calibration.map((run) => ({ ...run, values: Float64Array.of(70, 50) })),
  );
});

test('runs begin on their rows of the panel, and those that were issued are distinguished from hindcasts', () => {
  const calibration = Array.from({ length: RUNS }, (_, i) => runOf(i, 50 + i, i < 57));
  const panel = { ...task.panel, price: task.panel.price.map((price, row) => price + 5 * Math.sin(row)) };
  const runs = calibration.map(({ values }, i) => ({ origin: TARGET - RUNS + i, values, wasIssued: i < 57 }));
  const asked = { panel, target: TARGET, runs };
  const { days, past } = shrinkToBaseline(forecast, asked, LATER_DAYS);
  assert.ok(days[1][0] < 90);
  const shrunk = shrinkLaterDays(RECIPE, { ...task, panel }, { point: forecast, past: calibration });
  assert.deepEqual(shrunk.point.days, days);
  assert.deepEqual(
    shrunk.past.map(({ values }) => values),
    past,
  );
});

test('a recipe without a baseline, the weekly naive and a run without a past stay as they are', () => {
  const calibration = calibrationOf(80);
  const naive = { point: { ...forecast, fallbackReason: 'too little history' }, past: calibration };
  assert.equal(shrinkLaterDays(RECIPE, task, naive), naive);
  const ofModel = { point: forecast, past: calibration };
  assert.equal(shrinkLaterDays({ laterDays: { ...LATER_DAYS, baselineDays: 0 } }, task, ofModel), ofModel);
  const alone = { point: forecast, past: [] };
  assert.equal(shrinkLaterDays(RECIPE, task, alone), alone);
});
