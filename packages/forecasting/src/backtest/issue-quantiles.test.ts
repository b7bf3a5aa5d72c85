import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '../market/delivery-day.ts';
import { forecastQuantiles } from '../intervals/forecast-quantiles.ts';
import type { MemberForecasts } from '../models/model.ts';
import type { Panel } from '../data/panel.ts';
import type { BacktestPlan } from './backtest-plan.ts';
import { BOUND_LEVELS, issueQuantiles } from './issue-quantiles.ts';

const SLOTS = 3;
const FIRST_ROW = 20;

/** A linear congruential generator of numbers in [0, 1). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Forecasts of `calibration + scored` days by two members, and prices around them. */
function marketOf({ calibration, scored }: { calibration: number; scored: number }) {
  const random = randomOf(11);
  const days = calibration + scored;
  const combined = Float64Array.from({ length: days * SLOTS }, (_, i) => 50 + 9 * Math.sin(i) + random());
  const members = [1, -1].map((shift) => combined.map((value) => value + shift * random()));
  const price = new Float64Array((FIRST_ROW + days) * SLOTS).fill(50);
  price.set(
    combined.map((value) => value + 4 * (random() - 0.4)),
    FIRST_ROW * SLOTS,
  );
  const panel: Panel = {
    days: Array.from({ length: FIRST_ROW + days }, (_, i) => addDays('2026-01-01', i)),
    slotsPerDay: SLOTS,
    price,
    exogenous: [],
  };
  const targets = Array.from({ length: days }, (_, i) => FIRST_ROW + i);
  const plan: BacktestPlan = {
    calibrationDays: calibration,
    calibrationRows: targets.slice(0, calibration),
    scoredRows: targets.slice(calibration),
    targets,
  };
  return { panel, plan, forecasts: { combined, members } satisfies MemberForecasts };
}

describe('bounds of a back-test', () => {
  test('stand on the forecasts, members and bounds of the days before', () => {
    const { panel, plan, forecasts } = marketOf({ calibration: 60, scored: 2 });
    const bounds = issueQuantiles(panel, plan, forecasts);
    const end = 61 * SLOTS;
    const past = (values: Float64Array) => values.slice(SLOTS, end);
    const expected = forecastQuantiles(
      {
        slotsPerDay: SLOTS,
        actual: panel.price.slice((FIRST_ROW + 1) * SLOTS, (FIRST_ROW + 61) * SLOTS),
        combined: past(forecasts.combined),
        experts: forecasts.members.map(past),
        issued: bounds.map(past),
      },
      {
        combined: forecasts.combined.slice(end),
        experts: forecasts.members.map((member) => member.slice(end)),
      },
      BOUND_LEVELS,
    );
    assert.deepEqual(
      bounds.map((bound) => bound.slice(end)),
      expected,
    );
  });

  test('do not change with what comes after the day', () => {
    const { panel, plan, forecasts } = marketOf({ calibration: 100, scored: 6 });
    const before = issueQuantiles(panel, plan, forecasts);
    panel.price.fill(-999, (FIRST_ROW + 103) * SLOTS);
    for (const values of [forecasts.combined, ...forecasts.members]) values.fill(-999, 104 * SLOTS);
    const after = issueQuantiles(panel, plan, forecasts);
    after.forEach((bound, k) => {
      assert.deepEqual(bound.slice(0, 104 * SLOTS), before[k].slice(0, 104 * SLOTS));
      assert.notEqual(bound[104 * SLOTS], before[k][104 * SLOTS]);
    });
  });

  test('are corrected from the first day on by bounds of the calibration days that have 91 days before them', () => {
    const { panel, plan, forecasts } = marketOf({ calibration: 120, scored: 1 });
    const [low] = issueQuantiles(panel, plan, forecasts);
    assert.ok(low.subarray(0, 91 * SLOTS).every(Number.isNaN));
    assert.ok(low.subarray(91 * SLOTS).every(Number.isFinite));
  });
});
