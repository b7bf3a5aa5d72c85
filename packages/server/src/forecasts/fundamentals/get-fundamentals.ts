import {
  addDays,
  dayStart,
  daysBetween,
  type DeliveryDay,
  deliveryDayOf,
  deliveryPeriods,
} from '@lonja/forecasting/market';
import { hourlyValues, newestArrival, type Series } from '@lonja/forecasting/data';
import { ESTIMATE_DAYS, estimateQuantity, restOfLoad } from '@lonja/forecasting/power';
import { AppError } from '../../ground/errors.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import type { DegradedReason } from '../../ground/database/degraded-reason.ts';
import {
  type Hours,
  modelSeriesOf,
  QUANTITIES,
  type Quantity,
  SERIES_OF,
  WEATHER_DRIVEN,
} from '../../market/observations/quantities.ts';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { findBlindDays } from './power-inputs.ts';

/** The field of an answer that each quantity is. */
export const FIELD_OF: Record<Quantity, string> = {
  load: 'total_load_mw',
  wind: 'wind_mw',
  solar: 'solar_mw',
  hydro: 'hydro_mw',
  nuclear: 'nuclear_mw',
  thermal: 'thermal_mw',
  other: 'other_mw',
  netImport: 'cross_border_flows_mw',
};

/** The power system in one delivery hour, MW; undefined where nobody publishes it and nothing can be estimated. */
export interface FundamentalsHour {
  start: number;
  hour: number;
  values: Record<Quantity, number | undefined> & { load: number };
  /** The quantities that are the service's own forecast. */
  estimated: Quantity[];
  /** Those of them that no model has forecast: means of earlier days stand in. */
  unmodelled: Quantity[];
}

interface Fundamentals {
  hours: FundamentalsHour[];
  /** When the newest of the values behind the answer was published, epoch ms. */
  dataAsOf: number;
  simulated: boolean;
  /** What the own forecasts of the day had to do without, a sentence each, and as data. */
  degraded: string[];
  degradedReasons: DegradedReason[];
}

/** What is published of a quantity, and what the service's own model says of it. */
interface Known {
  published: Hours;
  forecast: Hours;
}

type Values = Record<Quantity, number | undefined>;

const MAX_DAYS_AHEAD = 7;

/**
 * Load, generation and net import by hour of a delivery day: what was published by now, and for the current day and the seven
 * after it the service's own forecast of what was not. Throws `not_found` where the load of the day is not known.
 */
export async function getFundamentals(
  context: ReadContext,
  query: { day: DeliveryDay; hour: number | undefined },
): Promise<Fundamentals> {
  const { day } = query;
  const now = context.clock.now();
  const dataOrigin = await context.dataOrigin();
  if (dataOrigin === undefined || clampToServedDays({ from: day, to: day }) === undefined)
    throw notKnown(day);
  const window = { from: dayStart(addDays(day, -ESTIMATE_DAYS)), to: dayStart(addDays(day, 1)), asOf: now };
  const keys = QUANTITIES.flatMap((quantity) => [...SERIES_OF[quantity], modelSeriesOf(quantity)]);
  const series = await readSeries(context.db, { keys, dataOrigin, ...window });
  const hourly = (wanted: readonly string[]) =>
    hourlyValues(
      wanted.flatMap((key) => series.get(key) ?? []).filter(({ resolution }) => resolution !== 'P1D'),
      window,
    );
  const known = Object.fromEntries(
    QUANTITIES.map((quantity): [Quantity, Known] => [
      quantity,
      { published: hourly(SERIES_OF[quantity]), forecast: hourly([modelSeriesOf(quantity)]) },
    ]),
  );
  const ahead = daysBetween(deliveryDayOf(now), day);
  const mayEstimate = ahead >= 0 && ahead <= MAX_DAYS_AHEAD;
  const hours = deliveryPeriods(day, 'PT1H')
    .filter(({ hour }) => query.hour === undefined || hour === query.hour)
    .map(({ start, hour }) => ({ start, hour, ...hourOf(known, { start, day, mayEstimate }) }))
    .flatMap(({ values, ...hour }): FundamentalsHour[] => {
      const { load } = values;
      return load === undefined ? [] : [{ ...hour, values: { ...values, load } }];
    });
  if (hours.length === 0) throw notKnown(day);
  // Estimates rest on the days before, so their publications count when there may be one.
  const since = mayEstimate ? {} : { from: dayStart(day) };
  const dataAsOf = newestArrival([...series.values()].flat(), { asOf: now, ...since }) ?? now;
  const missing = mayEstimate
    ? await missingBehind(context.db, { day, hours, series, dataOrigin, now })
    : { degraded: [], degradedReasons: [] };
  return { hours, dataAsOf, simulated: dataOrigin === 'simulator', ...missing };
}

