import {
  addDays,
  dayStart,
  type DeliveryDay,
  deliveryPeriods,
  type Product,
} from '@lonja/forecasting/market';
import { hourlyValues, type Series } from '@lonja/forecasting/data';
import { AppError } from '../../ground/errors.ts';
import { type ForecastRun, type VisibleRuns, findVisibleRuns } from '../../forecasts/runs/run-store.ts';
import { findFeeds } from '../../market/observations/feeds.ts';
import { readSeries } from '../../market/observations/observations.ts';
import type { ReadContext } from '../../ground/database/read-context.ts';
import { clampToServedDays } from '../../ground/timing/served-days.ts';
import { readKnownPrices } from '../../market/prices/price-feeds.ts';
import { type DayRuns, findDayRuns } from './find-day-runs.ts';

export const WEATHER = ['temperature', 'windspeed', 'irradiance'] as const;
export type Weather = (typeof WEATHER)[number];

/** One quantity in one hour; undefined where it is not known. */
export interface WeatherValue {
  /** As the run knew it. */
  forecast: number | undefined;
  /** How much more than the run before knew. */
  change: number | undefined;
  /** What the weather was. */
  observed: number | undefined;
}

export interface WeatherHour {
  start: number;
  hour: number;
  /** Degrees Celsius, metres per second, watts per square metre. */
  values: Record<Weather, WeatherValue>;
}

export interface DayWeather {
  /** The newest run that covers the day; without one the weather is as known now. */
  run: ForecastRun | undefined;
  previous: ForecastRun | undefined;
  /** Whether any weather is stored, of whatever day. */
  hasWeather: boolean;
  /** Empty where there is none. */
  hours: WeatherHour[];
  simulated: boolean;
}

/**
 * The weather behind the newest forecast of a delivery day, as means over the places that stand for Spain. Throws `not_found` where there is
 * weather, but none of the day.
 */
export async function getWeather(
  context: ReadContext,
  { product, day }: { product: Product; day: DeliveryDay },
): Promise<DayWeather> {
  const served = clampToServedDays({ from: day, to: day });
  const visible = served && (await findVisibleRuns(context, product));
  if (visible === undefined) throw notKnown(day);
  const window = { from: dayStart(day), to: dayStart(addDays(day, 1)) };
  const { dataOrigin, asOf: now } = visible;
  const keys = WEATHER.flatMap((quantity) => [`${quantity}.forecast`, `${quantity}.archive`]);
  const [series, { run, previous }] = await Promise.all([
    readSeries(context.db, { keys, dataOrigin, ...window, asOf: now }),
    dayRunsOf(context, visible, { product, day }),
  ]);
  const simulated = dataOrigin === 'simulator';
  if ([...series.values()].every((feeds) => feeds.length === 0)) {
    const feeds = await findFeeds(context.db, keys, dataOrigin);
    if (feeds.length > 0) throw notKnown(day);
    return { run, previous, hasWeather: false, hours: [], simulated };
  }
  const knownAt = (key: string, asOf: number) =>
    hourlyValues(hourlyFeeds(series.get(key)), { ...window, asOf });
  const valuesOf = (quantity: Weather) => {
    const forecast = knownAt(`${quantity}.forecast`, run?.issuedAt ?? now);
    const before = previous && knownAt(`${quantity}.forecast`, previous.issuedAt);
    const observed = knownAt(`${quantity}.archive`, now);
    return (start: number): WeatherValue => {
      const value = forecast.get(start);
      const earlier = before?.get(start);
      const change = value === undefined || earlier === undefined ? undefined : value - earlier;
      return { forecast: value, change, observed: observed.get(start) };
    };
  };
  const [temperature, windspeed, irradiance] = WEATHER.map(valuesOf);
  const hours = deliveryPeriods(day, 'PT1H').map(({ start, hour }) => ({
    start,
    hour,
    values: {
      temperature: temperature(start),
      windspeed: windspeed(start),
      irradiance: irradiance(start),
    },
  }));
  return { run, previous, hasWeather: true, hours, simulated };
}

function hourlyFeeds(feeds: readonly Series[] = []): Series[] {
  return feeds.filter(({ resolution }) => resolution !== 'P1D');
}

function notKnown(day: DeliveryDay): AppError {
  return new AppError(
    'not_found',
    `The weather of ${day} is not known: it lies before the data or too far ahead.`,
  );
}

async function dayRunsOf(
  context: ReadContext,
  visible: VisibleRuns,
  { product, day }: { product: Product; day: DeliveryDay },
): Promise<DayRuns> {
  const known = await readKnownPrices(context, { product, from: day, to: day });
  return findDayRuns(context.db, visible, { product, day, publishedAt: known?.publishedAt ?? new Map() });
}
