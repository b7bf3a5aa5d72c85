import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Panel } from '../data/panel.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { addDays } from '../market/delivery-day.ts';
import { historyAtLead, type PastForecast } from './past-forecast.ts';

describe('the history of a lead day', () => {
  const panel: Panel = {
    days: Array.from({ length: 10 }, (_, i) => addDays('2026-03-01', i)),
    slotsPerDay: 1,
    price: Float64Array.of(0, 1, 2, 3, 4, 5, 6, NaN, NaN, NaN),
    exogenous: [],
  };
  const forecastOf = (firstDay: string, value: number, isIssued = false): PastForecast => {
    const values = Float64Array.of(value, value + 0.5);
    const quantiles = isIssued ? QUANTILE_LEVELS.map((level) => values.map((v) => v + level)) : undefined;
    return { firstDay, values, members: [values.map((v) => v * 10)], quantiles };
  };

  test('has a row for each day up to the run, NaN where there is no forecast, price or quantile', () => {
    const calibration = [forecastOf('2026-03-04', 40), forecastOf('2026-03-06', 60, true)];
    assert.deepEqual(
      historyAtLead(calibration, { panel, firstDay: '2026-03-08', leadDays: 1, memberCount: 2 }),
      {
        slotsPerDay: 1,
        actual: Float64Array.of(4, NaN, 6, NaN),
        combined: Float64Array.of(40.5, NaN, 60.5, NaN),
        experts: [Float64Array.of(405, NaN, 605, NaN), Float64Array.of(NaN, NaN, NaN, NaN)],
        issued: QUANTILE_LEVELS.map((level) => Float64Array.of(NaN, NaN, 60.5 + level, NaN)),
      },
    );
  });
});
