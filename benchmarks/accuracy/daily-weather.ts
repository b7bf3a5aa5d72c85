import { type DeliveryDay, dayRange } from '@lonja/forecasting/market';
import { type DriverKind, clearSky } from '@lonja/forecasting/power';
import { type ObservedColumn, WEATHER_PLACES } from './spanish-weather.ts';

const SLOTS = 24;
const KMH_PER_MS = 3.6;
const MJ_PER_WH = 0.0036;
/** The light that clouds leave: 1 - 0.75 n^3.4 (Kasten and Czeplak 1980), as the model of the sun has it. */
const CLOUD_SHARE = 0.75;
const CLOUD_EXPONENT = 3.4;

/**
 * Reads the weather of five cities of which whole days are known: mean temperature, highest wind speed, and the cloud cover that leaves the
 * measured light. The hours lie on straight lines between the noons of the days.
 */
export function parseDailyWeather(
  text: string,
  span: { from: DeliveryDay; to: DeliveryDay },
): ObservedColumn[] {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const cell = (name: string) => header.indexOf(name);
  const days = dayRange(span.from, span.to);
  const light = clearSky({ days, slotsPerDay: SLOTS });
  const clearMj = days.map(
    (_, row) => MJ_PER_WH * light.subarray(row * SLOTS, (row + 1) * SLOTS).reduce((sum, wm2) => sum + wm2, 0),
  );
  return WEATHER_PLACES.flatMap((place) => {
    const name = place.name === 'Seville' ? 'sevilla' : place.name.toLowerCase();
    const ofPlace = new Map(
      lines.filter((cells) => cells[cell('city')] === name).map((cells) => [cells[cell('date')], cells]),
    );
    const column = (kind: DriverKind, field: string, valueOf: (value: number, row: number) => number) => {
      const daily = days.map((day, row) =>
        valueOf(Number(ofPlace.get(day)?.[cell(field)] ?? Number.NaN), row),
      );
      return { name: `${kind} ${place.name}`, kind, place, values: betweenNoons(daily) };
    };
    return [
      column('temperature', 'temperature_mean_c', (celsius) => celsius),
      column('windSpeed', 'wind_speed_max_kmh', (kmh) => kmh / KMH_PER_MS),
      column('cloudCover', 'solar_radiation_mj_m2', (mj, row) => {
        const lost = Math.min(1, Math.max(0, 1 - mj / clearMj[row]) / CLOUD_SHARE);
        return lost ** (1 / CLOUD_EXPONENT);
      }),
    ];
  });
}

function betweenNoons(daily: readonly number[]): Float64Array {
  return Float64Array.from({ length: daily.length * SLOTS }, (_, i) => {
    const place = Math.min(daily.length - 1, Math.max(0, (i + 0.5) / SLOTS - 0.5));
    const before = Math.floor(place);
    const after = Math.min(daily.length - 1, before + 1);
    return daily[before] + (place - before) * (daily[after] - daily[before]);
  });
}
