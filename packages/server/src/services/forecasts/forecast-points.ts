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
import { hourlyValues, panelWindow } from '@lonja/forecasting/data';
import { splitIntoQuarters } from '@lonja/forecasting/distribution';
import { quarteredHours, quarterResiduals, quarterShapeOf, SHAPE_DAYS } from '@lonja/forecasting/horizon';
import { clearedLimits } from './cleared-limits.ts';
import type { DayForecast } from './compute-forecast.ts';
import { type ForecastInputs, PRICE_KEY, quarterPrices } from './forecast-inputs.ts';
import { clipTo, type RunPeriods } from './run-periods.ts';

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
}): RunPeriods {
  const { product, since, firstDay, days, inputs, asOf } = request;
  const calendar = AUCTION_CALENDAR[product];
  const clip = clipTo(clearedLimits(inputs, { product, since, day: firstDay, asOf }));
  const hours = days
    .flatMap(({ distributions }, lead) =>
      coveredPeriods(calendar, addDays(firstDay, lead), 'PT1H').map(({ start, hour }) => ({
        start,
        distribution: distributions[hour],
      })),
    )
    .map(clip);
  const shapeSpan = { from: addDays(firstDay, -SHAPE_DAYS), to: addDays(firstDay, -1) };
  const past = quarteredHours(
    quarterPrices(inputs, { ...shapeSpan, asOf }),
    dayRange(shapeSpan.from, shapeSpan.to),
  );
  const shape = quarterShapeOf(past.flat());
  const before = lastPriceBefore(firstDay, inputs, asOf);
  return {
    hours,
    quarters: splitIntoQuarters(hours, localHourOf, shape, before).map(clip),
    quarterResiduals: quarterResiduals(past, shape),
  };
}

/** The price of the hour before a day, where it has cleared. */
function lastPriceBefore(day: DeliveryDay, inputs: ForecastInputs, asOf: number): number | undefined {
  const dayBefore = addDays(day, -1);
  const window = { ...panelWindow(dayBefore, dayBefore), asOf };
  return hourlyValues(inputs.get(PRICE_KEY) ?? [], window).get(dayStart(day) - HOUR_MS);
}
