import type { DeliveryDay } from '../market/delivery-day.ts';
import { groupBy } from '../data/group-by.ts';
import type { MemberForecasts, Model } from '../models/model.ts';
import { createStandardNaive, createWeeklyNaive } from '../models/naive.ts';
import { stepsOfRow } from '../horizon/quarter-shape.ts';
import type { Panel } from '../data/panel.ts';
import { type BacktestPlan, type BacktestSpan, planBacktest } from './backtest-plan.ts';
import { type BacktestScores, type ScoredPeriod, scorePeriods } from './backtest-scores.ts';
import {
  type DistributedPeriod,
  type DistributionScores,
  scoreDistributions,
} from './distribution-scores.ts';
import { indexOfLevel, QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { distributionOfQuarter } from '../distribution/quarter-distribution.ts';
import type { PathDay } from './path-scores.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { type OnProgress, forecastDays } from './forecast-days.ts';
import { issueQuantiles } from './issue-quantiles.ts';
import { type ObservedPeriod, periodsOfPanel } from './observed-period.ts';
import { QUARTERS_PER_HOUR, findQuarterHours } from './quarter-hours.ts';

const [LOWER, MEDIAN, UPPER] = [0.1, 0.5, 0.9].map(indexOfLevel);

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
  periods: DistributedPeriod[];
  scores: BacktestScores;
  distributionScores: DistributionScores;
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
  const { combined } = forecasts;
  const quantiles = issueQuantiles(panel, plan, forecasts, { levels: QUANTILE_LEVELS });
  const distributionAt = (i: number) => Float64Array.from(quantiles, (ofLevel) => ofLevel[i]);
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
    return (observed.get(row) ?? []).map(({ time, slot, quarter, price }): DistributedPeriod => {
      const ofSlot = distributionAt(start + slot);
      const place = { time, row, slot, actual: price };
      if (quarter === undefined || shape === undefined || quarterNaives === undefined)
        return { ...place, ...boundsOf(ofSlot), ...naives(i * slotsPerDay + slot) };
      const steps = stepsOfRow(hours, slot + 1);
      const ofQuarter = distributionOfQuarter(ofSlot, shape, { hour: slot, quarter, steps });
      return {
        ...place,
        ...boundsOf(ofQuarter),
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
    distributionScores: scoreDistributions(
      panel,
      scored,
      plan.scoredRows.flatMap((_, i) =>
        pathDayAt(panel, plan, { combined, distributionAt, place: plan.calibrationRows.length + i }),
      ),
    ),
  };
}

function boundsOf(distribution: Float64Array) {
  return { value: distribution[MEDIAN], p10: distribution[LOWER], p90: distribution[UPPER], distribution };
}

/** A scored day for the scores of paths, with the errors of the days before it; none where one of its prices is not known. */
function pathDayAt(
  { price, slotsPerDay }: Panel,
  { targets, calibrationDays }: BacktestPlan,
  {
    combined,
    distributionAt,
    place,
  }: { combined: Float64Array; distributionAt: (i: number) => Float64Array; place: number },
): PathDay[] {
  const pricesOf = (at: number) => price.slice(targets[at] * slotsPerDay, (targets[at] + 1) * slotsPerDay);
  const actual = pricesOf(place);
  if (actual.some(Number.isNaN)) return [];
  const past = Array.from({ length: Math.min(place, calibrationDays) }, (_, k) => place - 1 - k);
  const pastErrors = past
    .map((at) => pricesOf(at).map((ofSlot, slot) => ofSlot - combined[at * slotsPerDay + slot]))
    .filter((errors) => !errors.some(Number.isNaN));
  const distributions = Array.from(actual, (_, slot) => distributionAt(place * slotsPerDay + slot));
  return [{ distributions, actual, pastErrors }];
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
