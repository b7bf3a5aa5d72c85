import {
  AUCTION_CALENDAR,
  addDays,
  coveredPeriods,
  dayRange,
  type DeliveryDay,
  localHourOf,
  type Product,
} from '@lonja/forecasting/market';
import { type ForecastPoint, hourlyValues, panelWindow, quarterValues } from '@lonja/forecasting/data';
import { fitQuarterShape, splitIntoQuarters } from '@lonja/forecasting/horizon';
import { pricesOf } from '@lonja/forecasting/intraday';
import { clearedLimits } from './cleared-limits.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { FIT_DAYS } from './intraday-model.ts';

/** The forecast spread of a day and its bounds, by covered slot. */
export interface SpreadForecast {
  value: Float64Array;
  p10: Float64Array;
  p90: Float64Array;
}

/** The delivery periods of a day's forecast in both resolutions. */
export interface IntradayPoints {
  hours: ForecastPoint[];
  quarters: ForecastPoint[];
}

/** Days whose quarter-hourly spreads show how far quarters lie from their hour. */
const QUARTER_SHAPE_DAYS = 28;

/**
 * The delivery periods of an intraday forecast, hourly and quarter-hourly, within the limits of what the market has cleared
 * (`clearedLimits`). The model's spread is added to the reference price of each period, so both hours 2 of a 25-hour day and all
 * quarters follow their own. How past quarters differed from the spread of their hour does not come back: it widens their bounds alone.
 * `spread` is by covered slot.
 */
export function intradayPoints(request: {
  product: Product;
  reference: Product;
  day: DeliveryDay;
  spread: SpreadForecast;
  inputs: ForecastInputs;
  asOf: number;
}): IntradayPoints {
  const { product, reference, day, spread, inputs, asOf } = request;
  const calendar = AUCTION_CALENDAR[product];
  const window = { ...panelWindow(day, day), asOf };
  const references = pricesOf(inputs, reference);
  const spreads = coveredPeriods(calendar, day, 'PT1H').map(({ start, hour }): ForecastPoint => {
    const slot = hour - calendar.deliveryFromHour;
    return { start, value: spread.value[slot], p10: spread.p10[slot], p90: spread.p90[slot] };
  });
  const shape = fitQuarterShape(
    quarterSpreads(inputs, { product, reference, day, asOf }),
    dayRange(addDays(day, -QUARTER_SHAPE_DAYS), addDays(day, -1)),
    { deviates: false },
  );
  const { min, max } = clearedLimits(inputs, { product, since: addDays(day, -FIT_DAYS), day, asOf });
  const clip = (price: number) => Math.min(max, Math.max(min, price));
  const addTo = (prices: ReadonlyMap<number, number>) => (point: ForecastPoint) => {
    const price = prices.get(point.start) ?? Number.NaN;
    return {
      start: point.start,
      value: clip(price + point.value),
      p10: clip(price + point.p10),
      p90: clip(price + point.p90),
    };
  };
  return {
    hours: spreads.map(addTo(hourlyValues(references, window))),
    quarters: splitIntoQuarters(spreads, localHourOf, shape).map(addTo(quarterValues(references, window))),
  };
}

/** Quarter-hourly spreads of the days that both auctions cleared in quarters. */
function quarterSpreads(
  inputs: ForecastInputs,
  request: { product: Product; reference: Product; day: DeliveryDay; asOf: number },
): Map<number, number> {
  const { day, asOf } = request;
  const window = { ...panelWindow(addDays(day, -QUARTER_SHAPE_DAYS), addDays(day, -1)), asOf };
  const quarters = (product: Product) =>
    quarterValues(
      pricesOf(inputs, product).filter((series) => series.resolution === 'PT15M'),
      window,
    );
  const references = quarters(request.reference);
  return new Map(
    [...quarters(request.product)].flatMap(([start, price]) => {
      const reference = references.get(start);
      return reference === undefined ? [] : [[start, price - reference] as const];
    }),
  );
}
