import { dayRange, type DeliveryDay } from '../market/delivery-day.ts';
import { DAY_MS, HOUR_MS } from '../market/madrid-time.ts';
import {
  AUCTION_CALENDAR,
  auctionsBefore,
  instantFor,
  type Product,
  type RelativeTime,
} from '../market/products.ts';
import {
  HOURS_PER_PANEL_DAY,
  type HourlyValues,
  panelColumn,
  panelDays,
  panelWindow,
} from '../data/build-panel.ts';
import type { ExogenousColumn } from '../data/panel.ts';
import { costKnownAt } from '../data/price-signals.ts';
import { hourlyLookup } from '../data/resolve-values.ts';
import type { Series } from '../data/series.ts';
import { withResidualLoad } from './intraday-panel.ts';

/** The data of the power system that an intraday forecast uses. */
export const INTRADAY_QUANTITIES = ['load', 'wind', 'solar'] as const;
type Quantity = (typeof INTRADAY_QUANTITIES)[number];

/** Hours before the newest measurement over which the latest error of a forecast is measured. */
const RECENT_HOURS = 6;
const RECENT_REACH_MS = 24 * HOUR_MS;

const GAS_KEY = 'gas.price';
const WEEK_MS = 7 * DAY_MS;

/** What is expected of a quantity: by the operator on the day itself, on the day before, and by the service. */
function keysOf(quantity: Quantity) {
  const dayAhead = `${quantity}.forecast`;
  const renewed = `${dayAhead}.intraday`;
  return {
    renewed,
    dayAhead,
    published: [renewed, dayAhead],
    own: `${quantity}.model`,
    measured: `${quantity}.actual`,
  };
}

/** Series that `intradayFundamentals` reads. */
export const INTRADAY_FUNDAMENTAL_KEYS = [
  ...INTRADAY_QUANTITIES.flatMap((quantity) => {
    const { published, own, measured } = keysOf(quantity);
    return [...published, own, measured];
  }),
  GAS_KEY,
];

/** Every revision of many series, by key; one key can have several feeds, the preferred one first. */
export type SeriesByKey = ReadonlyMap<string, readonly Series[]>;

/** What the runs of one daily schedule saw of load, wind, sun and gas, each day as known when its own run was due. */
export interface IntradayFundamentals {
  days: DeliveryDay[];
  /** The newest forecasts. */
  exogenous: ExogenousColumn[];
  /** How far they have moved since the gate of the auction before closed. */
  changes: ExogenousColumn[];
  /** Their recent errors. */
  daily: ExogenousColumn[];
  /** Gas as it had last settled, EUR/MWh, one value a day; NaN where no settlement was known. */
  gas: Float64Array;
  /** The same as it was known a week before. */
  gasAWeekAgo: Float64Array;
  /** Quantities of the last day that nobody has published: the service's own forecast stands in for them where there is one. */
  unpublished: string[];
}

/** Fundamentals of the days `from`..`to`; nothing in them was known after `asOf`, and of each day nothing after its own run. */
export function intradayFundamentals(
  inputs: SeriesByKey,
  request: {
    product: Product;
    from: DeliveryDay;
    to: DeliveryDay;
    schedule: RelativeTime;
    asOf: number;
  },
): IntradayFundamentals {
  const before = auctionsBefore(request.product).at(-1);
  if (before === undefined) throw new RangeError('An intraday auction has an auction before it.');
  const { gateClosure } = AUCTION_CALENDAR[before];
  const days = dayRange(request.from, request.to);
  const blank = () => new Float64Array(days.length * HOURS_PER_PANEL_DAY);
  const unknown = new Float64Array(HOURS_PER_PANEL_DAY).fill(Number.NaN);
  const columns = INTRADAY_QUANTITIES.map((name) => ({
    name,
    forecast: blank(),
    change: blank(),
    error: new Float64Array(days.length),
  }));
  const runs = days.map((day) => Math.min(request.asOf, instantFor(day, request.schedule)));
  for (const [row, day] of days.entries()) {
    const asOf = runs[row];
    const gate = Math.min(asOf, instantFor(day, gateClosure));
    const span = panelDays(day, day);
    const window = panelWindow(day, day);
    const known = (keys: string[], at: number) =>
      panelColumn(span, lookup(inputs, keys, { ...window, asOf: at }));
    const moveOf = (key: string, before: string[]) =>
      inputs.has(key) ? move(known(before, gate), known([key], asOf)) : unknown;
    for (const { name, forecast, change, error } of columns) {
      const first = row * HOURS_PER_PANEL_DAY;
      const { renewed, published, own } = keysOf(name);
      forecast.set(known([...published, own], asOf), first);
      const operators = moveOf(renewed, published);
      const ours = moveOf(own, [own]);
      change.set(
        operators.map((mw, slot) => (Number.isNaN(mw) ? ours[slot] : mw)),
        first,
      );
      error[row] = recentError(inputs, name, asOf);
    }
  }
  const withResidual = (pick: (column: (typeof columns)[number]) => Float64Array) => {
    const [load, wind, solar] = columns.map((column) => ({ name: column.name, values: pick(column) }));
    return withResidualLoad(load, wind, solar);
  };
  const gas = inputs.get(GAS_KEY) ?? [];
  const weekBefore = runs.map((instant) => instant - WEEK_MS);
  return {
    days,
    exogenous: withResidual(({ forecast }) => forecast),
    changes: withResidual(({ change }) => change),
    daily: columns.map(({ name, error }) => ({ name: `recent error of ${name}`, values: error })),
    gas: costKnownAt(gas, runs),
    gasAWeekAgo: costKnownAt(gas, weekBefore),
    unpublished: INTRADAY_QUANTITIES.filter((name) => !isPublished(inputs, name, request)),
  };
}

function isPublished(
  inputs: SeriesByKey,
  quantity: Quantity,
  { to: day, asOf }: { to: DeliveryDay; asOf: number },
): boolean {
  const hours = lookup(inputs, keysOf(quantity).published, { ...panelWindow(day, day), asOf });
  return panelColumn(panelDays(day, day), hours).some(Number.isFinite);
}

/** How far a forecast of a day has moved; unknown where it says the same of every hour, as nobody has renewed it then. */
function move(before: Float64Array, after: Float64Array): Float64Array {
  const moves = after.map((value, i) => value - before[i]);
  const isRenewed = moves.some((move) => Number.isFinite(move) && move !== 0);
  return isRenewed ? moves : moves.fill(Number.NaN);
}

function lookup(
  inputs: SeriesByKey,
  keys: string[],
  window: { from: number; to: number; asOf: number },
): HourlyValues {
  return hourlyLookup(
    keys.flatMap((key) => inputs.get(key) ?? []),
    window,
  );
}

/** Mean of measurement less what was expected on the day before, over the last hours measured by `asOf`; NaN where there are none. */
function recentError(inputs: SeriesByKey, quantity: Quantity, asOf: number): number {
  const to = asOf - (asOf % HOUR_MS);
  const window = { from: to - RECENT_REACH_MS, to, asOf };
  const keys = keysOf(quantity);
  const measured = lookup(inputs, [keys.measured], window);
  const forecast = lookup(inputs, [keys.dayAhead, keys.own], window);
  const errors: number[] = [];
  for (let start = window.from; start < to; start += HOUR_MS) {
    const value = measured.get(start);
    const expected = forecast.get(start);
    if (value !== undefined && expected !== undefined) errors.push(value - expected);
  }
  const newest = errors.slice(-RECENT_HOURS);
  return newest.reduce((sum, error) => sum + error, 0) / newest.length;
}
