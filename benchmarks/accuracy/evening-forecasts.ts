import { dayNumber, type DeliveryDay } from '@lonja/forecasting/market';
import { gaussian } from './weather-errors.ts';

/** Hours in which the autocorrelation of the operator's errors falls to 1/e. */
const MEMORY_HOURS = 8;

/**
 * Forecasts of the evening before as they would have been published where a file has later revisions or measurements in their place: on days
 * before `firstReal` an error is added, correlated over the hours, in proportion to the power and of the given standard deviation.
 */
export function asOfEveningBefore(
  values: Float64Array,
  days: readonly DeliveryDay[],
  { firstReal, deviationMw, seed }: { firstReal: DeliveryDay; deviationMw: number; seed: number },
): Float64Array {
  const slotsPerDay = values.length / days.length;
  const known = values.filter(Number.isFinite);
  const usual = Math.sqrt(known.reduce((sum, mw) => sum + mw * mw, 0) / known.length);
  const gauss = gaussian(seed);
  const memory = Math.exp(-1 / MEMORY_HOURS);
  let state = gauss();
  return values.map((mw, i) => {
    state = memory * state + Math.sqrt(1 - memory ** 2) * gauss();
    const isReal = dayNumber(days[Math.floor(i / slotsPerDay)]) >= dayNumber(firstReal);
    return isReal ? mw : Math.max(0, mw * (1 + (deviationMw / usual) * state));
  });
}
