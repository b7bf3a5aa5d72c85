import {
  AUCTION_CALENDAR,
  buildPanel,
  dayRange,
  type DeliveryDay,
  type ExogenousColumn,
  HOUR_MS,
  HOURS_PER_PANEL_DAY,
  hourlyLookup,
  type HourlyValues,
  instantFor,
  type IntradayPanel,
  panelColumn,
  panelDays,
  panelWindow,
  PRODUCTS,
  type Product,
  type RelativeTime,
  type Series,
  withResidualLoad,
} from '@lonja/forecasting';
import type { Db } from '../../store/database.ts';
import { readSeries } from '../../store/observations.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import type { ForecastInputs } from './forecast-inputs.ts';

const QUANTITIES = ['load', 'wind', 'solar'] as const;
type Quantity = (typeof QUANTITIES)[number];

/** Hours behind the newest measurement that tell how far a forecast has been off of late. */
const RECENT_HOURS = 6;
const RECENT_REACH_MS = 24 * HOUR_MS;

export function priceKey(product: Product): string {
  return `price.${product}`;
}

/** The auctions held before an intraday auction for the same delivery day, in their order. */
export function auctionsBefore(product: Product): Product[] {
  return PRODUCTS.slice(0, PRODUCTS.indexOf(product));
}

/** The newest forecast of a quantity on the delivery day itself comes before the one of the day before. */
function forecastKeys(quantity: Quantity): [string, string] {
  return [`${quantity}.forecast.intraday`, `${quantity}.forecast`];
}

/** Every revision that an intraday forecast may need. */
export async function readIntradayInputs(
  db: Db,
  query: { product: Product; dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<ForecastInputs> {
  const { product, dataOrigin, asOf } = query;
  const keys = [
    ...[...auctionsBefore(product), product].map(priceKey),
    ...QUANTITIES.flatMap((quantity) => [...forecastKeys(quantity), `${quantity}.actual`]),
  ];
  return readSeries(db, { keys, dataOrigin, asOf, ...panelWindow(query.from, query.to) });
}

/** What the runs of one daily schedule saw of load, wind and sun, each day as known when its own run was due. */
export interface IntradayFundamentals {
  days: DeliveryDay[];
  exogenous: ExogenousColumn[];
  daily: ExogenousColumn[];
}

export function intradayFundamentals(
  inputs: ForecastInputs,
  span: { from: DeliveryDay; to: DeliveryDay; schedule: RelativeTime; asOf: number },
): IntradayFundamentals {
  const days = dayRange(span.from, span.to);
  const columns = QUANTITIES.map((name) => {
    const forecast = new Float64Array(days.length * HOURS_PER_PANEL_DAY);
    const error = new Float64Array(days.length);
    for (const [row, day] of days.entries()) {
      const asOf = Math.min(span.asOf, instantFor(day, span.schedule));
      forecast.set(
        slotsOfDay(forecastOf(inputs, name, { ...panelWindow(day, day), asOf }), day),
        row * HOURS_PER_PANEL_DAY,
      );
      error[row] = recentError(inputs, name, asOf);
    }
    return { name, forecast, error };
  });
  const [load, wind, solar] = columns.map(({ name, forecast }) => ({ name, values: forecast }));
  return {
    days,
    exogenous: withResidualLoad(load, wind, solar),
    daily: columns.map(({ name, error }) => ({ name: `recent error of ${name}`, values: error })),
  };
}

/** The panel of the days `from`..`to` with the prices known at `asOf`; its reference is the last of `earlier`. */
export function intradayPanel(
  inputs: ForecastInputs,
  fundamentals: IntradayFundamentals,
  request: { product: Product; earlier: Product[]; from: DeliveryDay; to: DeliveryDay; asOf: number },
): IntradayPanel {
  const { product, earlier, from, to, asOf } = request;
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[product];
  const window = { ...panelWindow(from, to), asOf };
  const prices = (name: Product) =>
    buildPanel({ from, to, price: hourlyLookup(seriesOf(inputs, priceKey(name)), window), exogenous: [] });
  const { days, slotsPerDay, price } = prices(product);
  const firstRow = fundamentals.days.indexOf(days[0]);
  const cut = (columns: ExogenousColumn[], perDay: number) =>
    columns.map(({ name, values }) => ({
      name,
      values: values.slice(firstRow * perDay, (firstRow + days.length) * perDay),
    }));
  return {
    days,
    slotsPerDay,
    fromSlot: deliveryFromHour,
    toSlot: deliveryToHour,
    earlier: earlier.map((name) => prices(name).price),
    price,
    exogenous: cut(fundamentals.exogenous, slotsPerDay),
    daily: cut(fundamentals.daily, 1),
  };
}

export function seriesOf(inputs: ForecastInputs, key: string): Series[] {
  return inputs.get(key) ?? [];
}

function forecastOf(
  inputs: ForecastInputs,
  quantity: Quantity,
  window: { from: number; to: number; asOf: number },
): HourlyValues {
  const series = forecastKeys(quantity).flatMap((key) => seriesOf(inputs, key));
  return hourlyLookup(series, window);
}

function slotsOfDay(values: HourlyValues, day: DeliveryDay): Float64Array {
  return panelColumn(panelDays(day, day), values);
}

/** Mean of measurement less forecast over the last hours measured by `asOf`; NaN where there are none. */
function recentError(inputs: ForecastInputs, quantity: Quantity, asOf: number): number {
  const to = asOf - (asOf % HOUR_MS);
  const window = { from: to - RECENT_REACH_MS, to, asOf };
  const measured = hourlyLookup(seriesOf(inputs, `${quantity}.actual`), window);
  const forecast = forecastOf(inputs, quantity, window);
  const errors: number[] = [];
  for (let start = window.from; start < to; start += HOUR_MS) {
    const value = measured.get(start);
    const expected = forecast.get(start);
    if (value !== undefined && expected !== undefined) errors.push(value - expected);
  }
  const newest = errors.slice(-RECENT_HOURS);
  return newest.reduce((sum, error) => sum + error, 0) / newest.length;
}

/** The last auction of the day whose prices are wholly known at `asOf`; undefined when none is. */
export function lastKnownAuction(
  inputs: ForecastInputs,
  request: { product: Product; day: DeliveryDay; asOf: number },
): Product | undefined {
  const { deliveryFromHour, deliveryToHour } = AUCTION_CALENDAR[request.product];
  const window = { ...panelWindow(request.day, request.day), asOf: request.asOf };
  return auctionsBefore(request.product).findLast((name) => {
    const slots = slotsOfDay(hourlyLookup(seriesOf(inputs, priceKey(name)), window), request.day);
    return slots.subarray(deliveryFromHour, deliveryToHour).every((price) => !Number.isNaN(price));
  });
}
