import { z } from 'zod';
import { HOUR_MS } from '@lonja/forecasting/market';
import { PayloadFault } from '../payload-fault.ts';
import { readJson } from '../read-json.ts';
import type { TimedValues } from '../timed-values.ts';
import type { WeatherPlace } from '@lonja/forecasting/market';

const PlaceReply = z.object({
  hourly_units: z.record(z.string(), z.string()),
  hourly: z.intersection(
    z.object({ time: z.array(z.number()) }),
    z.record(z.string(), z.array(z.number().nullable())),
  ),
});
const OpenMeteoReply = z.array(PlaceReply).or(PlaceReply.transform((one) => [one]));

/**
 * Our series, whose values are means over places, by variable, unit and the weight of a place. Temperature and wind are values at
 * their instant and stand for the hour that begins there; radiation is the mean of the hour that ends at its instant.
 */
const VARIABLES = [
  { key: 'temperature.forecast', variable: 'temperature_2m', unit: '°C', weight: 'load', startsBefore: 0 },
  { key: 'windspeed.forecast', variable: 'wind_speed_100m', unit: 'm/s', weight: 'wind', startsBefore: 0 },
  {
    key: 'irradiance.forecast',
    variable: 'shortwave_radiation',
    unit: 'W/m²',
    weight: 'solar',
    startsBefore: HOUR_MS,
  },
] as const;

/** Variables to ask for: as the newest run has them, or as a run had them that began so many days before the hour. */
export function variablesOf(daysBack = 0): string[] {
  return VARIABLES.map(({ variable }) => nameOf(variable, daysBack));
}

/**
 * Weighted means over the places that were asked for, in their order, by the start of the hour. An hour that one place lacks is
 * missing. Another unit than the one asked for is a PayloadFault: wind in km/h would pass for wind in m/s.
 */
export function parseOpenMeteo(
  text: string,
  places: readonly WeatherPlace[],
  what: string,
  daysBack = 0,
): TimedValues[] {
  const replies = readJson(text, OpenMeteoReply, what);
  if (replies.length !== places.length) {
    throw new PayloadFault(`${what}: expected ${places.length} places, found ${replies.length}.`);
  }
  return VARIABLES.map(({ key, variable, unit, weight, startsBefore }) => {
    const name = nameOf(variable, daysBack);
    const sums = new Map<number, number>();
    const counts = new Map<number, number>();
    for (const [i, { hourly, hourly_units: units }] of replies.entries()) {
      if (units[name] !== unit) {
        throw new PayloadFault(`${what}: ${name} is in ${units[name] ?? 'no unit'}, not in ${unit}.`);
      }
      const values = hourly[name] ?? [];
      if (values.length !== hourly.time.length) {
        throw new PayloadFault(
          `${what}: ${name} has ${values.length} values for ${hourly.time.length} hours.`,
        );
      }
      for (const [j, seconds] of hourly.time.entries()) {
        const value = values[j];
        if (value === null) continue;
        const start = seconds * 1000 - startsBefore;
        sums.set(start, (sums.get(start) ?? 0) + places[i][weight] * value);
        counts.set(start, (counts.get(start) ?? 0) + 1);
      }
    }
    const values = new Map([...sums].filter(([start]) => counts.get(start) === places.length));
    return { key, step: HOUR_MS, values };
  });
}

function nameOf(variable: string, daysBack: number): string {
  return daysBack === 0 ? variable : `${variable}_previous_day${daysBack}`;
}
