import { deriveFromMarkets, MARKETS } from './installed-markets.ts';
import type { Auction, AuctionTerms, IntradayAuction, RelativeTime } from './market.ts';
import {
  type DeliveryDay,
  addDays,
  deliveryPeriods,
  instantOf,
  type DeliveryPeriod,
} from './delivery-day.ts';

export type { Auction, IntradayAuction, RelativeTime } from './market.ts';
export { FIRST_INTRADAY_AUCTION_DAY } from './iberia.ts';
/** The bidding zone of a market, by the market's id. */
export type Zone = string;

/** What prices are forecast of: an auction in a zone. Those of the first market have the name of the auction. */
export type Product = Auction | `${string}-${Auction}`;

/** The auction calendar of one product. Local times are those of the market's delivery day. */
export interface ProductCalendar extends Omit<AuctionTerms, 'auction' | 'quarterHourlyFrom' | 'isForecast'> {
  product: Product;
  /** 1-3 for the intraday auctions, null for the day-ahead auction. */
  session: 1 | 2 | 3 | null;
  /** First delivery day that was cleared in quarter hours, a day that never comes for none; days before it were cleared in hours. */
  quarterHourlyFrom: DeliveryDay;
  isForecast: boolean;
}

/** The bidding zones that the auctions clear in, that of the first market before the others. */
export let ZONES: readonly Zone[];
/** The auctions that are held, in order of time: the day-ahead auction and those after it. */
export let AUCTIONS: readonly Auction[];
/** Those of them after the day-ahead auction. */
export let INTRADAY_AUCTIONS: readonly IntradayAuction[];
/** All products: those of the first market in the order of their auctions, then those of the others. */
export let PRODUCTS: readonly Product[];
/** The auction calendar. Zones of one market clear in the same auctions, so that their days are those of one clock. */
export let AUCTION_CALENDAR: Record<Product, ProductCalendar>;
/** When forecasts of the power system are renewed ahead of each intraday auction, in time for its first run. */
export let INTRADAY_RENEWALS: Record<IntradayAuction, RelativeTime>;

const SESSIONS = { da: null, ida1: 1, ida2: 2, ida3: 3 } as const;
const NEVER: DeliveryDay = '9999-12-31';

deriveFromMarkets(() => {
  ZONES = MARKETS.map(({ id }) => id);
  const [first] = MARKETS;
  AUCTIONS = first.auctions.map(({ auction }) => auction);
  INTRADAY_AUCTIONS = AUCTIONS.filter((auction) => auction !== 'da');
  const calendars = MARKETS.flatMap(({ id, auctions }) =>
    auctions.map(({ auction, quarterHourlyFrom, isForecast = true, ...terms }): ProductCalendar => ({
      ...terms,
      product: productOf(id, auction),
      session: SESSIONS[auction],
      quarterHourlyFrom: quarterHourlyFrom ?? NEVER,
      isForecast,
    })),
  );
  PRODUCTS = calendars.map(({ product }) => product);
  AUCTION_CALENDAR = Object.fromEntries(
    calendars.map((one) => [one.product, one]),
  ) as typeof AUCTION_CALENDAR;
  INTRADAY_RENEWALS = Object.fromEntries(
    first.auctions.flatMap(({ auction, renewedAt }) =>
      renewedAt === undefined ? [] : [[auction, renewedAt]],
    ),
  ) as typeof INTRADAY_RENEWALS;
});

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
