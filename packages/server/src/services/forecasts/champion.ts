import type { ForecasterSpec } from '@lonja/forecasting';

/** The model that serves, and what it looks back on. */
export interface Champion {
  spec: ForecasterSpec;
  /** Days of history before the first forecast day that a fit may use. */
  historyDays: number;
  /** Past runs of the same daily schedule whose errors calibrate the bounds. */
  calibrationDays: number;
}

/** LEAR on two short and two long windows, as the published studies of the Spanish market use. */
export const CHAMPION: Champion = {
  spec: { kind: 'lear', windows: [56, 84, 364, 728] },
  historyDays: 728 + 14,
  calibrationDays: 91,
};

/** Day-ahead forecasts that the transmission system operator publishes before the gate. */
export const EXOGENOUS_KEYS = ['load.forecast', 'wind.forecast', 'solar.forecast'];

/** Days before the clock whose data a run of the champion reads. */
export function daysReadBy(champion: Champion): number {
  return champion.historyDays + champion.calibrationDays + 1;
}

/** What a model version of the champion is made of. */
export function manifestOf(champion: Champion, codeVersion: string): Record<string, unknown> {
  return {
    model: champion.spec,
    features: 'prices of D-1, D-2, D-3, D-7; exogenous inputs of D, D-1, D-7; weekday (Lago et al. 2021)',
    exogenous: EXOGENOUS_KEYS,
    historyDays: champion.historyDays,
    bounds: 'split conformal by hour and lead day, 0.1 and 0.9',
    calibrationDays: champion.calibrationDays,
    recalibration: 'every run',
    codeVersion,
  };
}
