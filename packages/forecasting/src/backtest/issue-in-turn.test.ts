import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays } from '../market/delivery-day.ts';
import { forecastQuantiles } from '../intervals/forecast-quantiles.ts';
import type { MemberForecasts } from '../models/model.ts';
import type { Panel } from '../data/panel.ts';
import type { BacktestPlan } from './backtest-plan.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import { horizonsOf } from './forecast-days.ts';
import { issueInTurn } from './issue-in-turn.ts';
import { createMarketDays } from './market-days.ts';

const SLOTS = 3;
const FIRST_ROW = 20;
/** Prices may go as far as the market allows. */
const RECIPE = { ...DAY_AHEAD, limits: { ...DAY_AHEAD.limits, fewestDays: Infinity } };

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

/** Quantiles of each level, NaN on days that get none. */
function issuedQuantiles(panel: Panel, plan: BacktestPlan, forecasts: MemberForecasts): Float64Array[] {
  const quantiles = QUANTILE_LEVELS.map(() => new Float64Array(forecasts.combined.length).fill(NaN));
  const market = createMarketDays({ panel });
  for (const { place, issued } of issueInTurn(RECIPE, market, plan, horizonsOf(forecasts, SLOTS))) {
    issued.hours.forEach(({ distribution }, slot) => {
      quantiles.forEach((ofLevel, k) => (ofLevel[place * SLOTS + slot] = distribution[k]));
    });
  }
  return quantiles;
}

describe('bounds of a back-test', () => {
  test('stand on the forecasts, members and bounds of the days before', () => {
    const { panel, plan, forecasts } = marketOf({ calibration: 60, scored: 2 });
    const bounds = issuedQuantiles(panel, plan, forecasts);
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
      QUANTILE_LEVELS,
      { bounds: DAY_AHEAD.bounds, limits: { lowest: -Infinity, highest: Infinity } },
    );
    assert.deepEqual(
      bounds.map((bound) => bound.slice(end)),
      expected,
    );
  });

  test('do not change with what comes after the day', () => {
    const { panel, plan, forecasts } = marketOf({ calibration: 100, scored: 6 });
    const before = issuedQuantiles(panel, plan, forecasts);
    panel.price.fill(-999, (FIRST_ROW + 103) * SLOTS);
    for (const values of [forecasts.combined, ...forecasts.members]) values.fill(-999, 104 * SLOTS);
    const after = issuedQuantiles(panel, plan, forecasts);
    after.forEach((bound, k) => {
      assert.deepEqual(bound.slice(0, 104 * SLOTS), before[k].slice(0, 104 * SLOTS));
      assert.notEqual(bound[104 * SLOTS], before[k][104 * SLOTS]);
    });
  });

  test('are corrected from the first day on by bounds of the calibration days that have 91 days before them', () => {
    const { panel, plan, forecasts } = marketOf({ calibration: 120, scored: 1 });
    const [low] = issuedQuantiles(panel, plan, forecasts);
    assert.ok(low.subarray(0, 91 * SLOTS).every(Number.isNaN));
    assert.ok(low.subarray(91 * SLOTS).every(Number.isFinite));
  });
});
