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
export { FIRST_INTRADAY_AUCTION_DAY, IBERIA } from './iberia.ts';
export type { Product, ProductCalendar, Zone } from './calendars.ts';
export {
  AUCTION_CALENDAR,
  AUCTIONS,
  INTRADAY_AUCTIONS,
  INTRADAY_RENEWALS,
  installMarkets,
  MARKETS,
  PRODUCTS,
  TIME_ZONE,
  ZONES,
} from './installed-markets.ts';
export type {
  Auction,
  AuctionTerms,
  Holiday,
  IntradayAuction,
  Market,
  RelativeTime,
  WeatherPlace,
} from './market.ts';
export { clockOfZone } from './market-clock.ts';
export { easterSunday, nationalHolidaysAmong } from './holidays.ts';
export { type RenewableTechnology, installedCapacityMw } from './installed-capacity.ts';
export {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  formatMadrid,
  instantOfWallTime,
  madridMinute,
  madridOffsetMs,
} from './madrid-time.ts';
export { usualSolarShare } from './plant-share.ts';
export {
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
