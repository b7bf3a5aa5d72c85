import {
  type DeliveryDay,
  INTRADAY_AUCTIONS,
  INTRADAY_RENEWALS,
  addDays,
  dayStart,
  deliveryDayOf,
  HOUR_MS,
  MARKETS,
  dayRange,
  deliveryPeriods,
  instantOf,
} from '@lonja/forecasting/market';
import { fetchOutlook, type DaySpan, type Publication, type PublishedDay, type Source } from '../source.ts';
import { ofSource } from '../payload-fault.ts';
import { type TimedValues, dated, publishedDays } from '../timed-values.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { parseOpenMeteo, variablesOf } from './parse.ts';

export const OPEN_METEO_LIMITS: SourceLimits = {
  requestsPerMinute: 60,
  parallel: 2,
  timeoutMs: 30_000,
  attempts: 4,
};

/** Where each kind of weather is asked for. */
export interface OpenMeteoUrls {
  /** Today's forecast of the days to come. */
  forecast: string;
  /** What earlier runs forecast for days past: the past weather that a model may learn from. */
  previousRuns: string;
  /** The first hours of each run, strung together: near to what the weather was, for days and hours that earlier runs lack. */
  historical: string;
  /** What the weather was, from a reanalysis. */
  archive: string;
}
export const OPEN_METEO_URLS: OpenMeteoUrls = {
  forecast: 'https://api.open-meteo.com',
  previousRuns: 'https://previous-runs-api.open-meteo.com',
  historical: 'https://historical-forecast-api.open-meteo.com',
  archive: 'https://archive-api.open-meteo.com',
};

const FORECAST_DAY_REACH = 14;
const common = { product: undefined, daysPerRequest: 28 };

/** The forecast, known from when it was asked for or as `forecastBeforeGate` says, and the reanalysis of past weather, final after five days. */
const FORECAST: Publication = {
  ...common,
  name: 'weather.forecast',
  units: unitsOf('forecast'),
  expected: { dayOffset: -1, time: '00:00' },
  firstDay: '2022-01-01',
};
const ARCHIVE: Publication = {
  ...common,
  name: 'weather.archive',
  units: unitsOf('archive'),
  expected: { dayOffset: 6, time: '06:00' },
  firstDay: '2015-01-01',
};

/** The forecast from a week ahead on, and anew ahead of each intraday auction. What it said of a day is not kept anywhere but here. */
const OUTLOOKS: readonly Publication[] = [
  { ...FORECAST, name: 'weather.outlook', expected: { dayOffset: -7, time: '06:00' } },
  ...INTRADAY_AUCTIONS.map((product) => ({
    ...FORECAST,
    name: `weather.before-${product}`,
    expected: INTRADAY_RENEWALS[product],
  })),
];

/** Open-Meteo's weather over the points that stand for Spain: temperature, wind at 100 m and irradiance. */
export function createOpenMeteoSource(options: {
  transport: Transport;
  urls: OpenMeteoUrls;
  now: () => number;
}): Source {
  const ask = async (baseUrl: string, route: string, span: DaySpan, hourly = variablesOf()) => {
    const label = { what: route === '/v1/archive' ? ARCHIVE.name : FORECAST.name, ...span };
    const url = new URL(route, baseUrl);
    url.search = new URLSearchParams({
      latitude: MARKETS[0].places.map(({ latitude }) => latitude).join(','),
      longitude: MARKETS[0].places.map(({ longitude }) => longitude).join(','),
      hourly: hourly.join(','),
      wind_speed_unit: 'ms',
      timeformat: 'unixtime',
      timezone: 'GMT',
      // A delivery day begins in the evening before by UTC, and the radiation of its last hour stands at its end.
      start_date: utcDay(dayStart(span.from)),
      end_date: utcDay(dayStart(addDays(span.to, 1))),
    }).toString();
    const { text } = await options.transport.get({ url, label });
    return (daysBack = 0) => parseOpenMeteo(text, MARKETS[0].places, ofSource('Open-Meteo', label), daysBack);
  };
  const askForecast = async (span: DaySpan): Promise<TimedValues[]> =>
    (await ask(options.urls.forecast, '/v1/forecast', span))();
  /** Known when the hour is over: what is strung together of the first hours of runs is no forecast of a day ahead. */
  const askAfterwards = async (span: DaySpan): Promise<TimedValues[]> =>
    dated((await ask(options.urls.historical, '/v1/forecast', span))(), (start) => start + HOUR_MS);
  const askPast = async (span: DaySpan): Promise<TimedValues[]> => {
    if (span.from < FIRST_DAY_OF_EARLIER_RUNS) return askAfterwards(span);
    const variables = DAYS_BACK.flatMap(variablesOf);
    const parse = await ask(options.urls.previousRuns, '/v1/forecast', span, variables);
    const forecast = forecastBeforeGate(DAYS_BACK.map(parse));
    return areWhole(forecast, span) ? forecast : filledUp(forecast, await askAfterwards(span));
  };
  return {
    name: 'open-meteo',
    parallel: OPEN_METEO_LIMITS.parallel,
    publications: [FORECAST, ARCHIVE],
    outlooks: OUTLOOKS,
    reaches: () => options.transport.reaches(options.urls.forecast),
    async fetch(publication: Publication, span: DaySpan): Promise<PublishedDay[]> {
      if (publication.name === ARCHIVE.name) {
        const weather = (await ask(options.urls.archive, '/v1/archive', span))();
        const renamed = weather.map((part) => ({ ...part, key: part.key.replace('.forecast', '.archive') }));
        return publishedDays(publication, span, renamed);
      }
      const now = options.now();
      const today = deliveryDayOf(now);
      const lastDay = addDays(today, FORECAST_DAY_REACH);
      if (OUTLOOKS.some(({ name }) => name === publication.name)) {
        return fetchOutlook(span, { now, lastDay }, async (asked) =>
          publishedDays(publication, asked, await askForecast(asked)),
        );
      }
      const parts = splitAt(span, today).filter(({ from }) => from <= lastDay);
      const values: TimedValues[] = [];
      for (const part of parts) {
        values.push(...(part.to < today ? await askPast(part) : dated(await askForecast(part), () => now)));
      }
      return publishedDays(publication, span, values);
    },
  };
}

