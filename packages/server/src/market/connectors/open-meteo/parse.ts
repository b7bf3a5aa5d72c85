import { z } from 'zod';
import { HOUR_MS, type WeatherPlace } from '@lonja/forecasting/market';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, readJson } from '../payload-fault.ts';
import type { TimedValues } from '../timed-values.ts';

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
  what: Asked,
  daysBack = 0,
): TimedValues[] {
  const replies = readJson(text, OpenMeteoReply, what);
  if (replies.length !== places.length) {
    const counts = { expected: places.length, found: replies.length };
    throw answerFault(what, reason('expected_places', counts));
  }
  return VARIABLES.map(({ key, variable, unit, weight, startsBefore }) => {
    const name = nameOf(variable, daysBack);
    const sums = new Map<number, number>();
    const counts = new Map<number, number>();
    for (const [i, { hourly, hourly_units: units }] of replies.entries()) {
      if (units[name] === undefined) {
        throw answerFault(what, reason('part_without_unit', { part: name, expected: unit }));
      }
      if (units[name] !== unit) {
        const wrong = { part: name, unit: units[name], expected: unit };
        throw answerFault(what, reason('part_in_other_unit', wrong));
      }
      const values = hourly[name] ?? [];
      if (values.length !== hourly.time.length) {
        const counts = { part: name, values: values.length, times: hourly.time.length };
        throw answerFault(what, reason('values_for_times', counts));
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
