import { planBacktest } from './backtest/backtest-plan.ts';
import { BacktestInputError } from './backtest/backtest-input-error.ts';
import { type OnProgress, forecastDays } from './backtest/forecast-days.ts';
import { issueBounds } from './backtest/issue-bounds.ts';
import type { Panel } from './data/panel.ts';
import { missingInputs } from './horizon/missing-inputs.ts';
import type { DeliveryDay } from './market/delivery-day.ts';
import type { Model } from './models/model.ts';

/** A day's prices to be expected, one of each for every slot, in the price unit of the panel: p10 <= value <= p90. */
export interface NextDayForecast {
  day: DeliveryDay;
  value: Float64Array;
  /** A tenth of the prices is to be expected below it. */
  p10: Float64Array;
  /** A tenth of the prices is to be expected above it. */
  p90: Float64Array;
  /** Past days whose errors the bounds rest on. With fewer than 7 they rest on those of the weekly naive. */
  calibratedOnDays: number;
  /** Inputs that are not known for the day, which the forecast does without. */
  missingInputs: string[];
}

/**
 * Forecasts the first day of a panel after its last known price, with bounds made of the errors that the model would have made on the
 * `calibrationDays` days before (half a year at most, as far as history allows). The same as what `backtest` gives for that day.
 *
 * The day has a row in the panel: its inputs as far as they are known, its prices NaN. Throws BacktestInputError where that row is
 * missing or less history lies before it than the model needs, InsufficientHistoryError where too little of the history is known.
 * Cost: one fit for each calibration day and one for the day itself.
 */
export function forecastNextDay({
  panel,
  model,
  calibrationDays,
  onProgress,
}: {
  panel: Panel;
  model: Model;
  calibrationDays?: number | undefined;
  onProgress?: OnProgress | undefined;
}): NextDayForecast {
  const target = rowToForecast(panel);
  const day = panel.days[target];
  const plan = planBacktest(panel, { from: day, to: day, calibrationDays }, model);
  const forecasts = forecastDays({ panel, targets: plan.targets, model, onProgress });
  const ofDay = (values: Float64Array) => values.slice(-panel.slotsPerDay);
  const [p10, p90] = issueBounds(panel, plan, forecasts).map(ofDay);
  return {
    day,
    value: ofDay(forecasts.combined),
    p10,
    p90,
    calibratedOnDays: plan.calibrationRows.length,
    missingInputs: missingInputs(panel, target),
  };
}

function rowToForecast({ days, price, slotsPerDay }: Panel): number {
  const lastKnown = price.findLastIndex((value) => !Number.isNaN(value));
  const row = Math.floor(lastKnown / slotsPerDay) + 1;
  if (row < days.length) return row;
  throw new BacktestInputError(
    `The data end on ${days.at(-1) ?? 'no day'}, whose prices are known. Add the day to forecast: its inputs, and no prices.`,
  );
}
