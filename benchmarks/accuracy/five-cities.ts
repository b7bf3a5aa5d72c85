import type { DeliveryDay } from '@lonja/forecasting/market';
import type { DriverColumn } from '@lonja/forecasting/power';
import { type ObservedColumn, parseSpanishWeather } from './spanish-weather.ts';
import { perturbWeather } from './weather-errors.ts';

const SLOTS = 24;

/** Weather of five cities as it was forecast. */
export interface CityForecasts {
  /** What was forecast of every day on the day before. */
  dayAhead: DriverColumn[];
  /** The same up to the day before a row; of it and the two days after it what was forecast at the midnight before that day's noon. */
  asOfDayBefore: (row: number) => DriverColumn[];
}

/** What was observed in five cities, perturbed as forecasts are (weather-errors.ts). */
export function forecastWeather(
  text: string,
  span: { from: DeliveryDay; to: DeliveryDay },
  seed: number,
): CityForecasts {
  return asForecast(parseSpanishWeather(text, span), seed);
}

/** Observed weather, perturbed as forecasts are. */
export function asForecast(observed: readonly ObservedColumn[], seed: number): CityForecasts {
  const vintages = perturbWeather(observed, seed);
  const dayCount = observed[0].values.length / SLOTS;
  const dayAhead = observed.map(({ name, kind, values }, i) => {
    const column = values.slice();
    for (let day = 1; day < dayCount; day++)
      column.set(vintages[i][day - 1].subarray(SLOTS, 2 * SLOTS), day * SLOTS);
    return { name, kind, values: column };
  });
  return {
    dayAhead,
    asOfDayBefore(row) {
      const issue = row - 1;
      const end = Math.min(dayCount, row + 2);
      return dayAhead.map(({ name, kind, values }, i) => {
        const seen = values.slice(0, end * SLOTS);
        seen.set(vintages[i][issue].subarray(0, (end - issue) * SLOTS), issue * SLOTS);
        return { name, kind, values: seen };
      });
    },
  };
}
