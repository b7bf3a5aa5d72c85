/** Markets as data, those of Iberia unless others are installed: their clock and calendar, its auctions and when their forecasts are due, the sun and what is installed. */
export { type AccessPeriod, type AccessZone, accessPeriodOf } from './access-tariff.ts';
export {
  type DeliveryDay,
  type Resolution,
  addDays,
  dayNumber,
  dayOfNumber,
  dayRange,
  dayStart,
  daysBetween,
  deliveryDayOf,
  deliveryPeriods,
  instantOf,
  isDeliveryDay,
  localHourOf,
  periodMs,
  weekdayOf,
  type DeliveryPeriod,
} from './delivery-day.ts';
export { IBERIA } from './iberia.ts';
export { installMarkets, MARKETS } from './installed-markets.ts';
export type { AuctionTerms, Holiday, Market, WeatherPlace } from './market.ts';
export { clockOfZone } from './market-clock.ts';
export { easterSunday, nationalHolidaysAmong } from './holidays.ts';
export { type RenewableTechnology, installedCapacityMw } from './installed-capacity.ts';
export {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  TIME_ZONE,
  formatMadrid,
  instantOfWallTime,
  madridMinute,
  madridOffsetMs,
} from './madrid-time.ts';
export { usualSolarShare } from './plant-share.ts';
export {
  AUCTIONS,
  AUCTION_CALENDAR,
  type Auction,
  FIRST_INTRADAY_AUCTION_DAY,
  INTRADAY_AUCTIONS,
  INTRADAY_RENEWALS,
  type IntradayAuction,
  PRODUCTS,
  type Product,
  type ProductCalendar,
  type RelativeTime,
  ZONES,
  type Zone,
  auctionOf,
  auctionsBefore,
  coveredPeriods,
  instantFor,
  isFirstZone,
  isQuarterHourly,
  productOf,
  zoneOf,
} from './products.ts';
export {
  type ScheduledRun,
  earlierRunsOf,
  isScheduledRun,
  latestScheduledRun,
  nextGate,
  scheduledRunsBetween,
} from './schedule.ts';
export { type TimeText, readClock, readIsoDay, readIsoOrDayFirst, readTimeText } from './time-text.ts';
