import { addDays, type DeliveryDay, isDeliveryDay } from '../market/delivery-day.ts';
import type { Panel } from '../data/panel.ts';
import type { ForecastRecipe } from '../issue/forecast-recipe.ts';
import { DAY_AHEAD } from '../pipelines/forecast.ts';
import { BacktestInputError } from './backtest-input-error.ts';

/** The naives look one week back, and the bounds of the first day need a week of their errors. */
const FEWEST_HISTORY_DAYS = 14;

export interface BacktestSpan {
  /** First and last delivery day that is scored, both inclusive. */
  from: DeliveryDay;
  to: DeliveryDay;
  /** Most days of past errors behind one day's bounds; as many as the recipe wants when left out, older ones among them. */
  calibrationDays?: number | undefined;
}

/** Which rows of a panel a back-test forecasts. */
export interface BacktestPlan {
  calibrationDays: number;
  /** Rows before the first scored one, forecast only so that its bounds have errors to stand on. */
  calibrationRows: number[];
  scoredRows: number[];
  /** Both, in order of time: every day to forecast. */
  targets: number[];
}

/**
 * Finds the rows to forecast. `historyDays` is how many days must lie before `from`; calibration goes back as far as
 * `calibrationDays`, at most those of the recipe, and the forecaster's own `minHistoryDays` allow: older errors are those of the span's own days,
 * for which nothing is forecast before it. Throws BacktestInputError.
 */
export function planBacktest(
  panel: Panel,
  span: BacktestSpan,
  {
    minHistoryDays,
    historyDays = minHistoryDays,
    recipe = DAY_AHEAD,
  }: {
    minHistoryDays: number;
    historyDays?: number | undefined;
    recipe?: Pick<ForecastRecipe, 'calibrationDays' | 'olderCalibrationDays'> | undefined;
  },
): BacktestPlan {
  const { from, to, calibrationDays = recipe.calibrationDays + recipe.olderCalibrationDays } = span;
  if (!Number.isInteger(calibrationDays) || calibrationDays < 0) {
    throw new BacktestInputError(`The number of calibration days must be 0 or more; got ${calibrationDays}.`);
  }
  requireWholePanel(panel);
  const [first, last] = [rowOf(panel, from), rowOf(panel, to)];
  if (first > last) throw new BacktestInputError(`The first day ${from} is after the last day ${to}.`);
  const needed = Math.max(historyDays, FEWEST_HISTORY_DAYS);
  if (first < needed) {
    throw new BacktestInputError(
      `There is too little history: ${needed} days are needed before ${from}, but the data start on ${panel.days[0]}, ${first} days before it. Give earlier days, or take a model that needs fewer.`,
    );
  }
  const earliest = Math.max(
    first - Math.min(calibrationDays, recipe.calibrationDays),
    minHistoryDays,
    FEWEST_HISTORY_DAYS,
  );
  const calibrationRows = rowRange(Math.min(earliest, first), first);
  const scoredRows = rowRange(first, last + 1);
  return { calibrationDays, calibrationRows, scoredRows, targets: [...calibrationRows, ...scoredRows] };
}

/** Days that follow each other, and a value for each of their slots in every column. */
function requireWholePanel({ days, slotsPerDay, price, exogenous, signals = [] }: Panel): void {
  const wrong = days.findIndex(
    (day, row) => !isDeliveryDay(day) || (row > 0 && addDays(days[row - 1], 1) !== day),
  );
  if (wrong > 0)
    throw new BacktestInputError(
      `The days of the panel do not follow each other: ${days[wrong]} comes after ${days[wrong - 1]}.`,
    );
  if (wrong === 0) throw new BacktestInputError(`"${days[0]}" is not a day YYYY-MM-DD.`);
  const columns = [{ name: 'price', values: price }, ...exogenous, ...signals];
  const uneven = columns.find(({ values }) => values.length !== days.length * slotsPerDay);
  if (uneven === undefined) return;
  throw new BacktestInputError(
    `"${uneven.name}" has ${uneven.values.length} values for ${days.length} days of ${slotsPerDay}.`,
  );
}

function rowOf(panel: Panel, day: DeliveryDay): number {
  if (!isDeliveryDay(day)) throw new BacktestInputError(`"${day}" is not a day YYYY-MM-DD.`);
  const row = panel.days.indexOf(day);
  if (row < 0) {
    throw new BacktestInputError(
      `${day} is not in the data, which hold ${panel.days[0]} to ${panel.days.at(-1) ?? 'nothing'}.`,
    );
  }
  return row;
}

function rowRange(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
