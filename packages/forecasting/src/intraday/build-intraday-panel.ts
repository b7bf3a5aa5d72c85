import { addDays, dayRange, type DeliveryDay } from '../market/delivery-day.ts';
import { nationalHolidaysAmong } from '../market/holidays.ts';
import { AUCTION_CALENDAR, auctionOf, isFirstZone, type Product, zoneOf } from '../market/products.ts';
import { buildPanel, panelWindow } from '../data/build-panel.ts';
import type { ExogenousColumn } from '../data/panel.ts';
import { hourlyLookup } from '../data/resolve-values.ts';
import type { Series } from '../data/series.ts';
import type { IntradayFundamentals, SeriesByKey } from './intraday-fundamentals.ts';
import type { IntradayPanel } from './intraday-panel.ts';

/** The series of an auction's prices. */
export function priceKey(product: Product): string {
  const auction = auctionOf(product);
  return isFirstZone(zoneOf(product)) ? `price.${auction}` : `price.${auction}.${zoneOf(product)}`;
}

/** The series of prices of an auction, one for each source; none where there are none. */
export function pricesOf(inputs: SeriesByKey, product: Product): readonly Series[] {
  return inputs.get(priceKey(product)) ?? [];
}

/** The panel of the days `from`..`to` with the prices known at `asOf`; its reference is the last of `earlier`. */
export function buildIntradayPanel(
  inputs: SeriesByKey,
  fundamentals: IntradayFundamentals,
  request: {
    product: Product;
    earlier: readonly Product[];
    from: DeliveryDay;
    to: DeliveryDay;
    asOf: number;
  },
): IntradayPanel {
  const { product, earlier, from, to, asOf } = request;
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  const window = { ...panelWindow(from, to), asOf };
  const prices = (name: Product) => {
    const price = hourlyLookup(pricesOf(inputs, name), window);
    return buildPanel({ from, to, price, exogenous: [] });
  };
  const { days, slotsPerDay, price } = prices(product);
  const firstRow = fundamentals.days.indexOf(days[0]);
  const cut = (columns: ExogenousColumn[], perDay: number) =>
    columns.map(({ name, values }) => ({
      name,
      values: values.slice(firstRow * perDay, (firstRow + days.length) * perDay),
    }));
  return {
    days,
    slotsPerDay,
    fromSlot: deliveryFromHour,
    toSlot: deliveryToHour,
    earlier: earlier.map((name) => prices(name).price),
    price,
    exogenous: cut(fundamentals.exogenous, slotsPerDay),
    changes: cut(fundamentals.changes, slotsPerDay),
    daily: cut(fundamentals.daily, 1),
    gas: fundamentals.gas.slice(firstRow, firstRow + days.length),
    gasAWeekAgo: fundamentals.gasAWeekAgo.slice(firstRow, firstRow + days.length),
    holidays: nationalHolidaysAmong(dayRange(addDays(from, -1), addDays(to, 1))),
  };
}
