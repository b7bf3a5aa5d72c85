import type { DeliveryDay } from '../market/delivery-day.ts';
import type { ExogenousColumn } from '../data/panel.ts';

/**
 * What forecasting an intraday auction sees, as known at one instant: consecutive delivery days by the slots of a day, levelled as
 * in `Panel`. All columns are row-major `days x slotsPerDay`, NaN where not known or not auctioned.
 */
export interface IntradayPanel {
  days: DeliveryDay[];
  slotsPerDay: number;
  /** Slots that the auction covers: `[fromSlot, toSlot)`. */
  fromSlot: number;
  toSlot: number;
  /** Prices of the auctions held before it, in their order. The last is the reference that its spread is measured from. */
  earlier: Float64Array[];
  /** Prices of the auction itself. */
  price: Float64Array;
  /** The newest forecasts of load, wind and sun. */
  exogenous: ExogenousColumn[];
  /** How far those forecasts have moved since the auction before was bid for. */
  changes: ExogenousColumn[];
  /** Quantities with one value for each day, such as the recent error of the wind forecast. */
  daily: ExogenousColumn[];
  /** Gas for each day, EUR/MWh, as it had last settled. */
  gas: Float64Array;
  /** The same a week before. */
  gasAWeekAgo: Float64Array;
  /** Public holidays among the days, the day before the first and the day after the last. */
  holidays: ReadonlySet<DeliveryDay>;
}

/** Prices of the auction before: what an auction's price is forecast from. */
export function referenceOf({ earlier }: IntradayPanel): Float64Array {
  const reference = earlier.at(-1);
  if (reference === undefined) throw new RangeError('An intraday auction has an auction before it.');
  return reference;
}

/** Price less reference, NaN where either is not known. */
export function spreadsOf(panel: IntradayPanel): Float64Array {
  const reference = referenceOf(panel);
  return panel.price.map((price, i) => price - reference[i]);
}

/** The covered slots of a row of a column. */
export function coveredSlots(panel: IntradayPanel, column: Float64Array, row: number): Float64Array {
  const start = row * panel.slotsPerDay;
  return column.slice(start + panel.fromSlot, start + panel.toSlot);
}

/** Whether a column has a value for every covered slot of a row. */
export function isRowKnown(panel: IntradayPanel, column: Float64Array, row: number): boolean {
  const start = row * panel.slotsPerDay;
  for (let slot = panel.fromSlot; slot < panel.toSlot; slot++) {
    if (Number.isNaN(column[start + slot])) return false;
  }
  return true;
}

/** Load less wind less sun, or the change of the three, beside them; NaN where one is not known. */
export function withResidualLoad(
  load: ExogenousColumn,
  wind: ExogenousColumn,
  solar: ExogenousColumn,
): ExogenousColumn[] {
  const values = load.values.map((mw, i) => mw - wind.values[i] - solar.values[i]);
  return [load, wind, solar, { name: 'residual load', values }];
}
