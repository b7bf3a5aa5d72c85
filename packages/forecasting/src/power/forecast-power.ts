import { LOAD_MODEL } from './load-model.ts';
import { plantModel } from './plant-model.ts';
import { POWER_OPTIONS, type PowerModel, type PowerOptions, fitPower, predictPower } from './power-model.ts';
import { type PowerPanel, areDriversKnown } from './power-panel.ts';
import { SOLAR_MODEL } from './solar-model.ts';
import { WIND_MODEL } from './wind-model.ts';

/** What the power system is forecast by, each from a panel of its own measurements and drivers. */
export const POWER_MODELS = {
  load: LOAD_MODEL,
  wind: WIND_MODEL,
  solar: SOLAR_MODEL,
  hydro: plantModel('hydro', { levelDays: 28, isSigned: true }),
  nuclear: plantModel('nuclear', { levelDays: 2, isSigned: false }),
  other: plantModel('other', { levelDays: 28, isSigned: false }),
  netImport: plantModel('net import', { levelDays: 28, isSigned: true }),
} satisfies Record<string, PowerModel>;
export type PowerQuantity = keyof typeof POWER_MODELS;

export interface PowerForecast {
  /** For each row asked for, MW by slot; NaN in slots that the past says nothing of. */
  rows: Float64Array[];
  /** Rows whose drivers are not known: they are forecast from the calendar and the past alone. */
  withoutDrivers: number[];
}

/**
 * Fits the quantity's model to what is measured and forecasts the rows. Rows whose drivers (the weather) are not all known come from
 * a second fit that does without any. Throws InsufficientHistoryError below eight weeks of measurements; with less than that of
 * drivers, all rows count as without.
 */
export function forecastPower(
  quantity: PowerQuantity,
  panel: PowerPanel,
  rows: readonly number[],
  options: PowerOptions = POWER_OPTIONS,
): PowerForecast {
  const model: PowerModel = POWER_MODELS[quantity];
  const isDriven = panel.drivers.length > 0 && hasDriverHistory(panel);
  const withoutDrivers = rows.filter(
    (row) => panel.drivers.length > 0 && !(isDriven && areDriversKnown(panel, row)),
  );
  const driven = rows.filter((row) => !withoutDrivers.includes(row));
  const forecasts = new Map<number, Float64Array>();
  const forecast = (seen: PowerPanel, some: readonly number[]) => {
    if (some.length === 0) return;
    const fitted = fitPower(model, seen, options);
    predictPower(model, fitted, seen, some).forEach((values, i) => forecasts.set(some[i], values));
  };
  forecast(panel, driven);
  forecast({ ...panel, drivers: [] }, withoutDrivers);
  return { rows: rows.map((row) => forecasts.get(row) ?? new Float64Array(0)), withoutDrivers };
}

const FEWEST_DRIVEN_DAYS = 90;

function hasDriverHistory(panel: PowerPanel): boolean {
  const isKnown = ({ slotsPerDay, measured }: PowerPanel, row: number) =>
    measured.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).every(Number.isFinite);
  const days = panel.days.filter((_, row) => isKnown(panel, row) && areDriversKnown(panel, row));
  return days.length >= FEWEST_DRIVEN_DAYS;
}
