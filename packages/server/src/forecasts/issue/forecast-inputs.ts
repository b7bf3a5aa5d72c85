import { buildPanel, type Panel } from '@lonja/forecasting';
import { type DeliveryDay, nationalHolidaysAmong, periodMs } from '@lonja/forecasting/market';
import { hourlyLookup, panelWindow, type Series } from '@lonja/forecasting/data';
import type { Db } from '../../ground/database/database.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { EXOGENOUS_KEYS, SIGNAL_KEYS } from './day-ahead-model.ts';
import { OWN_DAY_AHEAD_KEYS, OWN_KEYS } from './own-fundamentals.ts';

/** Every revision that a forecast may need, by series key; one key can have several feeds. */
export type ForecastInputs = ReadonlyMap<string, Series[]>;

export const PRICE_KEY = 'price.da';

export async function readForecastInputs(
  db: Db,
  query: { dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<ForecastInputs> {
  const { from, to } = panelWindow(query.from, query.to);
  return readSeries(db, {
    keys: [PRICE_KEY, ...Object.values(SIGNAL_KEYS), ...EXOGENOUS_KEYS, ...OWN_KEYS, ...OWN_DAY_AHEAD_KEYS],
    dataOrigin: query.dataOrigin,
    from,
    to,
    asOf: query.asOf,
  });
}

/** Of such inputs the service's own forecasts alone. */
export async function readOwnForecasts(
  db: Db,
  query: { dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<ForecastInputs> {
  const { dataOrigin, asOf } = query;
  const keys = [...OWN_KEYS, ...OWN_DAY_AHEAD_KEYS];
  return readSeries(db, { keys, dataOrigin, ...panelWindow(query.from, query.to), asOf });
}

/** The panel that a forecaster would have seen at `asOf`. */
export function panelAsOf(
  inputs: ForecastInputs,
  span: { from: DeliveryDay; to: DeliveryDay; asOf: number },
): Panel {
  const window = { ...panelWindow(span.from, span.to), asOf: span.asOf };
  const hourly = (key: string) => hourlyLookup(inputs.get(key) ?? [], window);
  const panel = buildPanel({
    from: span.from,
    to: span.to,
    price: hourly(PRICE_KEY),
    exogenous: EXOGENOUS_KEYS.map((name) => ({ name, values: hourly(name) })),
  });
  return { ...panel, holidays: nationalHolidaysAmong(panel.days) };
}

/** When the newest input that was available at `asOf` became available; `asOf` itself when there is none. */
export function newestAvailability(inputs: ForecastInputs, asOf: number): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const series of [...inputs.values()].flat()) {
    for (const availableAt of series.availableAt) {
      if (availableAt <= asOf && availableAt > newest) newest = availableAt;
    }
  }
  return newest === Number.NEGATIVE_INFINITY ? asOf : newest;
}

/** How many instants at which an input became available there are up to an instant: what is known changes at these alone. */
export function countArrivals(inputs: ForecastInputs): (asOf: number) => number {
  const instants = new Set<number>();
  for (const { availableAt } of [...inputs.values()].flat()) for (const at of availableAt) instants.add(at);
  const ascending = Float64Array.from(instants).sort();
  return (asOf) => {
    let [low, high] = [0, ascending.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ascending[middle] <= asOf) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** End of the last delivery period whose price was known at `asOf`. */
export function pricesKnownUntil(inputs: ForecastInputs, asOf: number): number {
  const ends = (inputs.get(PRICE_KEY) ?? []).map((series) => {
    const last = series.availableAt.findLastIndex((availableAt) => availableAt <= asOf);
    if (last < 0 || series.resolution === 'P1D') return Number.NEGATIVE_INFINITY;
    return series.start[last] + periodMs(series.resolution);
  });
  const until = Math.max(...ends);
  return Number.isFinite(until) ? until : asOf;
}
