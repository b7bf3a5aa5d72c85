import { panelWindow } from '../data/build-panel.ts';
import { hourlyValues, quarterValues } from '../data/resolve-values.ts';
import { quarteredHours } from '../distribution/quarter-shape.ts';
import { pricesOf } from '../intraday/build-intraday-panel.ts';
import type { SeriesByKey } from '../intraday/intraday-fundamentals.ts';
import { addDays, dayRange, dayStart, type DeliveryDay } from '../market/delivery-day.ts';
import { HOUR_MS } from '../market/madrid-time.ts';
import { AUCTION_CALENDAR, coveredPeriods, type Product } from '../market/products.ts';
import { clearedInSeries } from './cleared-in-series.ts';
import type { ForecastRecipe } from './forecast-recipe.ts';
import { historyStart } from './history-start.ts';
import type { KnownAtIssue } from './issue-forecast.ts';

/** What a forecast of the day-ahead market knows beside its panel, from prices with all their revisions. */
export function knownPricesAtIssue(
  inputs: SeriesByKey,
  recipe: ForecastRecipe,
  request: { product: Product; firstDay: DeliveryDay; days: number; asOf: number },
): Pick<KnownAtIssue, 'days' | 'hours' | 'priceBefore' | 'allowed' | 'cleared' | 'quarters'> {
  const { limits, recentDays, quarterShapeDays } = recipe;
  const { product, firstDay, days, asOf } = request;
  const calendar = AUCTION_CALENDAR[product];
  const shapeSpan = { from: addDays(firstDay, -quarterShapeDays), to: addDays(firstDay, -1) };
  const quarterly = pricesOf(inputs, product).filter(({ resolution }) => resolution === 'PT15M');
  return {
    days,
    hours: Array.from({ length: days }, (_, lead) =>
      coveredPeriods(calendar, addDays(firstDay, lead), 'PT1H').map(({ start, hour }) => ({
        start,
        lead,
        slot: hour,
      })),
    ).flat(),
    priceBefore: lastPriceBefore(inputs, { product, day: firstDay, asOf }),
    allowed: { lowest: calendar.priceLimits.min, highest: calendar.priceLimits.max },
    cleared: clearedInSeries(inputs, {
      product,
      since: historyStart(firstDay, recipe),
      day: firstDay,
      asOf,
      limits,
      recentDays,
    }),
    quarters: quarteredHours(
      quarterValues(quarterly, { ...panelWindow(shapeSpan.from, shapeSpan.to), asOf }),
      dayRange(shapeSpan.from, shapeSpan.to),
    ),
  };
}

/** The price of the hour before a day, where it has cleared. */
function lastPriceBefore(
  inputs: SeriesByKey,
  { product, day, asOf }: { product: Product; day: DeliveryDay; asOf: number },
): number | undefined {
  const dayBefore = addDays(day, -1);
  const window = { ...panelWindow(dayBefore, dayBefore), asOf };
  return hourlyValues(pricesOf(inputs, product), window).get(dayStart(day) - HOUR_MS);
}