function hourOf(
  known: Record<string, Known>,
  { start, day, mayEstimate }: { start: number; day: DeliveryDay; mayEstimate: boolean },
): { values: Values; estimated: Quantity[]; unmodelled: Quantity[] } {
  const estimated: Quantity[] = [];
  const unmodelled: Quantity[] = [];
  const valueOf = (quantity: Quantity): number | undefined => {
    const { published, forecast } = known[quantity];
    const value = published.get(start);
    if (value !== undefined || !mayEstimate) return value;
    const modelled = forecast.get(start);
    const estimate = modelled ?? estimateQuantity(quantity, published, { start, day });
    if (estimate !== undefined) estimated.push(quantity);
    if (modelled === undefined && estimate !== undefined) unmodelled.push(quantity);
    return estimate;
  };
  const values = {
    load: valueOf('load'),
    wind: valueOf('wind'),
    solar: valueOf('solar'),
    hydro: valueOf('hydro'),
    nuclear: valueOf('nuclear'),
    thermal: valueOf('thermal'),
    other: valueOf('other'),
    netImport: valueOf('netImport'),
  };
  if (!estimated.includes('thermal') || values.load === undefined) return { values, estimated, unmodelled };
  // Plants that burn something follow what is left of the load, so an estimate of them closes the balance.
  const { load, wind, solar, hydro, nuclear, other, netImport } = values;
  const thermal = restOfLoad(load, [wind, solar, hydro, nuclear, other, netImport]) ?? values.thermal;
  return { values: { ...values, thermal }, estimated, unmodelled };
}

function notKnown(day: DeliveryDay): AppError {
  return new AppError(
    'not_found',
    `The load of ${day} is not known: it lies before the data, over ${MAX_DAYS_AHEAD} days ahead, or no source of it is set up.`,
  );
}

/** What the own forecasts of a day lacked: a model, or the weather at the time that the model spoke; in sentences, and as data by quantity. */
async function missingBehind(
  db: Db,
  request: {
    day: DeliveryDay;
    hours: readonly FundamentalsHour[];
    series: ReadonlyMap<string, Series[]>;
    dataOrigin: DataOrigin;
    now: number;
  },
): Promise<{ degraded: string[]; degradedReasons: DegradedReason[] }> {
  const { day, hours, series, dataOrigin, now } = request;
  const unmodelled = QUANTITIES.filter(
    (quantity) => quantity !== 'thermal' && hours.some((hour) => hour.unmodelled.includes(quantity)),
  );
  const degraded =
    unmodelled.length === 0
      ? []
      : [`no model has forecast ${unmodelled.join(', ')}: means of earlier days stand in`];
  const degradedReasons = unmodelled.map((input): DegradedReason => ({ code: 'not_modelled', input, day }));
  const modelled = WEATHER_DRIVEN.filter((quantity) =>
    hours.some(({ estimated }) => estimated.includes(quantity) && !unmodelled.includes(quantity)),
  );
  if (modelled.length === 0) return { degraded, degradedReasons };
  const issues = modelled.flatMap((quantity) => series.get(modelSeriesOf(quantity)) ?? []);
  const asOf = newestArrival(issues, { asOf: now }) ?? Number.NEGATIVE_INFINITY;
  const blindDays = await findBlindDays(db, { dataOrigin, from: day, to: day, asOf });
  const blind = modelled.filter((quantity) => blindDays.has(quantity));
  if (blind.length > 0) degraded.push(`${blind.join(', ')} are forecast without weather data`);
  degradedReasons.push(...blind.map((input): DegradedReason => ({ code: 'no_weather', input, day })));
  return { degraded, degradedReasons };
}
