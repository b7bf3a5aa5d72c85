import type { DeliveryDay } from '../market/delivery-day.ts';

/** Quantity of a column: degC, m/s (speed, and its parts from the west and from the south), hPa, share 0-1 (clouds, humidity), W/m2, or MW. */
export type DriverKind =
  | 'temperature'
  | 'windSpeed'
  | 'windEast'
  | 'windNorth'
  | 'pressure'
  | 'cloudCover'
  | 'humidity'
  | 'irradiance'
  | 'power';

/** Weather at one place or over several, or another quantity's forecast, on the panel's grid; NaN where not known. */
export interface DriverColumn {
  name: string;
  kind: DriverKind;
  /** Row-major `days x slotsPerDay`. */
  values: Float64Array;
}

/**
 * One quantity of the power system and what drives it: consecutive delivery days by local hours, levelled on the days of 23 and 25
 * hours as `Panel` is. Drivers are forecasts, so they reach beyond what is measured.
 */
export interface PowerPanel {
  days: DeliveryDay[];
  slotsPerDay: number;
  /** Row-major `days x slotsPerDay`, MW, NaN where not measured yet. */
  measured: Float64Array;
  drivers: DriverColumn[];
}

/** Where a forecast stands: it is of `row`, and uses measurements at the places before `origin`, counted in slots from the first row. */
export interface Outlook {
  row: number;
  origin: number;
}

export function driversOf(panel: PowerPanel, kind: DriverKind): DriverColumn[] {
  return panel.drivers.filter((driver) => driver.kind === kind);
}

/** Place of the first slot from which on nothing is measured. */
export function originOf({ measured }: PowerPanel): number {
  return measured.findLastIndex((value) => !Number.isNaN(value)) + 1;
}

/**
 * Where a row is forecast from: the newest measurement, or the same time of its own day where that is earlier, as what has been published
 * counts as measured.
 */
export function outlookOf(panel: PowerPanel, row: number): Outlook {
  const { slotsPerDay } = panel;
  const origin = originOf(panel);
  return { row, origin: Math.min(origin, row * slotsPerDay + (origin % slotsPerDay)) };
}

/** Whether every driver is known in every slot of a row. */
export function areDriversKnown({ drivers, slotsPerDay }: PowerPanel, row: number): boolean {
  return drivers.every(({ values }) =>
    values.subarray(row * slotsPerDay, (row + 1) * slotsPerDay).every(Number.isFinite),
  );
}
