/** Series with all their revisions, as they were known at an instant, and the columns of a panel made of them. */
export { HOURS_PER_PANEL_DAY, panelColumn, panelDays, panelWindow } from './build-panel.ts';
export { type ForecastPoint, POINT_VALUES } from './forecast-point.ts';
export {
  type SettledOtherwise,
  changeIfSettled,
  type PriceShift,
  changesKnownAt,
  costSignal,
  laterAuctionSignal,
} from './price-signals.ts';
export { hourlyLookup, hourlyValues, quarterValues } from './resolve-values.ts';
export { type Series, lowerBound, valuesAsOf } from './series.ts';
export { weekdayOfRow } from './panel.ts';
export { countArrivals, knownUntil, newestArrival, newestValue } from './arrivals.ts';
