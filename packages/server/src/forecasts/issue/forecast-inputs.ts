import { type Panel, buildPanel } from '@lonja/forecasting';
import { addDays, daysBetween, type DeliveryDay, nationalHolidaysAmong } from '@lonja/forecasting/market';
import { firstUnknownRow } from '@lonja/forecasting/horizon';
import { type ForecastRecipe, historyStart } from '@lonja/forecasting/issue';
import type { HorizonTask } from '@lonja/forecasting/workers';
import { hourlyLookup, knownUntil, newestArrival, panelWindow, type Series } from '@lonja/forecasting/data';
import { withOwnFundamentals, OWN_DAY_AHEAD_KEYS, OWN_KEYS } from './own-fundamentals.ts';
import { signalsAsOf } from './price-signals.ts';
import type { Db } from '../../ground/database/database.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { EXOGENOUS_KEYS, SIGNAL_KEYS } from './day-ahead-model.ts';

/** A forecast to compute, from the first row whose prices are not known. */
export interface LateHorizonTask extends HorizonTask {
  /** Days at the front of the result that lie before the first wanted day, because their prices were late. */
  lateDays: number;
  /** Inputs of the first wanted day that are published. */
  published: string[];
  /** Inputs of the first wanted day that nobody has published yet, and for which the service's own forecast stands in. */
  standIns: string[];
}

/** What forecasting `horizonDays` days from `firstDay` on looks like from `asOf`. */
export function horizonTask(
  inputs: ForecastInputs,
  request: {
    firstDay: DeliveryDay;
    horizonDays: number;
    recipe: Pick<ForecastRecipe, 'historyDays' | 'settledDays'>;
    asOf: number;
  },
): LateHorizonTask {
  const from = historyStart(request.firstDay, request.recipe);
  const to = addDays(request.firstDay, request.horizonDays - 1);
  const published = panelAsOf(inputs, { from, to, asOf: request.asOf });
  const panel = withOwnFundamentals(published, inputs, {
    from: request.firstDay,
    asOf: request.asOf,
  });
  const wanted = daysBetween(from, request.firstDay);
  const target = firstUnknownRow(panel, wanted);
  const lateDays = wanted - target;
  const known = knownInputs(published, wanted);
  const standIns = knownInputs(panel, wanted).filter((name) => !known.includes(name));
  const signals = signalsAsOf(inputs, panel, request.asOf);
  return {
    panel: { ...panel, signals },
    target,
    horizonDays: request.horizonDays + lateDays,
    lateDays,
    published: known,
    standIns,
  };
}

/** Names of the inputs that are wholly known of a row. */
export function knownInputs({ exogenous, slotsPerDay }: Panel, row: number): string[] {
  return exogenous
    .filter(({ values }) =>
      values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).every(Number.isFinite),
    )
    .map(({ name }) => name);
}

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
  return newestArrival([...inputs.values()].flat(), { asOf }) ?? asOf;
}

/** End of the last delivery period whose price was known at `asOf`; `asOf` itself when there is none. */
export function pricesKnownUntil(inputs: ForecastInputs, asOf: number): number {
  return knownUntil(inputs.get(PRICE_KEY) ?? [], asOf) ?? asOf;
}
