import { type DeliveryDay, deliveryPeriods } from '../market/delivery-day.ts';
import { MINUTE_MS } from '../market/madrid-time.ts';
import type { ForecastPoint } from '../data/forecast-point.ts';

const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS_PER_HOUR = 4;
const HOURS = 24;
/** Share of past deviations that lie inside the spread, the same as between the 10th and 90th percentile. */
const SPREAD_SHARE = 0.8;

/**
 * How quarter-hourly prices lie around the mean of their hour, for each local hour and quarter (index `hour * 4 + quarter`).
 * `deviation`: mean of quarter minus hour. `spread`: distance from that mean within which 80 % of past deviations lie.
 */
export interface QuarterShape {
  deviation: Float64Array;
  spread: Float64Array;
}

/**
 * Learns the shape from the quarter-hourly prices (by period start) of the given days; hours without all four quarters are
 * left out. A quarter that was never seen has deviation and spread 0: the hour's price holds for it. Without `deviates` no quarter
 * is expected to differ from its hour, and the spread is the distance from the hour itself.
 */
export function fitQuarterShape(
  quarters: ReadonlyMap<number, number>,
  days: DeliveryDay[],
  options: { deviates?: boolean } = {},
): QuarterShape {
  const hours = days.flatMap((day) =>
    deliveryPeriods(day, 'PT1H').map(({ start, hour }) => ({
      hour,
      prices: Array.from(
        { length: QUARTERS_PER_HOUR },
        (_, i) => quarters.get(start + i * QUARTER_MS) ?? Number.NaN,
      ),
    })),
  );
  return quarterShapeOf(hours, options);
}

/** The same from hours, each with the prices of its four quarters, NaN where not known. */
export function quarterShapeOf(
  hours: Iterable<{ hour: number; prices: ArrayLike<number> }>,
  { deviates = true }: { deviates?: boolean } = {},
): QuarterShape {
  const seen: number[][] = Array.from({ length: HOURS * QUARTERS_PER_HOUR }, () => []);
  for (const { hour, prices: ofHour } of hours) {
    const prices = Array.from(ofHour);
    const mean = prices.reduce((sum, price) => sum + price, 0) / QUARTERS_PER_HOUR;
    if (!Number.isNaN(mean))
      prices.forEach((price, i) => seen[hour * QUARTERS_PER_HOUR + i].push(price - mean));
  }
  const deviation = Float64Array.from(seen, (values) =>
    deviates && values.length > 0 ? average(values) : 0,
  );
  const spread = Float64Array.from(seen, (values, i) => {
    const distances = values.map((value) => Math.abs(value - deviation[i])).sort((a, b) => a - b);
    return distances[Math.ceil(SPREAD_SHARE * distances.length) - 1] ?? 0;
  });
  return { deviation, spread };
}

/**
 * Four quarter-hourly points for each hourly one. The point forecasts of an hour keep its mean when the shape came from
 * whole hours. The bounds widen by the spread within the hour, taken as independent of the error of the hour.
 */
export function splitIntoQuarters(
  hours: ForecastPoint[],
  hourOf: (start: number) => number,
  shape: QuarterShape,
): ForecastPoint[] {
  return hours.flatMap(({ start, ...ofHour }) =>
    Array.from({ length: QUARTERS_PER_HOUR }, (_, quarter) => ({
      start: start + quarter * QUARTER_MS,
      ...forecastOfQuarter(ofHour, shape, { hour: hourOf(start), quarter }),
    })),
  );
}

/** A price to be expected and its bounds. */
export interface PriceWithBounds {
  value: number;
  p10: number;
  p90: number;
}

/** One of the four quarters of a local hour. */
export function forecastOfQuarter(
  { value, p10, p90 }: PriceWithBounds,
  shape: QuarterShape,
  { hour, quarter }: { hour: number; quarter: number },
): PriceWithBounds {
  const index = hour * QUARTERS_PER_HOUR + quarter;
  const middle = value + shape.deviation[index];
  return {
    value: middle,
    p10: middle - Math.hypot(value - p10, shape.spread[index]),
    p90: middle + Math.hypot(p90 - value, shape.spread[index]),
  };
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
