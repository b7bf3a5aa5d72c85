import { addDays, type DeliveryDay, HOUR_MS, deliveryDayOf, localHourOf } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import type { Db } from '../../ground/database/database.ts';
import type { DataOrigin } from '../../ground/database/service-state.ts';
import { EXOGENOUS_KEYS, SIGNAL_KEYS } from '../issue/day-ahead-model.ts';
import { panelAsOf, readForecastInputs } from '../issue/forecast-inputs.ts';
import { withOwnFundamentals } from '../issue/own-fundamentals.ts';
import { FUEL_MAY_REST_DAYS } from '../issue/price-signals.ts';

/** What was known of an input in an hour when each run was issued. */
export interface InputHour {
  start: number;
  from: number;
  to: number;
}

export interface InputChange {
  /** `load` for `load.forecast`; `gas` is its last settlement, the same in every hour. */
  input: string;
  unit: 'MW' | 'EUR/MWh';
  /** The hours in which both runs knew it. */
  hours: InputHour[];
  /** Hours in which the later run alone knew it, and the earlier alone. */
  onlyTo: number;
  onlyFrom: number;
}

/**
 * How load, wind, sun and gas, as each run knew them, differ in the hours of some periods; the service's own forecasts of load, wind and sun
 * where nobody published any.
 */
export async function listInputChanges(
  db: Db,
  {
    dataOrigin,
    days: [first, last],
    instants,
    starts,
  }: {
    dataOrigin: DataOrigin;
    days: [DeliveryDay, DeliveryDay];
    /** When the runs were issued, the first and the second. */
    instants: [number, number];
    starts: ReadonlySet<number>;
  },
): Promise<InputChange[]> {
  // The service's own forecasts are joined from the day after the clock on.
  const from = [first, ...instants.map((asOf) => addDays(deliveryDayOf(asOf), 1))].toSorted()[0];
  const inputs = await readForecastInputs(db, {
    dataOrigin,
    from: addDays(from, -FUEL_MAY_REST_DAYS - 1),
    to: last,
    asOf: Math.max(...instants),
  });
  const panels = instants.map((asOf) =>
    withOwnFundamentals(panelAsOf(inputs, { from, to: last, asOf }), inputs, { from: first, asOf }),
  );
  const [before, after] = panels;
  const hours = [...new Set([...starts].map((start) => start - (start % HOUR_MS)))];
  const compare = (
    input: Pick<InputChange, 'input' | 'unit'>,
    valuesAt: (start: number) => [number, number],
  ): InputChange => {
    const change: InputChange = { ...input, hours: [], onlyTo: 0, onlyFrom: 0 };
    for (const start of hours) {
      const [old, renewed] = valuesAt(start);
      if (Number.isNaN(old) !== Number.isNaN(renewed)) change[Number.isNaN(old) ? 'onlyTo' : 'onlyFrom']++;
      else if (!Number.isNaN(old)) change.hours.push({ start, from: old, to: renewed });
    }
    return change;
  };
  const [oldGas, gas] = instants.map((asOf) => lastSettled(inputs.get(SIGNAL_KEYS.fuel) ?? [], asOf));
  return [
    ...EXOGENOUS_KEYS.map((name, column) =>
      compare({ input: name.replace(/\.forecast$/, ''), unit: 'MW' }, (start) => {
        const at = before.days.indexOf(deliveryDayOf(start)) * before.slotsPerDay + localHourOf(start);
        return [before.exogenous[column].values[at], after.exogenous[column].values[at]];
      }),
    ),
    compare({ input: 'gas', unit: 'EUR/MWh' }, () => [oldGas, gas]),
  ];
}

/** The newest value that was known at `asOf`; NaN without one. */
function lastSettled(feeds: readonly Series[], asOf: number): number {
  let [newest, value] = [Number.NEGATIVE_INFINITY, Number.NaN];
  for (const { start, value: values, availableAt } of feeds) {
    for (const [i, at] of start.entries()) {
      if (availableAt[i] > asOf || at < newest) continue;
      [newest, value] = [at, values[i]];
    }
  }
  return value;
}
