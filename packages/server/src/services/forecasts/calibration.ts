import {
  AUCTION_CALENDAR,
  addDays,
  daysBetween,
  earlierRunsOf,
  type ErrorHistory,
  type FallbackForecast,
  type Panel,
  type ScheduledRun,
} from '@lonja/forecasting';
import {
  addCalibrationForecasts,
  type CalibrationForecast,
  type CalibrationSet,
  listCalibrationForecasts,
} from '../../store/calibration-forecasts.ts';
import type { ForecastContext } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { horizonTask } from './horizon-task.ts';

/**
 * The forecasts of the same daily schedule on the days before a run. Those that were never made are made now, each from what was available at its
 * own instant, and kept. Instants at which the model could not run are left out.
 */
export async function completeCalibration(
  context: ForecastContext,
  set: CalibrationSet,
  request: { run: ScheduledRun; inputs: ForecastInputs },
): Promise<CalibrationForecast[]> {
  const { calibrationDays, historyDays } = context.champion;
  const calendar = AUCTION_CALENDAR[set.product];
  const runs = earlierRunsOf(calendar, request.run, calibrationDays);
  const stored = await listCalibrationForecasts(
    context.db,
    set,
    runs.map((run) => run.scheduledFor),
  );
  const known = new Set(stored.map((forecast) => forecast.scheduledFor));
  const missing = runs.filter((run) => !known.has(run.scheduledFor));
  const { horizonDays } = calendar;
  const tasks = missing.map(({ firstDay, scheduledFor }) =>
    horizonTask(request.inputs, { firstDay, horizonDays, historyDays, asOf: scheduledFor }),
  );
  const forecasts = await context.forecastHorizons(tasks, 'calibration');
  const made = forecasts.flatMap((forecast, i) => {
    if (forecast === undefined || forecast.fallbackReason !== undefined) return [];
    return [{ ...missing[i], values: joinDays(forecast, tasks[i].lateDays) }];
  });
  await addCalibrationForecasts(context.db, set, made);
  return [...stored, ...made].sort((a, b) => a.scheduledFor - b.scheduledFor);
}

/** The wanted days of a forecast, row-major days x slots. */
export function joinDays(forecast: FallbackForecast, lateDays: number): Float64Array {
  return Float64Array.from(forecast.days.slice(lateDays).flatMap((day) => [...day]));
}

/** Errors (actual minus forecast) that the calibration forecasts made `leadDays` after their first day. */
export function errorsAtLead(
  calibration: CalibrationForecast[],
  panel: Panel,
  leadDays: number,
): ErrorHistory {
  const { slotsPerDay } = panel;
  const errors = new Float64Array(calibration.length * slotsPerDay).fill(Number.NaN);
  calibration.forEach((forecast, i) => {
    const row = daysBetween(panel.days[0], addDays(forecast.firstDay, leadDays));
    if (row < 0 || row >= panel.days.length) return;
    for (let slot = 0; slot < slotsPerDay; slot++) {
      errors[i * slotsPerDay + slot] =
        panel.price[row * slotsPerDay + slot] - forecast.values[leadDays * slotsPerDay + slot];
    }
  });
  return { slotsPerDay, errors };
}
