import { mapePercent, meanAbsoluteError, rootMeanSquaredError } from '@lonja/forecasting';
import type { ScoredHour } from './list-scored-hours.ts';

/** Errors of the point forecast over a set of delivery hours. */
export interface PointScores {
  count: number;
  maeEurPerMwh: number;
  rmseEurPerMwh: number;
  /** Null when every price lies within 1 EUR/MWh of zero, where a percentage means nothing. */
  mapePercent: number | null;
}

/** Throws RangeError on an empty set. */
export function pointScores(hours: readonly ScoredHour[]): PointScores {
  const forecast = Float64Array.from(hours, (hour) => hour.value);
  const price = Float64Array.from(hours, (hour) => hour.price);
  return {
    count: hours.length,
    maeEurPerMwh: meanAbsoluteError(forecast, price),
    rmseEurPerMwh: rootMeanSquaredError(forecast, price),
    mapePercent: mapePercent(forecast, price),
  };
}
