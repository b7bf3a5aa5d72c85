import type { Panel } from '../data/panel.ts';

/** Errors of past forecasts, oldest day first: what bounds are made of. */
export interface ErrorHistory {
  slotsPerDay: number;
  /** Row-major `days x slotsPerDay`: actual minus forecast, NaN where either is missing. */
  errors: Float64Array;
}

/** Errors of forecasts (row-major `rows x slotsPerDay`) of some rows of a panel. */
export function errorsOfForecasts(panel: Panel, rows: number[], forecasts: Float64Array): ErrorHistory {
  const { slotsPerDay, price } = panel;
  if (forecasts.length !== rows.length * slotsPerDay) {
    throw new RangeError(
      `${forecasts.length} forecasts are not ${rows.length} days of ${slotsPerDay} slots.`,
    );
  }
  const errors = forecasts.map((forecast, i) => {
    const row = rows[Math.floor(i / slotsPerDay)];
    return price[row * slotsPerDay + (i % slotsPerDay)] - forecast;
  });
  return { slotsPerDay, errors };
}

/**
 * Errors that the weekly naive made on the `days` rows before `target` (fewer where the panel starts later): what bounds
 * fall back on for a forecaster without a past of its own. It reads no price of row `target` or later.
 */
export function weeklyNaiveErrors(panel: Panel, target: number, days: number): ErrorHistory {
  const { slotsPerDay, price } = panel;
  const first = Math.max(7, target - days);
  const length = Math.max(0, target - first) * slotsPerDay;
  const offset = first * slotsPerDay;
  return {
    slotsPerDay,
    errors: Float64Array.from({ length }, (_, i) => price[offset + i] - price[offset + i - 7 * slotsPerDay]),
  };
}

/** Days of which at least one error is known. */
export function knownErrorDays({ slotsPerDay, errors }: ErrorHistory): number {
  const days = new Set<number>();
  errors.forEach((error, i) => {
    if (!Number.isNaN(error)) days.add(Math.floor(i / slotsPerDay));
  });
  return days.size;
}
