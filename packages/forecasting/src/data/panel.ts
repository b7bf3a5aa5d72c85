import { type DeliveryDay, weekdayOf } from '../market/delivery-day.ts';

/** One column of exogenous inputs on the panel's grid, NaN where not known. */
export interface ExogenousColumn {
  name: string;
  /** Row-major `days x slotsPerDay`. */
  values: Float64Array;
}

/**
 * What a model sees: consecutive delivery days by a fixed number of slots (one for each local hour), as known at one
 * instant. The hour that a 23-hour day lacks holds the mean of its neighbours; the hour that a 25-hour day has twice holds
 * the mean of the two, or the one that is known. Rows of days that have not cleared yet hold NaN prices.
 */
export interface Panel {
  /** Consecutive days `YYYY-MM-DD` of the market's clock. */
  days: DeliveryDay[];
  slotsPerDay: number;
  /** Row-major `days x slotsPerDay`, price unit of the market (EUR/MWh in Spain), NaN where not known. */
  price: Float64Array;
  /** Inputs known for a day before its auction, such as the day-ahead forecasts of load, wind and solar. */
  exogenous: ExogenousColumn[];
  /**
   * Price signals since the last auction: steps that the day's prices may follow, price unit, known before its auction, such as a
   * later auction of the day before that cleared higher, or more expensive gas. 0 where nothing is known; see `laterAuctionSignal` and `costSignal`.
   */
  signals?: ExogenousColumn[] | undefined;
  /** Public holidays, which models take for Sundays; models know none where they are left out. */
  holidays?: ReadonlySet<DeliveryDay> | undefined;
}

const SATURDAY = 5;
const SUNDAY = 6;

/** The weekday that models take row `row` for, 0 = Monday ... 6 = Sunday: a holiday of the panel is a Sunday. */
export function weekdayOfRow({ days, holidays }: Panel, row: number): number {
  const day = days[row];
  return holidays?.has(day) === true ? SUNDAY : weekdayOf(day);
}

/** Whether a day is of a weekend or a holiday. */
export function isFreeDay(day: DeliveryDay, holidays?: ReadonlySet<DeliveryDay>): boolean {
  return holidays?.has(day) === true || weekdayOf(day) >= SATURDAY;
}
