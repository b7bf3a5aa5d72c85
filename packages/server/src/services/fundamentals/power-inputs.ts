import {
  type DeliveryDay,
  type DriverColumn,
  HOUR_MS,
  hourlyLookup,
  HOURS_PER_PANEL_DAY,
  panelColumn,
  panelDays,
  panelWindow,
  type PowerPanel,
  type PowerQuantity,
  type Series,
} from '@lonja/forecasting';
import type { Db } from '../../store/database.ts';
import { readSeries } from '../../store/observations.ts';
import type { DataOrigin } from '../../store/service-state.ts';
import { type Hours, MODELLED, measuredSeriesOf, SERIES_OF, WEATHER_SERIES } from './quantities.ts';

/** Two years of seasons and the weeks before them that the first days look back on. */
export const POWER_HISTORY_DAYS = 730 + 28;

/** What forecasts of the power system rest on, from what was read once; `asOf` is not after the instant of reading. */
export interface PowerInputs {
  /** What was measured up to an instant, as a panel without drivers. */
  measured(quantity: PowerQuantity, asOf: number): PowerPanel;
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
  return {
    measured(quantity, asOf) {
      const end = Math.ceil(asOf / HOUR_MS) * HOUR_MS;
      const measured = panelColumn(span, lookup(measuredSeriesOf(quantity), asOf, end));
      return { days: span.days, slotsPerDay: HOURS_PER_PANEL_DAY, measured, drivers: [] };
    },
    weather: (quantity, asOf) =>
      weatherOf(quantity).flatMap(({ key, kind }) =>
        isThere(key) ? [{ name: key, kind, values: weatherAt(key, asOf) }] : [],
      ),
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

function isWithinDay({ resolution }: Series): boolean {
  return resolution !== 'P1D';
}
