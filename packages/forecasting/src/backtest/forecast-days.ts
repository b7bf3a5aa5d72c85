import { forecastHorizon } from '../horizon/forecast-horizon.ts';
import type { Forecaster } from '../models/forecaster.ts';
import type { Panel } from '../series/panel.ts';

/** Called after each finished day. */
export type OnProgress = (progress: { done: number; total: number }) => void;

/**
 * Point forecasts of many days, each the live run's forecast of that day alone and fitted afresh on what was known for it, so
 * they can be made in any order or in parallel. Row-major `targets x slotsPerDay`, in the order of `targets`.
 */
export function forecastDays({
  panel,
  targets,
  forecaster,
  onProgress,
}: {
  panel: Panel;
  targets: number[];
  forecaster: Forecaster;
  onProgress?: OnProgress | undefined;
}): Float64Array {
  const values = new Float64Array(targets.length * panel.slotsPerDay);
  targets.forEach((target, i) => {
    const { days } = forecastHorizon({ panel, target, horizonDays: 1, forecaster });
    values.set(days[0], i * panel.slotsPerDay);
    onProgress?.({ done: i + 1, total: targets.length });
  });
  return values;
}
