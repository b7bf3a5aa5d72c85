import {
  applyBounds,
  BOUND_LEVELS,
  FEWEST_CALIBRATION_DAYS,
  type ScheduledRun,
  weeklyNaiveErrors,
} from '@lonja/forecasting';
import { OperatorError } from '../../errors.ts';
import type { CalibrationForecast } from '../../store/calibration-forecasts.ts';
import { errorsAtLead, joinDays } from './calibration.ts';
import type { ForecastContext } from './forecast-context.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { horizonTask, type LateHorizonTask } from './horizon-task.ts';

/** Point forecast and bounds of one delivery day, by slot. */
export interface DayForecast {
  value: Float64Array;
  p10: Float64Array;
  p90: Float64Array;
}

export interface ComputedForecast {
  days: DayForecast[];
  /** The point forecasts of all days, row-major. */
  values: Float64Array;
  degraded: string[];
  isChampion: boolean;
}

/** Point forecasts and bounds of a run's days, with a sentence for everything that it had to do without. */
export async function computeForecast(
  context: ForecastContext,
  request: {
    inputs: ForecastInputs;
    run: ScheduledRun;
    horizonDays: number;
    issuedAt: number;
    calibration: CalibrationForecast[];
  },
): Promise<ComputedForecast> {
  const { inputs, run, horizonDays, issuedAt, calibration } = request;
  const { historyDays, calibrationDays } = context.champion;
  const task = horizonTask(inputs, { firstDay: run.firstDay, horizonDays, historyDays, asOf: issuedAt });
  const [forecast] = await context.forecastHorizons([task], 'forecast');
  if (forecast === undefined) {
    throw new OperatorError(
      `There is not a week of prices before ${run.firstDay}; import more with "lonja import", or set SOURCES=simulator.`,
    );
  }
  const isChampion = forecast.fallbackReason === undefined;
  const usesNaiveErrors = !isChampion || calibration.length < FEWEST_CALIBRATION_DAYS;
  const days = forecast.days.slice(task.lateDays).map((value, lead): DayForecast => {
    const lastLead = Math.min(lead + task.lateDays, horizonDays - 1);
    const errors = usesNaiveErrors
      ? weeklyNaiveErrors(task.panel, task.target, calibrationDays)
      : errorsAtLead(calibration, task.panel, lastLead);
    const [p10, p90] = applyBounds(value, errors, BOUND_LEVELS);
    return { value, p10, p90 };
  });
  const degraded = [
    ...lateReasons(task),
    ...forecast.missingInputs.map((input) => `${input} of ${run.firstDay} is not available yet`),
    ...(isChampion ? [] : [`the weekly naive stands in for the model: ${String(forecast.fallbackReason)}`]),
    ...(usesNaiveErrors ? ['the bounds rest on errors of the weekly naive'] : []),
  ];
  return { days, values: joinDays(forecast, task.lateDays), degraded, isChampion };
}

function lateReasons({ panel, target, lateDays }: LateHorizonTask): string[] {
  return lateDays === 0 ? [] : [`prices from ${panel.days[target]} on are not available yet`];
}
