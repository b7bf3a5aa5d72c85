import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FallbackForecast } from '@lonja/forecasting';
import { addDays, dayRange } from '@lonja/forecasting/market';
import { shrinkToBaseline } from '@lonja/forecasting/horizon';
import type { CalibrationForecast } from '../../store/calibration-forecasts.ts';
import type { LateHorizonTask } from './horizon-task.ts';
import { shrinkLaterDays } from './shrink-later-days.ts';

const DAYS = dayRange('2026-01-01', '2026-03-31');
const TARGET = DAYS.indexOf('2026-03-20');
const BASELINE_DAYS = 14;
const RUNS = 60;

/** A price a day, 50 throughout. */
const task: LateHorizonTask = {
  panel: {
    days: DAYS,
    slotsPerDay: 1,
    price: new Float64Array(DAYS.length).fill(50).fill(Number.NaN, TARGET),
    exogenous: [],
  },
  target: TARGET,
  horizonDays: 2,
  lateDays: 0,
  published: [],
  standIns: [],
};

const forecast: FallbackForecast = {
  days: [Float64Array.of(90), Float64Array.of(90)],
  members: [[Float64Array.of(90)], [Float64Array.of(90)]],
  explanations: [],
  missingInputs: ['load.forecast'],
  fallbackReason: undefined,
};

function runOf(i: number, secondDay: number, wasIssued: boolean): CalibrationForecast {
  const values = Float64Array.of(70, secondDay);
  return {
    scheduledFor: i,
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
  const shrunk = shrinkLaterDays({ forecast, calibration }, { task, baselineDays: BASELINE_DAYS });
  assert.deepEqual(shrunk.forecast, { ...forecast, days: [Float64Array.of(90), Float64Array.of(50)] });
  assert.deepEqual(
    shrunk.calibration,
    calibration.map((run) => ({ ...run, values: Float64Array.of(70, 50) })),
  );
});

test('runs begin on their rows of the panel, and those that were issued are distinguished from hindcasts', () => {
  const calibration = Array.from({ length: RUNS }, (_, i) => runOf(i, 50 + i, i < 57));
  const panel = { ...task.panel, price: task.panel.price.map((price, row) => price + 5 * Math.sin(row)) };
  const runs = calibration.map(({ values }, i) => ({ origin: TARGET - RUNS + i, values, wasIssued: i < 57 }));
  const asked = { panel, target: TARGET, baselineDays: BASELINE_DAYS, runs };
  const { days, past } = shrinkToBaseline(forecast, asked);
  assert.ok(days[1][0] < 90);
  const shrunk = shrinkLaterDays(
    { forecast, calibration },
    { task: { ...task, panel }, baselineDays: BASELINE_DAYS },
  );
  assert.deepEqual(shrunk.forecast.days, days);
  assert.deepEqual(
    shrunk.calibration.map(({ values }) => values),
    past,
  );
});

test('a manifest without a baseline, the weekly naive and a run without a past stay as they are', () => {
  const calibration = calibrationOf(80);
  const asked = { task, baselineDays: BASELINE_DAYS };
  const naive = { forecast: { ...forecast, fallbackReason: 'too little history' }, calibration };
  assert.equal(shrinkLaterDays(naive, asked), naive);
  const ofModel = { forecast, calibration };
  assert.equal(shrinkLaterDays(ofModel, { task, baselineDays: 0 }), ofModel);
  const alone = { forecast, calibration: [] };
  assert.equal(shrinkLaterDays(alone, asked), alone);
});
