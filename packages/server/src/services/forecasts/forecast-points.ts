import {
  AUCTION_CALENDAR,
  addDays,
  coveredPeriods,
  dayRange,
  dayStart,
  type DeliveryDay,
  HOUR_MS,
  localHourOf,
  type Product,
} from '@lonja/forecasting/market';
import { type ForecastPoint, hourlyValues, panelWindow } from '@lonja/forecasting/data';
import { fitQuarterShape, SHAPE_DAYS, splitIntoQuarters } from '@lonja/forecasting/horizon';
import { clearedLimits } from './cleared-limits.ts';
import type { DayForecast } from './compute-forecast.ts';
import { type ForecastInputs, PRICE_KEY, quarterPrices } from './forecast-inputs.ts';

/**
 * The forecast's delivery periods, hourly and quarter-hourly: 23, 24 or 25 hours a day, within the limits of what the market has
 * cleared (`clearedLimits`). Both hours 2 of a 25-hour day carry the forecast of hour 2.
 */
export function forecastPoints(request: {
  product: Product;
  /** First day of the history that the model learns from. */
  since: DeliveryDay;
  firstDay: DeliveryDay;
  days: DayForecast[];
  inputs: ForecastInputs;
  asOf: number;
}): { hours: ForecastPoint[]; quarters: ForecastPoint[] } {
  const { product, since, firstDay, days, inputs, asOf } = request;
  const calendar = AUCTION_CALENDAR[product];
  const { min, max } = clearedLimits(inputs, { product, since, day: firstDay, asOf });
  const clip = (price: number) => Math.min(max, Math.max(min, price));
  const clipPoint = ({ start, value, p10, p90 }: ForecastPoint) => ({
    start,
    value: clip(value),
    p10: clip(p10),
    p90: clip(p90),
  });
  const hours = days.flatMap((forecast, lead) =>
    coveredPeriods(calendar, addDays(firstDay, lead), 'PT1H').map(({ start, hour }) =>
      clipPoint({ start, value: forecast.value[hour], p10: forecast.p10[hour], p90: forecast.p90[hour] }),
    ),
  );
  const shapeSpan = { from: addDays(firstDay, -SHAPE_DAYS), to: addDays(firstDay, -1) };
  const shape = fitQuarterShape(
    quarterPrices(inputs, { ...shapeSpan, asOf }),
    dayRange(shapeSpan.from, shapeSpan.to),
  );
  const before = lastPriceBefore(firstDay, inputs, asOf);
  return { hours, quarters: splitIntoQuarters(hours, localHourOf, shape, before).map(clipPoint) };
}

/** The price of the hour before a day, where it has cleared. */
function lastPriceBefore(day: DeliveryDay, inputs: ForecastInputs, asOf: number): number | undefined {
  const dayBefore = addDays(day, -1);
  const window = { ...panelWindow(dayBefore, dayBefore), asOf };
  return hourlyValues(inputs.get(PRICE_KEY) ?? [], window).get(dayStart(day) - HOUR_MS);
}
