import { BacktestInputError } from './backtest/backtest-input-error.ts';
import { type BacktestPlan, planBacktest } from './backtest/backtest-plan.ts';
import type { OnProgress } from './backtest/forecast-days.ts';
import { issueInTurn } from './backtest/issue-in-turn.ts';
import { createMarketDays, type MarketDays, type PeriodMarket } from './backtest/market-days.ts';
import type { LocalPeriod } from './backtest/observed-period.ts';
import type { Panel } from './data/panel.ts';
import type { PriceDistribution } from './distribution/price-distribution.ts';
import { LOWER, MEDIAN, UPPER } from './distribution/quantile-levels.ts';
import { type HorizonForecast, type HorizonRequest, forecastHorizon } from './horizon/forecast-horizon.ts';
import { missingInputs } from './horizon/missing-inputs.ts';
import type { DeliveryDay } from './market/delivery-day.ts';
import type { Model } from './models/model.ts';
import type { ForecastRecipe } from './issue/forecast-recipe.ts';
import type { IssuedForecast } from './issue/issue-forecast.ts';
import { DAY_AHEAD } from './pipelines/forecast.ts';
import { createFitCache } from './kernel/fit-cache.ts';
import { QUARTERS_PER_HOUR } from './backtest/quarter-hours.ts';

/** Lags of a week are forecasts themselves beyond it, and nothing is known of how wrong such forecasts are. */
const MOST_DAYS_AHEAD = 7;

/**
 * A day's prices to be expected, one of each for every slot, in the price unit of the panel: p10 <= value <= p90. NaN in the hour that a day of
 * 23 hours lacks.
 */
export interface NextDayForecast {
  day: DeliveryDay;
  value: Float64Array;
  /** A tenth of the prices is to be expected below it. */
  p10: Float64Array;
  /** A tenth of the prices is to be expected above it. */
  p90: Float64Array;
  /** The distribution of each slot; its median is `value`, two of its quantiles are `p10` and `p90`. */
  distributions: PriceDistribution[];
  /** Past days whose errors the bounds rest on, unless there are too few of them (`hasOwnBounds`). */
  calibratedOnDays: number;
  /** Inputs that are not known for the day, which the forecast does without. */
  missingInputs: string[];
}

/** Forecasts of consecutive days, each with bounds of its own lead. */
export interface NextDaysForecast {
  /** Row of the panel of the first day. */
  firstRow: number;
  days: NextDayForecast[];
  /** Whether the bounds rest on past errors of the model, or on those of the weekly naive. */
  hasOwnBounds: boolean;
  /** Errors of past forecasts over as many days, one row for each whose prices are all known: what paths go together by. */
  pastErrors: Float64Array[];
  /** How quarters of past days lay around what was to be expected of them, one row for each day; none for a market of hours. */
  quarterResiduals: Float64Array[];
  /** The forecast of each real period that is open, in their order. */
  periods: NextPeriodForecast[];
}

/** A real period without a price, and its forecast. */
export interface NextPeriodForecast {
  period: LocalPeriod;
  /** Days after the first. */
  lead: number;
  distribution: PriceDistribution;
  /** Of a quarter hour: which share of its variance is not its hour's, 0 to 1. */
  share: number | undefined;
}

/** What is forecast so that the days without prices have points and bounds. */
export interface NextDaysPlan extends BacktestPlan {
  firstRow: number;
  horizonDays: number;
  /** The past days that calibrate the bounds, and the days themselves last. */
  tasks: Omit<HorizonRequest, 'model' | 'cache'>[];
}

interface NextDaysInput extends Partial<Omit<PeriodMarket, 'panel'>> {
  panel: Panel;
  model: Model;
  /** How bounds, limits and quarter hours are made around the point forecasts: `DAY_AHEAD` when left out. */
  recipe?: Omit<ForecastRecipe, 'point'> | undefined;
  /** Most past days whose forecasts calibrate the bounds; those of the recipe at most. */
  calibrationDays?: number | undefined;
  onProgress?: OnProgress | undefined;
}

/**
 * Forecasts all days of a panel after its last known price, at most 7, with bounds made of the errors that the model would have made
 * on the `calibrationDays` days before, as far ahead and without the same inputs. Later days build on the forecasts of earlier ones.
 *
 * Each day has a row in the panel: its inputs as far as they are known, its prices NaN. Throws BacktestInputError where there is none
 * or less history lies before it than the model needs, InsufficientHistoryError where too little of the history is known.
 * Cost: one fit for each calibration day and one for the days themselves; more where later days lack inputs.
 */
export function forecastNextDays({
  panel,
  model,
  calibrationDays,
  onProgress,
  ...market
}: NextDaysInput): NextDaysForecast {
  const plan = planNextDays(panel, { calibrationDays, model, recipe: market.recipe });
  const cache = createFitCache();
  const forecasts = plan.tasks.map((task, i) => {
    const forecast = forecastHorizon({ ...task, model, cache });
    onProgress?.({ done: i + 1, total: plan.tasks.length });
    return forecast;
  });
  return assembleNextDays({ panel, ...market }, plan, forecasts);
}

