import { forecastHorizon } from '../horizon/forecast-horizon.ts';
import type { Forecaster } from '../models/forecaster.ts';
import type { Panel } from '../series/panel.ts';

/** Called after each finished day. */
export type OnProgress = (progress: { done: number; total: number }) => void;

/**
 * Point forecasts of many days, each fitted afresh on what was known for it, so they can be made in any order or in
 * parallel. Row-major `targets x slotsPerDay`, in the order of `targets`.
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
    values.set(forecastDay({ panel, target, forecaster }), i * panel.slotsPerDay);
    onProgress?.({ done: i + 1, total: targets.length });
  });
  return values;
}

/**
 * The live run's forecast of row `target` alone: the forecaster sees no price of that row or later. Throws when it breaks
 * its contract of one finite value for each slot, so that no score is made of a NaN.
 */
export function forecastDay({
  panel,
  target,
  forecaster,
}: {
  panel: Panel;
  target: number;
  forecaster: Forecaster;
}): Float64Array {
  const [values] = forecastHorizon({ panel, target, horizonDays: 1, forecaster }).days;
  if (values.length !== panel.slotsPerDay || !values.every(Number.isFinite)) {
    throw new Error(`${forecaster.name} gave no finite forecast for every period of ${panel.days[target]}.`);
  }
  return values;
}
