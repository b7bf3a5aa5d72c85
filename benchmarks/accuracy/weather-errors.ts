import type { DriverKind } from '@lonja/forecasting/power';
import type { ObservedColumn } from './spanish-weather.ts';

const SLOTS = 24;
/** Days that a weather forecast covers, counted from the day that it comes out on. */
export const FORECAST_DAYS = 8;
const WEEK_HOURS = 168;
/** Share of the variance that all places have in common: the correlation of the errors of two cities. */
const COMMON_SHARE = 0.4;

/** Standard deviation of the error at once and what a week adds to it, and the hours in which its autocorrelation falls to 1/e. */
const ERRORS: Record<
  Exclude<DriverKind, 'irradiance' | 'power'>,
  { now: number; perWeek: number; hours: number }
> = {
  temperature: { now: 1.5, perWeek: 1.5, hours: 12 },
  windSpeed: { now: 1.4, perWeek: 1.2, hours: 8 },
  windEast: { now: 1.6, perWeek: 1.6, hours: 8 },
  windNorth: { now: 1.6, perWeek: 1.6, hours: 8 },
  pressure: { now: 0.8, perWeek: 4.2, hours: 24 },
  cloudCover: { now: 0.22, perWeek: 0.15, hours: 5 },
  humidity: { now: 0.09, perWeek: 0.07, hours: 8 },
};

/** Forecasts of a column: for each day, of that day and those after it, slot by slot. */
export type Vintages = Float64Array[];

/**
 * What forecasts that come out at each midnight would have said of observed weather: the observation plus an error that grows with
 * the hours ahead, is correlated over the hours and between places, and is drawn anew for each forecast.
 */
export function perturbWeather(columns: readonly ObservedColumn[], seed: number): Vintages[] {
  const gauss = gaussian(seed);
  const days = columns[0].values.length / SLOTS;
  const vintages = columns.map((): Vintages => []);
  const byKind = Map.groupBy(columns.keys(), (i) => columns[i].kind);
  for (let day = 0; day < days; day++) {
    for (const [kind, members] of byKind) {
      if (kind === 'irradiance' || kind === 'power') continue;
      const { now, perWeek, hours } = ERRORS[kind];
      const memory = Math.exp(-1 / hours);
      const walk = () => {
        let state = gauss();
        return () => (state = memory * state + Math.sqrt(1 - memory ** 2) * gauss());
      };
      const common = Float64Array.from({ length: FORECAST_DAYS * SLOTS }, walk());
      for (const i of members) {
        const own = walk();
        const { values } = columns[i];
        vintages[i].push(
          common.map((shared, t) => {
            const error = Math.sqrt(COMMON_SHARE) * shared + Math.sqrt(1 - COMMON_SHARE) * own();
            const truth = values[Math.min(day * SLOTS + t, values.length - 1)];
            return within(kind, truth + (now + (perWeek * t) / WEEK_HOURS) * error);
          }),
        );
      }
    }
  }
  return vintages;
}

function within(kind: DriverKind, value: number): number {
  if (kind === 'cloudCover' || kind === 'humidity') return Math.min(1, Math.max(0, value));
  return kind === 'windSpeed' ? Math.max(0, value) : value;
}

/** Standard normal numbers from a seed, by a Lehmer generator and the method of Box and Muller. */
export function gaussian(seed: number): () => number {
  const modulus = 2_147_483_647;
  let state = seed;
  const uniform = () => {
    state = (state * 48_271) % modulus;
    return state / modulus;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
