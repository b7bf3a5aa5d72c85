import type { FallbackForecast } from '@lonja/forecasting';
import { daysBetween } from '@lonja/forecasting/market';
import { shrinkToBaseline } from '@lonja/forecasting/horizon';
import type { CalibrationForecast } from '../../store/calibration-forecasts.ts';
import type { LateHorizonTask } from './horizon-task.ts';

export interface CalibratedForecast {
  forecast: FallbackForecast;
  calibration: CalibrationForecast[];
}

/** Shrinks later days of a forecast and of its calibration to a baseline (see `shrinkToBaseline`); the weekly naive stays as it is. */
export function shrinkLaterDays(
  ofModel: CalibratedForecast,
  { task, baselineDays }: { task: LateHorizonTask; baselineDays: number },
): CalibratedForecast {
  const { forecast, calibration } = ofModel;
  if (baselineDays === 0 || forecast.fallbackReason !== undefined || calibration.length === 0) return ofModel;
  const { panel, target } = task;
  const runs = calibration.map(({ firstDay, values, quantiles }) => ({
    origin: daysBetween(panel.days[0], firstDay),
    values,
    wasIssued: quantiles !== undefined,
  }));
  const { past, ...shrunk } = shrinkToBaseline(forecast, { panel, target, baselineDays, runs });
  return {
    forecast: { ...forecast, ...shrunk },
    calibration: calibration.map((run, r) => ({ ...run, values: past[r] })),
  };
}
