import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FallbackForecast, type ForecastHistory, forecastQuantiles } from '@lonja/forecasting';
import { AUCTION_CALENDAR, type Product, type ScheduledRun } from '@lonja/forecasting/market';
import { QUANTILE_LEVELS } from '@lonja/forecasting/distribution';
import { applyBounds, FEWEST_CALIBRATION_DAYS, weeklyNaiveErrors } from '@lonja/forecasting/intervals';
import type { CalibrationForecast } from '../../store/calibration-forecasts.ts';
import { historyAtLead } from './calibration.ts';
import type { LateHorizonTask } from './horizon-task.ts';

/** Quantiles of each wanted day of a forecast: one array for each of `QUANTILE_LEVELS`, by slot. */
export interface DayQuantiles {
  quantiles: Float64Array[][];
  /** Whether they stand on the model's own past, or on errors of the weekly naive. */
  areOwn: boolean;
}

interface QuantilesRequest {
  product: Product;
  run: ScheduledRun;
  task: LateHorizonTask;
  forecast: FallbackForecast;
  calibration: CalibrationForecast[];
  calibrationDays: number;
  /** Whether the first wanted day is forecast from less than the past forecasts that calibrate it. */
  firstDayIsWeaker: boolean;
}

export async function forecastDayQuantiles(request: QuantilesRequest): Promise<DayQuantiles> {
  const { task, forecast, calibrationDays } = request;
  const histories = ownHistories(request);
  if (histories === undefined) {
    const errors = weeklyNaiveErrors(task.panel, task.target, calibrationDays);
    const wanted = forecast.days.slice(task.lateDays);
    return { quantiles: wanted.map((day) => applyBounds(day, errors, QUANTILE_LEVELS)), areOwn: false };
  }
  const { min: lowest, max: highest } = AUCTION_CALENDAR[request.product].priceLimits;
  const quantiles: Float64Array[][] = [];
  for (const [i, history] of histories.entries()) {
    const lead = task.lateDays + i;
    const day = { combined: forecast.days[lead], experts: forecast.members[lead] };
    quantiles.push(forecastQuantiles(history, day, QUANTILE_LEVELS, { limits: { lowest, highest } }));
    await nextTurn();
  }
  return { quantiles, areOwn: true };
}

/**
 * The past of each wanted day's lead; undefined where the model has no errors of its own to learn from. A first day that is weaker
 * than its past has the past of the day after it, whose inputs nobody has published at the time: too wide rather than too narrow.
 */
function ownHistories({
  run,
  task,
  forecast,
  calibration,
  firstDayIsWeaker,
}: QuantilesRequest): ForecastHistory[] | undefined {
  const isModel = forecast.fallbackReason === undefined;
  if (!isModel || calibration.length < FEWEST_CALIBRATION_DAYS) return undefined;
  const lastLead = task.horizonDays - task.lateDays - 1;
  const histories = forecast.days.slice(task.lateDays).map((_, i) =>
    historyAtLead(calibration, {
      panel: task.panel,
      run,
      leadDays: Math.min(task.lateDays + (firstDayIsWeaker ? Math.max(1, i) : i), lastLead),
      memberCount: forecast.members[0].length,
    }),
  );
  const isKnown = ({ actual, combined }: ForecastHistory) =>
    actual.some((price, i) => Number.isFinite(price - combined[i]));
  return histories.every(isKnown) ? histories : undefined;
}
