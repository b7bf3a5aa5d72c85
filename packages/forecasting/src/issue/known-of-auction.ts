import { buildPanel, panelWindow } from '../data/build-panel.ts';
import { hourlyValues, quarterValues } from '../data/resolve-values.ts';
import { distributionsOfSlots } from '../distribution/period-distribution.ts';
import type { PriceDistribution } from '../distribution/price-distribution.ts';
import { QUANTILE_LEVELS } from '../distribution/quantile-levels.ts';
import { quarteredHours } from '../distribution/quarter-shape.ts';
import { applyBounds } from '../intervals/apply-bounds.ts';
import { knownErrorDays, weeklyNaiveErrors } from '../intervals/error-history.ts';
import { pricesOf } from '../intraday/build-intraday-panel.ts';
import type { SeriesByKey } from '../intraday/intraday-fundamentals.ts';
import { addDays, dayRange, type DeliveryDay } from '../market/delivery-day.ts';
import { AUCTION_CALENDAR, coveredPeriods, type Product } from '../market/products.ts';
import { clearedInSeries } from './cleared-in-series.ts';
import type { AuctionRecipe } from './forecast-recipe.ts';
import type { KnownOfAuction } from './issue-auction.ts';

interface AuctionOfDay {
  product: Product;
  /** The auction before, whose prices of the day are known. */
  reference: Product;
  day: DeliveryDay;
  asOf: number;
}

/** What a forecast of an intraday auction knows of its day beside its panel, from prices with all their revisions. */
export function knownOfAuction(
  inputs: SeriesByKey,
  {
    limits,
    historyDays,
    quarterShapeDays,
  }: Pick<AuctionRecipe, 'limits' | 'historyDays' | 'quarterShapeDays'>,
  { product, reference, day, asOf }: AuctionOfDay,
): KnownOfAuction {
  const calendar = AUCTION_CALENDAR[product];
  const window = { ...panelWindow(day, day), asOf };
  const references = hourlyValues(pricesOf(inputs, reference), window);
  const shapeSpan = { from: addDays(day, -quarterShapeDays), to: addDays(day, -1) };
  return {
    hours: coveredPeriods(calendar, day, 'PT1H').map(({ start, hour }) => ({
      start,
      hour,
      reference: references.get(start) ?? Number.NaN,
    })),
    quarterReferences: quarterValues(pricesOf(inputs, reference), window),
    allowed: { lowest: calendar.priceLimits.min, highest: calendar.priceLimits.max },
    cleared: clearedInSeries(inputs, { product, since: addDays(day, -historyDays), day, asOf, limits }),
    quarterSpreads: quarteredHours(
      quarterSpreads(inputs, { product, reference, ...shapeSpan, asOf }),
      dayRange(shapeSpan.from, shapeSpan.to),
    ),
  };
}

/** Quarter-hourly spreads of the days that both auctions cleared in quarters. */
function quarterSpreads(
  inputs: SeriesByKey,
  {
    product,
    reference,
    from,
    to,
    asOf,
  }: { product: Product; reference: Product; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Map<number, number> {
  const window = { ...panelWindow(from, to), asOf };
  const quarters = (auction: Product) =>
    quarterValues(
      pricesOf(inputs, auction).filter(({ resolution }) => resolution === 'PT15M'),
      window,
    );
  const references = quarters(reference);
  return new Map(
    [...quarters(product)].flatMap(([start, price]) => {
      const before = references.get(start);
      return before === undefined ? [] : [[start, price - before] as const];
    }),
  );
}

/**
 * The spread of each covered hour of an auction without any past: around nil as the weekly naive errs on its reference. Undefined where no past
 * price of that is known. `from` is the first day of the history.
 */
export function naiveSpreads(
  inputs: SeriesByKey,
  { calibrationDays, bounds }: Pick<AuctionRecipe, 'calibrationDays' | 'bounds'>,
  { product, reference, from, day, asOf }: AuctionOfDay & { from: DeliveryDay },
): PriceDistribution[] | undefined {
  const price = hourlyValues(pricesOf(inputs, reference), { ...panelWindow(from, day), asOf });
  const panel = buildPanel({ from, to: day, price, exogenous: [] });
  const errors = weeklyNaiveErrors(panel, panel.days.length - 1, calibrationDays);
  if (knownErrorDays(errors) === 0) return undefined;
  const ofHours = distributionsOfSlots(
    applyBounds(new Float64Array(panel.slotsPerDay), errors, QUANTILE_LEVELS, bounds.scale),
  );
  return coveredHours(product).map((hour) => ofHours[hour]);
}

/** The local hours that an auction covers. */
export function coveredHours(product: Product): number[] {
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  return Array.from({ length: deliveryToHour - deliveryFromHour }, (_, i) => deliveryFromHour + i);
}
