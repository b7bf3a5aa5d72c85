/** The Spanish market: its clock and calendar, its auctions and when their forecasts are due, the sun and what is installed. */
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
} from './delivery-day.ts';
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
  AUCTION_CALENDAR,
  FIRST_INTRADAY_AUCTION_DAY,
  INTRADAY_PRODUCTS,
  INTRADAY_RENEWALS,
  PRODUCTS,
  type Product,
  type ProductCalendar,
  type RelativeTime,
  auctionsBefore,
  coveredPeriods,
  instantFor,
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
