import type { DeliveryDay } from './delivery-day.ts';
import type { Auction, AuctionTerms, IntradayAuction, Market, RelativeTime } from './market.ts';

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

/** What follows from markets for their products; `products.ts` says what each is. */
export interface MarketCalendars {
  zones: Zone[];
  auctions: Auction[];
  intradayAuctions: IntradayAuction[];
  products: Product[];
  calendar: Record<Product, ProductCalendar>;
  renewals: Record<IntradayAuction, RelativeTime>;
}

const SESSIONS = { da: null, ida1: 1, ida2: 2, ida3: 3 } as const;
/** The first day in quarter hours of an auction that has none. */
export const NEVER: DeliveryDay = '9999-12-31';

/** The products of markets with their calendars, those of the first market before the others. */
export function calendarsOf(markets: readonly Market[]): MarketCalendars {
  const [first] = markets;
  const auctions = first.auctions.map(({ auction }) => auction);
  const calendars = markets.flatMap((market) =>
    market.auctions.map(({ auction, quarterHourlyFrom, isForecast = true, ...terms }): ProductCalendar => ({
      ...terms,
      product: market === first ? auction : `${market.id}-${auction}`,
      session: SESSIONS[auction],
      quarterHourlyFrom: quarterHourlyFrom ?? NEVER,
      isForecast,
    })),
  );
  const renewals = first.auctions.flatMap(({ auction, renewedAt }) =>
    renewedAt === undefined ? [] : [[auction, renewedAt]],
  );
  return {
    zones: markets.map(({ id }) => id),
    auctions,
    intradayAuctions: auctions.filter((auction) => auction !== 'da'),
    products: calendars.map(({ product }) => product),
    calendar: Object.fromEntries(calendars.map((one) => [one.product, one])) as MarketCalendars['calendar'],
    renewals: Object.fromEntries(renewals) as MarketCalendars['renewals'],
  };
}
