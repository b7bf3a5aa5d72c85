import { buildPanel } from '@lonja/forecasting';
import type { DeliveryDay } from '@lonja/forecasting/market';
import type { DriverColumn, DriverKind } from '@lonja/forecasting/power';

/** A place whose weather is known, with where it lies. */
export interface WeatherPlace {
  name: string;
  latitude: number;
  longitude: number;
}

/** Observed weather at a place on the panel's grid. */
export interface ObservedColumn extends DriverColumn {
  place: WeatherPlace;
}

export const WEATHER_PLACES: readonly WeatherPlace[] = [
  { name: 'Barcelona', latitude: 41.39, longitude: 2.17 },
  { name: 'Bilbao', latitude: 43.26, longitude: -2.93 },
  { name: 'Madrid', latitude: 40.42, longitude: -3.7 },
  { name: 'Seville', latitude: 37.39, longitude: -5.98 },
  { name: 'Valencia', latitude: 39.47, longitude: -0.38 },
];

const HOUR_MS = 3_600_000;
const ZERO_C_IN_K = 273.15;
/** Sensors fail by far: what lies this much off the week around it is a fault, hPa. */
const PRESSURE_FAULT = 35;
const HIGHEST_WIND_MS = 25;

/** Reads the weather of the five cities: temperature, wind speed and its parts, pressure and cloud cover, faults filled from their neighbours. */
export function parseSpanishWeather(
  text: string,
  span: { from: DeliveryDay; to: DeliveryDay },
): ObservedColumn[] {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const cell = (name: string) => header.indexOf(name);
  const [time, city, temperature, pressure, speed, direction, clouds, humidity] = [
    'dt_iso',
    'city_name',
    'temp',
    'pressure',
    'wind_speed',
    'wind_deg',
    'clouds_all',
    'humidity',
  ].map(cell);
  return WEATHER_PLACES.flatMap((place) => {
    const rows = lines.filter((cells) => cells[city].trim() === place.name);
    const column = (kind: DriverKind, valueOf: (cells: string[]) => number): ObservedColumn => {
      const values = new Map<number, number>();
      for (const cells of rows) {
        const start = Math.floor(Date.parse(cells[time].replace(' ', 'T')) / HOUR_MS) * HOUR_MS;
        if (!values.has(start)) values.set(start, valueOf(cells));
      }
      const panel = buildPanel({ ...span, price: values, exogenous: [] });
      return { name: `${kind} ${place.name}`, kind, place, values: filled(panel.price) };
    };
    const speedOf = (cells: string[]) => Math.min(HIGHEST_WIND_MS, Number(cells[speed]));
    const angleOf = (cells: string[]) => (Number(cells[direction]) * Math.PI) / 180;
    const pressures = column('pressure', (cells) => Number(cells[pressure]));
    return [
      column('temperature', (cells) => Number(cells[temperature]) - ZERO_C_IN_K),
      column('windSpeed', speedOf),
      // The direction is where the wind comes from.
      column('windEast', (cells) => -speedOf(cells) * Math.sin(angleOf(cells))),
      column('windNorth', (cells) => -speedOf(cells) * Math.cos(angleOf(cells))),
      { ...pressures, values: withoutFaults(pressures.values) },
      column('cloudCover', (cells) => Number(cells[clouds]) / 100),
      column('humidity', (cells) => Number(cells[humidity]) / 100),
    ];
  });
}

function withoutFaults(values: Float64Array): Float64Array {
  const reach = 84;
  const kept = values.slice();
  for (let from = 0; from < values.length; from += 12) {
    const around = values.slice(Math.max(0, from - reach), from + reach).toSorted();
    const usual = around[Math.floor(around.length / 2)];
    for (let i = from; i < Math.min(values.length, from + 12); i++)
      if (Math.abs(values[i] - usual) > PRESSURE_FAULT) kept[i] = Number.NaN;
  }
  return filled(kept);
}

/** Gaps closed by straight lines between what is known. */
function filled(values: Float64Array): Float64Array {
  const result = values.slice();
  let before = -1;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue;
    for (let k = before + 1; k < i; k++) {
      const share = before < 0 ? 1 : (k - before) / (i - before);
      result[k] = before < 0 ? values[i] : values[before] + share * (values[i] - values[before]);
    }
    before = i;
  }
  return result.fill(values[before] ?? Number.NaN, before + 1);
}
