import {
  addDays,
  dayRange,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  deliveryPeriods,
  HOUR_MS,
  AUCTION_CALENDAR,
  instantFor,
} from '@lonja/forecasting/market';
import {
  hourlyLookup,
  HOURS_PER_PANEL_DAY,
  panelColumn,
  panelDays,
  panelWindow,
  type Series,
  valuesAsOf,
  hourlyValues,
} from '@lonja/forecasting/data';
import {
  type DailyEnergy,
  type DriverColumn,
  hoursOfEnergy,
  type PowerPanel,
  type PowerQuantity,
} from '@lonja/forecasting/power';
import type { PowerResult, PowerTask } from '@lonja/forecasting/workers';
import type { Logger } from 'pino';
import type { Db } from '../../ground/database/database.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import {
  ENERGY_SERIES,
  type Hours,
  MODELLED,
  measuredSeriesOf,
  publishedSeriesOf,
  SERIES_OF,
  WEATHER_SERIES,
  type WeatherDriven,
  WEATHER_DRIVEN,
} from '../../market/observations/quantities.ts';
import type { Clock } from '../../ground/timing/clock.ts';
import { rowsWhere } from '../../market/ingest/day-parts.ts';

/** What forecasts of the power system rest on, from what was read once; `asOf` is not after the instant of reading. */
export interface PowerInputs {
  /** End of the last day, of that of reading and those after it, of which every hour has been measured or published; Epoch ms. */
  publishedUntil(quantity: PowerQuantity): number | undefined;
  /**
   * What was measured up to an instant, or published where nobody has measured yet, of hours before `end`; a panel without drivers. Of days
   * of which the energy alone is measured the hours are those that `hoursOfEnergy` gives.
   */
  measured(quantity: PowerQuantity, known: { asOf: number; end: number }): PowerPanel;
  /** What had been published of a day at an instant, by slot; NaN where nothing had. */
  published(quantity: WeatherDriven, day: DeliveryDay, asOf: number): Float64Array;
  /** The weather that drives a quantity; empty where no source had it at all when it was read. */
  weather(quantity: PowerQuantity, asOf: number): DriverColumn[];
  /** A quantity as a driver of others: as measured, as published, and beyond that as `own` says. */
  power(quantity: PowerQuantity, asOf: number, own?: Hours): DriverColumn;
}

