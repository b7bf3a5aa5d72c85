import { meanAbsoluteError } from '@lonja/forecasting';
import { MAPE_SMALLEST_PRICE, mapePercent, rootMeanSquaredError } from '@lonja/forecasting/metrics';
import type { ScoredHour } from './list-scored-hours.ts';

/** Errors of the point forecast over a set of delivery hours. */
export interface PointScores {
  count: number;
  maeEurPerMwh: number;
  rmseEurPerMwh: number;
  /** Null when every price lies within 1 EUR/MWh of zero, where a percentage means nothing. */
  mapePercent: number | null;
  /** Hours that it is of. */
  mapeCount: number;
}

/** Throws RangeError on an empty set. */
export function pointScores(hours: readonly ScoredHour[]): PointScores {
  const forecast = columnOf(hours, (hour) => hour.value);
  const price = columnOf(hours, (hour) => hour.price);
  return {
    count: hours.length,
    maeEurPerMwh: meanAbsoluteError(forecast, price),
    rmseEurPerMwh: rootMeanSquaredError(forecast, price),
    mapePercent: mapePercent(forecast, price),
    mapeCount: price.filter((one) => Math.abs(one) >= MAPE_SMALLEST_PRICE).length,
  };
}

/** One number of each hour. `Float64Array.from` takes several times as long, which pages of figures by day and hour would notice. */
export function columnOf<H>(hours: readonly H[], pick: (hour: H) => number): Float64Array {
  const column = new Float64Array(hours.length);
  for (let i = 0; i < column.length; i++) column[i] = pick(hours[i]);
  return column;
}
