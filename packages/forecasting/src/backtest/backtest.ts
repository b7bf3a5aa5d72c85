import type { DeliveryDay } from '../market/delivery-day.ts';
import { groupBy } from '../data/group-by.ts';
import type { MemberForecasts, Model } from '../models/model.ts';
import { createStandardNaive, createWeeklyNaive } from '../models/naive.ts';
import { forecastOfQuarter, stepsOfRow } from '../horizon/quarter-shape.ts';
import type { Panel } from '../data/panel.ts';
import { type BacktestPlan, type BacktestSpan, planBacktest } from './backtest-plan.ts';
import { type BacktestScores, type ScoredPeriod, scorePeriods } from './backtest-scores.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { type OnProgress, forecastDays } from './forecast-days.ts';
import { issueBounds } from './issue-bounds.ts';
import { type ObservedPeriod, periodsOfPanel } from './observed-period.ts';
import { QUARTERS_PER_HOUR, findQuarterHours } from './quarter-hours.ts';

/** The days to forecast again, and what they are scored on. */
export interface BacktestInput extends BacktestSpan {
  panel: Panel;
  /** What to score on; every slot of the panel that has a price when left out. */
  periods?: ObservedPeriod[] | undefined;
  /** Days that must lie before `from`; the model's `minHistoryDays` when left out. */
  historyDays?: number | undefined;
  onProgress?: OnProgress | undefined;
}

/** What a back-test forecast and how good it was. */
export interface BacktestResult {
  /** Days with a price to score on. */
  days: DeliveryDay[];
  /** Days before `from` whose errors the first day's bounds rest on. */
  calibratedOnDays: number;
  periods: ScoredPeriod[];
  scores: BacktestScores;
}

/**
 * Rolling-origin back-test: every day of the span is forecast by a model fitted on the days before it, and its bounds
 * stand on the forecasts of at most `calibrationDays` days before it and what came of them. The same walk begins before `from`, so that the
 * first day already has bounds of the forecaster's own errors where history allows. Cost: one fit for each day.
 */
export function backtest({ model, ...input }: BacktestInput & { model: Model }): BacktestResult {
  const plan = planBacktest(input.panel, input, { ...input, minHistoryDays: model.minHistoryDays });
  const forecasts = forecastDays({ ...input, targets: plan.targets, model });
  return assembleBacktest(input, plan, forecasts);
}

/** The sequential half: bounds and scores from the point forecasts of `plan.targets`. */
export function assembleBacktest(
  { panel, periods = periodsOfPanel(panel) }: Pick<BacktestInput, 'panel' | 'periods'>,
  plan: BacktestPlan,
  forecasts: MemberForecasts,
): BacktestResult {
  const { slotsPerDay } = panel;
  const [p10, p90] = issueBounds(panel, plan, forecasts);
  const naives = naivesOf(panel, plan.scoredRows);
  const quarters = findQuarterHours(panel, periods);
  const quarterNaives = quarters && naivesOf(quarters.panel, plan.scoredRows);
  const observed = groupBy(periods, ({ row }) => row);
  const scored = plan.scoredRows.flatMap((row, i) => {
    const place = plan.calibrationRows.length + i;
    const start = place * slotsPerDay;
    const shape = quarters?.shapeBefore(row);
    const before = row === 0 ? Number.NaN : panel.price[row * slotsPerDay - 1];
    const hours = [before, ...forecasts.combined.subarray(start, start + slotsPerDay)];
    return (observed.get(row) ?? []).map(({ time, slot, quarter, price }): ScoredPeriod => {
      const ofSlot = {
        value: forecasts.combined[start + slot],
        p10: p10[start + slot],
        p90: p90[start + slot],
      };
      if (quarter === undefined || shape === undefined || quarterNaives === undefined)
        return { time, actual: price, ...ofSlot, ...naives(i * slotsPerDay + slot) };
      return {
        time,
        actual: price,
        ...forecastOfQuarter(ofSlot, shape, { hour: slot, quarter, steps: stepsOfRow(hours, slot + 1) }),
        ...quarterNaives((i * slotsPerDay + slot) * QUARTERS_PER_HOUR + quarter),
      };
    });
  });
  if (scored.length === 0) throw new BacktestInputError('There is no price to score between the two days.');
  return {
    days: plan.scoredRows.filter((row) => observed.has(row)).map((row) => panel.days[row]),
    calibratedOnDays: plan.calibrationRows.length,
    periods: scored,
    scores: scorePeriods(scored),
  };
}

/** What the naives forecast, row-major `targets x slotsPerDay`. */
function naivesOf(
  panel: Panel,
  targets: number[],
): (i: number) => Pick<ScoredPeriod, 'weeklyNaive' | 'standardNaive'> {
  const weekly = forecastDays({ panel, targets, model: createWeeklyNaive() }).combined;
  const standard = forecastDays({ panel, targets, model: createStandardNaive() }).combined;
  return (i) => ({ weeklyNaive: weekly[i], standardNaive: standard[i] });
}
