import { calendarsOf, type Product, type ProductCalendar, type Zone } from './calendars.ts';
import { IBERIA } from './iberia.ts';
import { clockOfZone, type MarketClock } from './market-clock.ts';
import type { Auction, IntradayAuction, Market, RelativeTime } from './market.ts';

/** The zone whose clock is worked out without the computer's rules. */
const MADRID = 'Europe/Madrid';
const OF_IBERIA = calendarsOf(IBERIA);

/** The markets that this program works with; the first has forecasts of its own, the others are made from it. */
export let MARKETS: readonly Market[] = IBERIA;
/** Zone of the tz database whose days are delivery days: Europe/Madrid, unless other markets were installed. */
export let TIME_ZONE: string = MADRID;
/** The clock of another zone than Madrid's. */
export let OTHER_CLOCK: MarketClock | undefined;
/** The bidding zones that the auctions clear in, that of the first market before the others. */
export let ZONES: readonly Zone[] = OF_IBERIA.zones;
/** The auctions that are held, in order of time: the day-ahead auction and those after it. */
export let AUCTIONS: readonly Auction[] = OF_IBERIA.auctions;
/** Those of them after the day-ahead auction. */
export let INTRADAY_AUCTIONS: readonly IntradayAuction[] = OF_IBERIA.intradayAuctions;
/** All products: those of the first market in the order of their auctions, then those of the others. */
export let PRODUCTS: readonly Product[] = OF_IBERIA.products;
/** The auction calendar. Zones of one market clear in the same auctions, so that their days are those of one clock. */
export let AUCTION_CALENDAR: Record<Product, ProductCalendar> = OF_IBERIA.calendar;
/** When forecasts of the power system are renewed ahead of each intraday auction, in time for its first run. */
export let INTRADAY_RENEWALS: Record<IntradayAuction, RelativeTime> = OF_IBERIA.renewals;

/**
 * Puts other markets in the place of those of Iberia, in this thread: before anything is read or computed, as what was derived from the former
 * ones is not made again. All that depends on the installation is in this file. Throws RangeError where the first market is made from another
 * one, and where a further one has another clock or currency than the first or is not made from it.
 */
export function installMarkets(markets: readonly Market[]): void {
  const fault = marketsFault(markets);
  if (fault !== undefined) throw new RangeError(fault);
  const calendars = calendarsOf(markets);
  MARKETS = markets;
  TIME_ZONE = markets[0].timeZone;
  OTHER_CLOCK = TIME_ZONE === MADRID ? undefined : clockOfZone(TIME_ZONE);
  ZONES = calendars.zones;
  AUCTIONS = calendars.auctions;
  INTRADAY_AUCTIONS = calendars.intradayAuctions;
  PRODUCTS = calendars.products;
  AUCTION_CALENDAR = calendars.calendar;
  INTRADAY_RENEWALS = calendars.renewals;
}

function marketsFault(markets: readonly Market[]): string | undefined {
  if (markets.length === 0) return 'There is no market.';
  const [first, ...others] = markets;
  if (first.reference !== undefined) return `${first.id}: the first market has no reference.`;
  for (const { id, reference, timeZone, currency, auctions } of others) {
    if (markets.filter((one) => one.id === id).length > 1) return `${id}: is there twice.`;
    if (reference !== first.id) return `${id}: its reference must be ${first.id}, the first market.`;
    if (timeZone !== first.timeZone)
      return `${id}: its time zone must be ${first.timeZone}, that of ${first.id}.`;
    if (currency !== first.currency)
      return `${id}: its currency must be ${first.currency}, that of ${first.id}.`;
    const more = auctions.find(({ auction }) => first.auctions.every((one) => one.auction !== auction));
    if (more !== undefined) return `${id}: ${first.id} has no auction ${more.auction}.`;
  }
  return undefined;
}
