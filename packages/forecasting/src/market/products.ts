import { NEVER, type Product, type ProductCalendar, type Zone } from './calendars.ts';
import { AUCTIONS, MARKETS } from './installed-markets.ts';
import type { Auction, RelativeTime } from './market.ts';
import {
  type DeliveryDay,
  addDays,
  deliveryPeriods,
  instantOf,
  type DeliveryPeriod,
} from './delivery-day.ts';

export type { Auction, IntradayAuction, RelativeTime } from './market.ts';
export type { Product, ProductCalendar, Zone } from './calendars.ts';
export { FIRST_INTRADAY_AUCTION_DAY } from './iberia.ts';
export {
  AUCTION_CALENDAR,
  AUCTIONS,
  INTRADAY_AUCTIONS,
  INTRADAY_RENEWALS,
  PRODUCTS,
} from './installed-markets.ts';

/** The product of an auction in a zone. */
export function productOf(zone: Zone, auction: Auction): Product {
  return isFirstZone(zone) ? auction : `${zone}-${auction}`;
}

/** The zone that a product clears in. */
export function zoneOf(product: Product): Zone {
  const dash = product.lastIndexOf('-');
  return dash < 0 ? MARKETS[0].id : product.slice(0, dash);
}

/** Whether a zone is that of the first market, which has forecasts of its own; those of the others are made from them. */
export function isFirstZone(zone: Zone): boolean {
  return zone === MARKETS[0].id;
}

/** Whether an auction clears in quarter hours, or will. */
export function isQuarterHourly({ quarterHourlyFrom }: ProductCalendar): boolean {
  return quarterHourlyFrom !== NEVER;
}

/** The auction of a product. */
export function auctionOf(product: Product): Auction {
  const auction = AUCTIONS.find((name) => product.endsWith(name));
  if (auction === undefined) throw new RangeError(`There is no product ${product}.`);
  return auction;
}

/** The products of the auctions held before that of a product for the same delivery day and zone, in their order. */
export function auctionsBefore(product: Product): Product[] {
  const before = AUCTIONS.slice(0, AUCTIONS.indexOf(auctionOf(product)));
  return before.map((auction) => productOf(zoneOf(product), auction));
}

/** The instant of a relative time for one delivery day. */
export function instantFor(deliveryDay: DeliveryDay, relative: RelativeTime): number {
  return instantOf(addDays(deliveryDay, relative.dayOffset), relative.time);
}

/** The delivery periods of a day that a product covers: IDA3 has only those from local noon on. */
export function coveredPeriods(
  calendar: ProductCalendar,
  day: DeliveryDay,
  resolution: 'PT15M' | 'PT1H',
): DeliveryPeriod[] {
  return deliveryPeriods(day, resolution).filter(
    (period) => period.hour >= calendar.deliveryFromHour && period.hour < calendar.deliveryToHour,
  );
}
