import type { DeliveryDay } from '../market/delivery-day.ts';
import { groupBy } from '../data/group-by.ts';
import type { MemberForecasts, Model } from '../models/model.ts';
import { createStandardNaive, createWeeklyNaive } from '../models/naive.ts';
import type { Panel } from '../data/panel.ts';
import { type BacktestPlan, type BacktestSpan, planBacktest } from './backtest-plan.ts';
import { type BacktestScores, type ScoredPeriod, scorePeriods } from './backtest-scores.ts';
import {
  type DistributedPeriod,
  type DistributionScores,
  scoreDistributions,
} from './distribution-scores.ts';
import { indexOfLevel } from '../distribution/quantile-levels.ts';
import type { PriceDistribution, PriceLimits } from '../distribution/price-distribution.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import type { IssuedForecast } from '../issue/issue-forecast.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import type { PathDay } from './path-scores.ts';
import { BacktestInputError } from './backtest-input-error.ts';
import { type OnProgress, forecastDays, horizonsOf } from './forecast-days.ts';
import { type IssuedRow, issueInTurn } from './issue-in-turn.ts';
import { createMarketDays, type MarketDays } from './market-days.ts';
import type { LocalPeriod, ObservedPeriod } from './observed-period.ts';
import { QUARTERS_PER_HOUR, panelOfQuarters } from './quarter-hours.ts';

const [LOWER, MEDIAN, UPPER] = [0.1, 0.5, 0.9].map(indexOfLevel);

/** The days to forecast again, and what they are scored on. */
export interface BacktestInput extends BacktestSpan {
  panel: Panel;
  /** What to score on; every slot of the panel that has a price when left out. */
  periods?: ObservedPeriod[] | undefined;
  /** Periods whose prices are not known (see `PeriodMarket`). */
  gaps?: readonly LocalPeriod[] | undefined;
  /** The lowest and the highest price that the market allows; none when left out. */
  limits?: PriceLimits | undefined;
  /** How bounds, limits and quarter hours are made around the point forecasts: `DAY_AHEAD` when left out. */
  recipe?: Omit<ForecastRecipe, 'point'> | undefined;
  /** Days that must lie before `from`; the model's `minHistoryDays` when left out. */
  historyDays?: number | undefined;
  onProgress?: OnProgress | undefined;
}

/** What a back-test forecast and how good it was. */
export interface BacktestResult {
  /** Days with a price to score on. */
  days: DeliveryDay[];
  /** Days before `from` whose errors the first day's bounds rest on, unless there are too few of them. */
  calibratedOnDays: number;
  /** Whether the first day's bounds rest on past errors of the model, or on those of the weekly naive. */
  hasOwnBounds: boolean;
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

/** The sequential half: what is issued, and its scores, from the point forecasts of `plan.targets`. */
export function assembleBacktest(
  input: Pick<BacktestInput, 'panel' | 'periods' | 'gaps' | 'limits' | 'recipe'>,
  plan: BacktestPlan,
  forecasts: MemberForecasts,
): BacktestResult {
  const { panel, recipe = DAY_AHEAD } = input;
  const market = createMarketDays(input);
  const horizons = horizonsOf(forecasts, panel.slotsPerDay);
  return scoreIssued(market, plan, issueInTurn(recipe, market, plan, horizons));
}

/** Scores of what was issued of the scored rows of a plan; other rows are left out. */
export function scoreIssued(
  market: MarketDays,
  { scoredRows, calibrationRows }: Pick<BacktestPlan, 'scoredRows' | 'calibrationRows'>,
  issuedRows: Iterable<Pick<IssuedRow, 'row' | 'issued'>>,
): BacktestResult {
  const { panel, periods } = market;
  const { slotsPerDay } = panel;
  const naives = naivesOf(panel, scoredRows);
  const ofQuarters = panelOfQuarters(panel, periods);
  const quarterNaives = ofQuarters && naivesOf(ofQuarters, scoredRows);
  const observed = groupBy(periods, ({ row }) => row);
  const scored: DistributedPeriod[] = [];
  const pathDays: PathDay[] = [];
  let hasOwnBounds: boolean | undefined;
  for (const { row, issued } of issuedRows) {
    const i = scoredRows.indexOf(row);
    if (i < 0) continue;
    hasOwnBounds ??= issued.hasOwnBounds;
    for (const period of observed.get(row) ?? []) {
      const { time, slot, quarter, price: actual } = period;
      const { hour } = market.placeOf(period);
      const at = i * slotsPerDay + slot;
      const isQuarter = quarter !== undefined && quarterNaives !== undefined;
      const { distribution } = isQuarter
        ? issued.quarters[hour * QUARTERS_PER_HOUR + quarter]
        : issued.hours[hour];
      scored.push({
        time,
        row,
        slot,
        actual,
        ...boundsOf(distribution),
        ...(isQuarter ? quarterNaives(at * QUARTERS_PER_HOUR + quarter) : naives(at)),
      });
    }
    pathDays.push(...pathDayOf(panel, { row, issued, slots: market.slotsOf(row) }));
  }
  if (scored.length === 0) throw new BacktestInputError('There is no price to score between the two days.');
  return {
    days: scoredRows.filter((row) => observed.has(row)).map((row) => panel.days[row]),
    calibratedOnDays: calibrationRows.length,
    hasOwnBounds: hasOwnBounds === true,
    periods: scored,
    scores: scorePeriods(scored),
    distributionScores: scoreDistributions(panel, scored, pathDays),
  };
}

function boundsOf(distribution: PriceDistribution) {
  return { value: distribution[MEDIAN], p10: distribution[LOWER], p90: distribution[UPPER], distribution };
}

/** A scored day for the scores of paths; none where one of its prices is not known, and of a day of 23 hours. */
function pathDayOf(
  { price, slotsPerDay }: Panel,
  { row, issued, slots }: { row: number; issued: IssuedForecast; slots: readonly number[] },
): PathDay[] {
  const actual = price.slice(row * slotsPerDay, (row + 1) * slotsPerDay);
  const ofSlot = new Map(slots.map((slot, i) => [slot, issued.hours[i].distribution]));
  if (actual.some(Number.isNaN) || ofSlot.size < slotsPerDay) return [];
  const distributions = Array.from(actual, (_, slot) => ofSlot.get(slot) ?? []);
  return [
    {
      distributions,
      actual,
      pastErrors: issued.pastErrors.errors.map((errors) => errors.subarray(0, slotsPerDay)),
    },
  ];
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