export async function readPowerInputs(
  db: Db,
  query: { dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<PowerInputs> {
  const { dataOrigin, from, to, asOf: readAt } = query;
  const window = panelWindow(from, to);
  const keys = [
    ...MODELLED.flatMap((quantity) => SERIES_OF[quantity]),
    ...Object.values(ENERGY_SERIES),
    ...new Set(Object.values(WEATHER_SERIES).flatMap((series) => series.map(({ key }) => key))),
  ];
  const series = await readSeries(db, { keys, dataOrigin, ...window, asOf: readAt });
  const lookup = (wanted: readonly string[], asOf: number, end = window.to) =>
    hourlyLookup(wanted.flatMap((key) => series.get(key) ?? []).filter(isWithinDay), {
      from: window.from,
      to: end,
      asOf,
    });
  const span = panelDays(from, to);
  const isThere = (key: string) => (series.get(key) ?? []).some(isWithinDay);
  const weatherAt = (key: string, asOf: number) => panelColumn(span, lookup([key], asOf));
  const weather = (quantity: PowerQuantity, asOf: number) =>
    weatherOf(quantity).flatMap(({ key, kind }) =>
      isThere(key) ? [{ name: key, kind, values: weatherAt(key, asOf) }] : [],
    );
  /** Mean power of each day by its energy, MW; NaN where it is not known. */
  const meansOfDays = (quantity: DailyEnergy, { asOf, end }: { asOf: number; end: number }) => {
    const daily = (series.get(ENERGY_SERIES[quantity]) ?? []).filter((feed) => !isWithinDay(feed));
    const known = daily.toReversed().flatMap((feed) => [...valuesAsOf(feed, { ...window, asOf })]);
    const energies = new Map(known);
    return Float64Array.from(span.days, (_, row) => {
      const [start, next] = span.starts.subarray(row, row + 2);
      return next > end ? Number.NaN : ((energies.get(start) ?? Number.NaN) * HOUR_MS) / (next - start);
    });
  };
  return {
    publishedUntil(quantity) {
      const known = lookup(measuredSeriesOf(quantity), readAt);
      const today = deliveryDayOf(readAt);
      const isWhole = (day: DeliveryDay) =>
        deliveryPeriods(day, 'PT1H').every(({ start }) => known.get(start) !== undefined);
      const last = dayRange(today, to).findLast(isWhole);
      return last === undefined ? undefined : dayStart(addDays(last, 1));
    },
    measured(quantity, { asOf, end }) {
      const measured = panelColumn(span, lookup(measuredSeriesOf(quantity), asOf, end));
      const grid = { days: span.days, slotsPerDay: HOURS_PER_PANEL_DAY };
      if (quantity === 'wind' || quantity === 'solar') {
        const means = meansOfDays(quantity, { asOf, end });
        const drivers = weather(quantity, asOf);
        fillUnmeasuredDays(measured, hoursOfEnergy(quantity, { ...grid, drivers }, means));
      }
      return { ...grid, measured, drivers: [] };
    },
    published(quantity, day, asOf) {
      const feeds = (series.get(publishedSeriesOf(quantity)) ?? []).filter(isWithinDay);
      const ofDay = { from: dayStart(day), to: dayStart(addDays(day, 1)), asOf };
      return panelColumn(panelDays(day, day), hourlyLookup(feeds, ofDay));
    },
    weather,
    power(quantity, asOf, own) {
      const known = lookup(measuredSeriesOf(quantity), asOf);
      const values = panelColumn(span, { get: (start) => known.get(start) ?? own?.get(start) });
      return { name: quantity, kind: 'power', values };
    },
  };
}

function weatherOf(quantity: PowerQuantity) {
  return quantity === 'load' || quantity === 'wind' || quantity === 'solar' ? WEATHER_SERIES[quantity] : [];
}

/** Days of which no hour is measured. */
function fillUnmeasuredDays(measured: Float64Array, hours: Float64Array): void {
  for (let first = 0; first < measured.length; first += HOURS_PER_PANEL_DAY) {
    const end = first + HOURS_PER_PANEL_DAY;
    if (measured.subarray(first, end).every(Number.isNaN)) measured.set(hours.subarray(first, end), first);
  }
}

function isWithinDay({ resolution }: Series): boolean {
  return resolution !== 'P1D';
}

/** What forecasting the power system needs of its surroundings. */
export interface PowerContext {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Computes forecasts: those that are waited for on the machine's cores, work in the background on one that is otherwise idle. */
  forecastPower(tasks: PowerTask[], purpose: 'forecast' | 'background'): Promise<PowerResult[]>;
}

/** The days of a span whose weather was not wholly known at `asOf`, by what it drives; quantities without such days are left out. */
export async function findBlindDays(
  db: Db,
  query: { dataOrigin: DataOrigin; from: DeliveryDay; to: DeliveryDay; asOf: number },
): Promise<Map<WeatherDriven, DeliveryDay[]>> {
  const { dataOrigin, from, to, asOf } = query;
  const window = { ...panelWindow(from, to), asOf };
  const keys = WEATHER_DRIVEN.flatMap((quantity) => WEATHER_SERIES[quantity].map(({ key }) => key));
  const weather = await readSeries(db, { keys: [...new Set(keys)], dataOrigin, ...window });
  const hours = new Map([...weather].map(([key, series]) => [key, hourlyValues(series, window)]));
  const isKnown = (key: string, day: DeliveryDay) =>
    deliveryPeriods(day, 'PT1H').every(({ start }) => hours.get(key)?.has(start) === true);
  const blind = WEATHER_DRIVEN.map((quantity): [WeatherDriven, DeliveryDay[]] => [
    quantity,
    dayRange(from, to).filter((day) => !WEATHER_SERIES[quantity].every(({ key }) => isKnown(key, day))),
  ]);
  return new Map(blind.filter(([, days]) => days.length > 0));
}

/** Series are read once for many forecasts. */
const known = new WeakMap<Series, Series>();

/**
 * Of each period what was known when the day-ahead auction of its day closed: a forecast of wind that comes in the evening is no input of
 * that day's bids, so nothing may learn from it as if it were.
 */
export function knownBeforeGate(series: readonly Series[]): Series[] {
  return series.map((one) => {
    const before = known.get(one) ?? beforeGate(one);
    known.set(one, before);
    return before;
  });
}

function beforeGate(series: Series): Series {
  let until = Number.NEGATIVE_INFINITY;
  let gate = Number.NEGATIVE_INFINITY;
  return rowsWhere(series, (start, i) => {
    if (start >= until) {
      const day = deliveryDayOf(start);
      until = dayStart(addDays(day, 1));
      gate = instantFor(day, AUCTION_CALENDAR.da.gateClosure);
    }
    return series.availableAt[i] <= gate;
  });
}
