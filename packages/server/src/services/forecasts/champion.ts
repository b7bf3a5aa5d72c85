import type { ForecasterSpec } from '@lonja/forecasting';

/** The model that serves, and what it looks back on. */
export interface Champion {
  spec: ForecasterSpec;
  /** Days of history before the first forecast day that a fit may use. */
  historyDays: number;
  /** Past runs of the same daily schedule that the bounds learn from. */
  calibrationDays: number;
}

/** Two years of history serve its longest LEAR window. */
export const CHAMPION: Champion = {
  spec: { kind: 'champion' },
  historyDays: 728 + 14,
  calibrationDays: 182,
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
    members:
      'two Gaussian processes over days (levels of 7 and 28 days) corrected by boosted trees, LEAR on windows 56, 84, 364, 728, boosted trees over the hours; weights 4, 1, 1',
    features: 'prices of the last week; exogenous inputs of D, D-1, D-7; weekday; season',
    exogenous: EXOGENOUS_KEYS,
    historyDays: champion.historyDays,
    bounds:
      'mean of conformal prediction, quantile and isotonic regression by hour and lead day, corrected by past coverage, 0.1 and 0.9',
    calibrationDays: champion.calibrationDays,
    recalibration: 'every run',
    codeVersion,
  };
}
