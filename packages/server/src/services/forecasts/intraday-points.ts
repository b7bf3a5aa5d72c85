import {
  AUCTION_CALENDAR,
  addDays,
  coveredPeriods,
  dayRange,
  type DeliveryDay,
  localHourOf,
  type Product,
} from '@lonja/forecasting/market';
import { hourlyValues, panelWindow, quarterValues } from '@lonja/forecasting/data';
import {
  type PeriodDistribution,
  type PriceDistribution,
  splitIntoQuarters,
} from '@lonja/forecasting/distribution';
import { quarteredHours, quarterResiduals, quarterShapeOf } from '@lonja/forecasting/horizon';
import { pricesOf } from '@lonja/forecasting/intraday';
import { clearedLimits } from './cleared-limits.ts';
import type { ForecastInputs } from './forecast-inputs.ts';
import { FIT_DAYS } from './intraday-model.ts';
import { clipTo, type RunPeriods } from './run-periods.ts';

/** Days whose quarter-hourly spreads show how far quarters lie from their hour. */
const QUARTER_SHAPE_DAYS = 28;

/**
 * The delivery periods of an intraday forecast, hourly and quarter-hourly, within the limits of what the market has cleared
 * (`clearedLimits`). The model's spread is added to the reference price of each period, so both hours 2 of a 25-hour day and all
 * quarters follow their own. How past quarters differed from the spread of their hour does not come back: it widens their bounds alone.
 * `spreads`: the distribution of the spread of each covered slot.
 */
export function intradayPoints(request: {
  product: Product;
  reference: Product;
  day: DeliveryDay;
  spreads: readonly PriceDistribution[];
  inputs: ForecastInputs;
  asOf: number;
}): RunPeriods {
  const { product, reference, day, inputs, asOf } = request;
  const calendar = AUCTION_CALENDAR[product];
  const { deliveryFromHour: from, deliveryToHour: to } = calendar;
  const window = { ...panelWindow(day, day), asOf };
  const references = pricesOf(inputs, reference);
  const spreads = coveredPeriods(calendar, day, 'PT1H').map(({ start, hour }) => ({
    start,
    distribution: request.spreads[hour - from],
  }));
  const past = quarteredHours(
    quarterSpreads(inputs, { product, reference, day, asOf }),
    dayRange(addDays(day, -QUARTER_SHAPE_DAYS), addDays(day, -1)),
  );
  const shape = quarterShapeOf(past.flat(), { deviates: false });
  const clip = clipTo(clearedLimits(inputs, { product, since: addDays(day, -FIT_DAYS), day, asOf }));
  return {
    hours: spreads.map(addTo(hourlyValues(references, window))).map(clip),
    quarters: splitIntoQuarters(spreads, localHourOf, shape)
      .map(addTo(quarterValues(references, window)))
      .map(clip),
    quarterResiduals: quarterResiduals(past, shape, { from, to }),
  };
}

function addTo(prices: ReadonlyMap<number, number>) {
  return <T extends PeriodDistribution>(spread: T): T => {
    const price = prices.get(spread.start) ?? Number.NaN;
    return {
      ...spread,
      distribution: Float64Array.from(spread.distribution, (quantile) => price + quantile),
    };
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
