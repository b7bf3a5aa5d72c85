import type { DeliveryDay } from '../calendar/delivery-day.ts';
import { applyBounds } from '../intervals/apply-bounds.ts';
import {
  type ErrorHistory,
  knownErrorDays,
  errorsOfForecasts,
  sliceErrorDays,
  weeklyNaiveErrors,
} from '../intervals/error-history.ts';
import type { Forecaster } from '../models/forecaster.ts';
import { createStandardNaive, createWeeklyNaive } from '../models/naive.ts';
import type { Panel } from '../series/panel.ts';
import {
  type BacktestPlan,
  type BacktestSpan,
  DEFAULT_CALIBRATION_DAYS,
  planBacktest,
} from './backtest-plan.ts';
import { type BacktestScores, type ScoredPeriod, scorePeriods } from './backtest-scores.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { type OnProgress, forecastDays } from './forecast-days.ts';
import { type ObservedPeriod, periodsOfPanel } from './observed-period.ts';

/** The quantiles that bounds stand for. */
export const BOUND_LEVELS = [0.1, 0.9];

/** With errors of fewer days of its own, a forecaster's bounds are made of the weekly naive's errors. */
export const FEWEST_CALIBRATION_DAYS = 7;

export interface BacktestInput extends BacktestSpan {
  panel: Panel;
  /** What to score on; every slot of the panel that has a price when left out. */
  periods?: ObservedPeriod[] | undefined;
  /** Days that must lie before `from`; the forecaster's `minHistoryDays` when left out. */
  historyDays?: number | undefined;
  onProgress?: OnProgress | undefined;
}

export interface BacktestResult {
  days: DeliveryDay[];
  /** Days before `from` whose errors the first day's bounds rest on. */
  calibratedOnDays: number;
  periods: ScoredPeriod[];
  scores: BacktestScores;
}

/**
 * Rolling-origin back-test: every day of the span is forecast by a model fitted on the days before it, and its bounds are
 * made of the errors of at most `calibrationDays` days before it. The same walk begins before `from`, so that the first
 * day already has bounds of the forecaster's own errors where history allows. Cost: one fit for each day.
 */
export function backtest({
  forecaster,
  ...input
}: BacktestInput & { forecaster: Forecaster }): BacktestResult {
  const plan = planBacktest(input.panel, input, { ...input, minHistoryDays: forecaster.minHistoryDays });
  const forecasts = forecastDays({ ...input, targets: plan.targets, forecaster });
  return assembleBacktest(input, plan, forecasts);
}

/** The sequential half: bounds and scores from the point forecasts of `plan.targets`. */
export function assembleBacktest(
  { panel, periods = periodsOfPanel(panel) }: Pick<BacktestInput, 'panel' | 'periods'>,
  plan: BacktestPlan,
  forecasts: Float64Array,
): BacktestResult {
  const { slotsPerDay } = panel;
  const history = errorsOfForecasts(panel, plan.targets, forecasts);
  const naives = {
    weekly: forecastDays({ panel, targets: plan.scoredRows, forecaster: createWeeklyNaive() }),
    standard: forecastDays({ panel, targets: plan.scoredRows, forecaster: createStandardNaive() }),
  };
  const observed = Map.groupBy(periods, ({ row }) => row);
  const scored = plan.scoredRows.flatMap((row, i) => {
    const place = plan.calibrationRows.length + i;
    const values = forecasts.subarray(place * slotsPerDay, (place + 1) * slotsPerDay);
    const own = sliceErrorDays(history, Math.max(0, place - plan.calibrationDays), place);
    const [p10, p90] = applyBounds(values, errorsOrFallback(own, { panel, row, plan }), BOUND_LEVELS);
    return (observed.get(row) ?? []).map(({ time, slot, price }): ScoredPeriod => ({
      time,
      actual: price,
      value: values[slot],
      p10: p10[slot],
      p90: p90[slot],
      weeklyNaive: naives.weekly[i * slotsPerDay + slot],
      standardNaive: naives.standard[i * slotsPerDay + slot],
    }));
  });
  if (scored.length === 0) throw new BacktestInputError('There is no price to score between the two days.');
  return {
    days: plan.scoredRows.map((row) => panel.days[row]),
    calibratedOnDays: plan.calibrationRows.length,
    periods: scored,
    scores: scorePeriods(scored),
  };
}

function errorsOrFallback(
  own: ErrorHistory,
  { panel, row, plan }: { panel: Panel; row: number; plan: BacktestPlan },
): ErrorHistory {
  if (knownErrorDays(own) >= FEWEST_CALIBRATION_DAYS) return own;
  return weeklyNaiveErrors(panel, row, Math.max(plan.calibrationDays, DEFAULT_CALIBRATION_DAYS));
}