/** The part of a span before a day, and the part from it on. */
function splitAt({ from, to }: DaySpan, day: DeliveryDay): DaySpan[] {
  if (to < day || from >= day) return [{ from, to }];
  return [
    { from, to: addDays(day, -1) },
    { from: day, to },
  ];
}

function unitsOf(suffix: string): Record<string, string> {
  return {
    [`temperature.${suffix}`]: 'degC',
    [`windspeed.${suffix}`]: 'm/s',
    [`irradiance.${suffix}`]: 'W/m2',
  };
}

function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** First day of which earlier runs are kept. */
export const FIRST_DAY_OF_EARLIER_RUNS: DeliveryDay = '2024-01-03';
/** How many days before an hour the runs began that are asked for. */
export const DAYS_BACK = [1, 2] as const;

/** Weather models come out within so long of the beginning of a run. */
const OUT_WITHIN_MS = 6 * HOUR_MS;
const DAY_BACK_MS = 24 * HOUR_MS;

/**
 * The weather of past days as it was forecast: of each hour the newest run that was out at noon of the day before its delivery day, when
 * bids for it end. A run that began a day before the hour was out by then for the first hours of a day, one of two days before for all.
 * `byDaysBack` holds the series of `DAYS_BACK` in that order.
 */
export function forecastBeforeGate(byDaysBack: readonly TimedValues[][]): TimedValues[] {
  const [newer] = byDaysBack;
  return newer.map(({ key, step }, series) => {
    const values = new Map<number, number>();
    const knownFrom = new Map<number, number>();
    for (const [i, daysBack] of DAYS_BACK.entries()) {
      for (const [start, value] of byDaysBack[i][series].values) {
        const out = start - daysBack * DAY_BACK_MS + OUT_WITHIN_MS;
        if (values.has(start) || out > gateOf(start)) continue;
        values.set(start, value);
        knownFrom.set(start, out);
      }
    }
    return { key, step, values, knownFrom };
  });
}

/** Series with the hours that they lack taken from others, which hold the same series in the same order. */
export function filledUp(parts: readonly TimedValues[], others: readonly TimedValues[]): TimedValues[] {
  return parts.map((part, i) => ({
    ...part,
    values: new Map([...others[i].values, ...part.values]),
    knownFrom: new Map([...(others[i].knownFrom ?? []), ...(part.knownFrom ?? [])]),
  }));
}

/** Whether every series has every hour of the days. */
export function areWhole(parts: readonly TimedValues[], { from, to }: DaySpan): boolean {
  const hours = dayRange(from, to).flatMap((day) => deliveryPeriods(day, 'PT1H'));
  return parts.every(({ values }) => hours.every(({ start }) => values.has(start)));
}

/** When bids end for the delivery day of an hour. */
function gateOf(start: number): number {
  return instantOf(addDays(deliveryDayOf(start), -1), '12:00');
}
