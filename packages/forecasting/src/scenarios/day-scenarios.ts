import type { ScenarioFit } from './fit-scenarios.ts';

/** The forecast of a period, EUR/MWh, and the slot of past days that it resembles, such as its local hour. */
export interface ScenarioPeriod {
  slot: number;
  value: number;
  p10: number;
  p90: number;
}

/**
 * Equally likely prices of a whole day: one row for each past day of the fit, one price for each period. In every period a tenth of
 * the prices lies below its p10 and a tenth above its p90; across periods they go together as the errors of the past days did.
 */
export function dayScenarios(
  { deviations }: ScenarioFit,
  periods: readonly ScenarioPeriod[],
  limits: { min: number; max: number },
): Float64Array[] {
  return deviations.map((row) =>
    Float64Array.from(periods, ({ slot, value, p10, p90 }) => {
      const deviation = row[slot];
      const price = value + deviation * (deviation < 0 ? value - p10 : p90 - value);
      return Math.min(Math.max(price, limits.min), limits.max);
    }),
  );
}