/** The first of these days alone: the same as what `backtest` gives for it. */
export function forecastNextDay(input: NextDaysInput): NextDayForecast {
  const { days, price, exogenous, signals, slotsPerDay } = input.panel;
  const end = Math.min(days.length, firstOpenRow(input.panel) + 1);
  const until = (values: Float64Array) => values.subarray(0, end * slotsPerDay);
  const columns = (all: Panel['exogenous']) =>
    all.map(({ name, values }) => ({ name, values: until(values) }));
  const [first] = forecastNextDays({
    ...input,
    panel: {
      ...input.panel,
      days: days.slice(0, end),
      price: until(price),
      exogenous: columns(exogenous),
      signals: signals && columns(signals),
    },
  }).days;
  return first;
}

/** Throws BacktestInputError. */
export function planNextDays(
  panel: Panel,
  {
    calibrationDays,
    model: { minHistoryDays },
    recipe,
  }: Pick<NextDaysInput, 'calibrationDays' | 'recipe'> & { model: Pick<Model, 'minHistoryDays'> },
): NextDaysPlan {
  const firstRow = firstOpenRow(panel);
  const horizonDays = panel.days.length - firstRow;
  if (horizonDays === 0) {
    throw new BacktestInputError(
      `The data end on ${panel.days.at(-1) ?? 'no day'}, whose prices are known. Add the rows of the day to forecast, with its inputs and empty prices.`,
    );
  }
  if (horizonDays > MOST_DAYS_AHEAD) {
    throw new BacktestInputError(
      `${horizonDays} days from ${panel.days[firstRow]} on have no prices; at most ${MOST_DAYS_AHEAD} are forecast. Leave the later days out.`,
    );
  }
  const day = panel.days[firstRow];
  const plan = planBacktest(panel, { from: day, to: day, calibrationDays }, { minHistoryDays, recipe });
  const unknownInputs = Array.from({ length: horizonDays }, (_, lead) =>
    missingInputs(panel, firstRow + lead),
  );
  const tasks = plan.targets.map((target) => ({ panel, target, horizonDays, unknownInputs }));
  return { ...plan, firstRow, horizonDays, tasks };
}

/** What is issued of the last task, from the point forecasts of all of them. */
export function assembleNextDays(
  input: Omit<NextDaysInput, 'model' | 'calibrationDays' | 'onProgress'>,
  plan: NextDaysPlan,
  forecasts: HorizonForecast[],
): NextDaysForecast {
  const { recipe = DAY_AHEAD } = input;
  const market = createMarketDays(input);
  const last = [...issueInTurn(recipe, market, plan, forecasts)].at(-1);
  if (last === undefined) throw new Error('A plan has at least one target.');
  return nextDaysOf(market, last.issued, { ...plan, learntFrom: plan.calibrationRows.length });
}

/**
 * An issued forecast by the days and the open periods of a market. `horizonDays`: how many of its days are wanted; `learntFrom`: past days that
 * the bounds of the first rest on.
 */
export function nextDaysOf(
  market: MarketDays,
  issued: IssuedForecast,
  { firstRow, horizonDays, learntFrom }: { firstRow: number; horizonDays: number; learntFrom: number },
): NextDaysForecast {
  const { panel, open } = market;
  const { slotsPerDay } = panel;
  const firstHours: number[] = [];
  let hours = 0;
  const days = Array.from({ length: horizonDays }, (_, lead): NextDayForecast => {
    const row = firstRow + lead;
    const slots = market.slotsOf(row);
    const distributions: PriceDistribution[] = [];
    slots.forEach((slot, i) => (distributions[slot] = issued.hours[hours + i].distribution));
    firstHours.push(hours);
    hours += slots.length;
    const ofLevel = (k: number) =>
      Float64Array.from({ length: slotsPerDay }, (_slot, slot) => distributions[slot]?.[k] ?? Number.NaN);
    return {
      day: panel.days[row],
      value: ofLevel(MEDIAN),
      p10: ofLevel(LOWER),
      p90: ofLevel(UPPER),
      distributions,
      calibratedOnDays: Math.max(0, learntFrom - lead),
      missingInputs: missingInputs(panel, row),
    };
  });
  return {
    firstRow,
    days,
    hasOwnBounds: issued.hasOwnBounds,
    pastErrors: issued.pastErrors.errors.map((errors) => errors.slice(0, horizonDays * slotsPerDay)),
    quarterResiduals: issued.quarterResiduals,
    periods: open.map((period) => {
      const lead = period.row - firstRow;
      const { hour, quarter } = market.placeOf(period);
      const place = firstHours[lead] + hour;
      if (quarter === undefined || issued.quarters.length === 0)
        return { period, lead, distribution: issued.hours[place].distribution, share: undefined };
      const { distribution, share } = issued.quarters[place * QUARTERS_PER_HOUR + quarter];
      return { period, lead, distribution, share };
    }),
  };
}

function firstOpenRow({ price, slotsPerDay }: Panel): number {
  return Math.floor(price.findLastIndex((value) => !Number.isNaN(value)) / slotsPerDay) + 1;
}
