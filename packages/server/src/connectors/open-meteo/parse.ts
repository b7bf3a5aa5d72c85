import { z } from 'zod';
import { PayloadFault } from '../payload-fault.ts';
import { readJson } from '../read-json.ts';
import type { TimedValues } from '../timed-values.ts';
import { HOUR_MS } from '@lonja/forecasting/market';
import type { Place } from './places.ts';

const column = z.array(z.number().nullable());
const PlaceReply = z.object({
  hourly_units: z.record(z.string(), z.string()),
  hourly: z.object({
    time: z.array(z.number()),
    temperature_2m: column,
    wind_speed_100m: column,
    shortwave_radiation: column,
  }),
});
const OpenMeteoReply = z.array(PlaceReply).or(PlaceReply.transform((one) => [one]));

/** Our series, whose values are means over places, by variable, unit and the weight of a place. */
const VARIABLES = [
  { key: 'temperature.forecast', variable: 'temperature_2m', unit: '°C', weight: 'load' },
  { key: 'windspeed.forecast', variable: 'wind_speed_100m', unit: 'm/s', weight: 'wind' },
  { key: 'irradiance.forecast', variable: 'shortwave_radiation', unit: 'W/m²', weight: 'solar' },
] as const;

/**
 * Weighted means over the places that were asked for, in their order; instants are Unix seconds. An hour that one place lacks is
 * missing. Another unit than the one asked for is a PayloadFault: wind in km/h would pass for wind in m/s.
 */
export function parseOpenMeteo(text: string, places: readonly Place[], what: string): TimedValues[] {
  const replies = readJson(text, OpenMeteoReply, what);
  if (replies.length !== places.length) {
    throw new PayloadFault(`${what}: expected ${places.length} places, found ${replies.length}.`);
  }
  return VARIABLES.map(({ key, variable, unit, weight }) => {
    const sums = new Map<number, number>();
    const counts = new Map<number, number>();
    for (const [i, { hourly, hourly_units: units }] of replies.entries()) {
      if (units[variable] !== unit) {
        throw new PayloadFault(`${what}: ${variable} is in ${units[variable] ?? 'no unit'}, not in ${unit}.`);
      }
      const values = hourly[variable];
      if (values.length !== hourly.time.length) {
        throw new PayloadFault(
          `${what}: ${variable} has ${values.length} values for ${hourly.time.length} hours.`,
        );
      }
      for (const [j, seconds] of hourly.time.entries()) {
        const value = values[j];
        if (value === null) continue;
        const start = seconds * 1000;
        sums.set(start, (sums.get(start) ?? 0) + places[i][weight] * value);
        counts.set(start, (counts.get(start) ?? 0) + 1);
      }
    }
    const values = new Map([...sums].filter(([start]) => counts.get(start) === places.length));
    return { key, step: HOUR_MS, values };
  });
}
