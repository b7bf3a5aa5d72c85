import {
  addDays,
  buildPanel,
  type DeliveryDay,
  type DriverColumn,
  hourlyValues,
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

/** What forecasts of the power system rest on, as known at one instant. */
export interface PowerInputs {
  from: DeliveryDay;
  to: DeliveryDay;
  /** What was measured up to the instant. */
  measured(quantity: PowerQuantity): Hours;
  /** The weather that drives a quantity; empty where no source has it at all. */
  weather(quantity: PowerQuantity): DriverColumn[];
  /** A quantity as a driver of others: as measured, as published, and beyond that as `own` says. */
  power(quantity: PowerQuantity, own: Hours): DriverColumn;
}

export async function readPowerInputs(
  db: Db,
  query: { dataOrigin: DataOrigin; today: DeliveryDay; last: DeliveryDay; asOf: number },
): Promise<PowerInputs> {
  const { dataOrigin, today, last: to, asOf } = query;
  const from = addDays(today, -POWER_HISTORY_DAYS);
  const window = { ...panelWindow(from, to), asOf };
  const keys = [
    ...MODELLED.flatMap((quantity) => SERIES_OF[quantity]),
    ...new Set(Object.values(WEATHER_SERIES).flatMap((series) => series.map(({ key }) => key))),
  ];
  const series = await readSeries(db, { keys, dataOrigin, ...window });
  const hourly = (wanted: readonly string[], end = window.to) =>
    hourlyValues(wanted.flatMap((key) => series.get(key) ?? []).filter(isWithinDay), { ...window, to: end });
  const column = (values: Hours) => buildPanel({ from, to, price: values, exogenous: [] }).price;
  return {
    from,
    to,
    measured: (quantity) => hourly(measuredSeriesOf(quantity), asOf),
    weather: (quantity) =>
      weatherOf(quantity).flatMap(({ key, kind }) => {
        const values = hourly([key]);
        return values.size === 0 ? [] : [{ name: key, kind, values: column(values) }];
      }),
    power(quantity, own) {
      const known = hourly(measuredSeriesOf(quantity));
      return { name: quantity, kind: 'power', values: column(new Map([...own, ...known])) };
    },
  };
}

/** The panel of a quantity without drivers. */
export function measuredPanel(inputs: PowerInputs, quantity: PowerQuantity): PowerPanel {
  const { from, to } = inputs;
  const { days, slotsPerDay, price } = buildPanel({
    from,
    to,
    price: inputs.measured(quantity),
    exogenous: [],
  });
  return { days, slotsPerDay, measured: price, drivers: [] };
}

function weatherOf(quantity: PowerQuantity) {
  return quantity === 'load' || quantity === 'wind' || quantity === 'solar' ? WEATHER_SERIES[quantity] : [];
}

function isWithinDay({ resolution }: Series): boolean {
  return resolution !== 'P1D';
}
