import {
  AUCTION_CALENDAR,
  type RelativeTime,
  addDays,
  deliveryDayOf,
  HOUR_MS,
} from '@lonja/forecasting/market';
import { MEASURED_SHARE, type Publication, type DaySpan, type PublishedDay, type Source } from '../source.ts';
import type { Series } from '@lonja/forecasting/data';
import { meansOfHours, stepOfDay, type TimedValues, publishedDays, startsOf } from '../timed-values.ts';
import { type Asked, reason } from '../../../ground/reasons/reasons.ts';
import { answerFault, ofSource } from '../payload-fault.ts';
import { type Reply, isWebPage } from '../transport/reply.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';
import { type EnergyChartsAnswer, parseEnergyCharts } from './parse.ts';

export interface EnergyChartsPublication extends Publication {
  path: string;
  parameters: Readonly<Record<string, string>>;
  /** Series key by the id that the service gives it; undefined: the answer has one series. */
  keyOfId: ReadonlyMap<string, string> | undefined;
}

/** Countries are asked for in lower case, zones in upper case. */
const COUNTRY = 'es';
const ZONE = 'ES';
/** Load is due two hours before the gate, wind and sun by the evening; whether they come earlier nobody states, so it is watched. */
const MORNING: RelativeTime = { dayOffset: -1, time: '10:00' };
const EVENING: RelativeTime = { dayOffset: -1, time: '18:00' };
const WATCHED_FROM: RelativeTime = { dayOffset: -1, time: '08:00' };
const NEXT_MORNING: RelativeTime = { dayOffset: 1, time: '03:00' };

/** A year a request works. An answer of measured values has a line for every type of production: a quarter of a year is some megabytes. */
const common = { product: undefined, firstDay: '2018-01-01', daysPerRequest: 366 };
const MEASURED_DAYS_PER_REQUEST = 92;

/** What is asked of Energy-Charts. Every assumption on its addresses, parameters, ids and hours of publication stands here. */
export const ENERGY_CHARTS_PUBLICATIONS: readonly EnergyChartsPublication[] = [
  forecast('load.forecast', { type: 'load', expected: MORNING }),
  forecast('wind.forecast', { type: 'wind_onshore', expected: EVENING }),
  forecast('solar.forecast', { type: 'solar', expected: EVENING }),
  {
    ...common,
    name: 'generation.actual',
    units: { 'load.actual': 'MW', 'wind.actual': 'MW', 'solar.actual': 'MW' },
    expected: NEXT_MORNING,
    daysPerRequest: MEASURED_DAYS_PER_REQUEST,
    leastShare: MEASURED_SHARE,
    mayLackSeries: true,
    path: '/v2/public_power',
    parameters: { country: COUNTRY },
    keyOfId: new Map([
      ['load', 'load.actual'],
      ['wind_onshore', 'wind.actual'],
      ['solar', 'solar.actual'],
    ]),
  },
  {
    ...common,
    name: 'price.da',
    units: { 'price.da': 'EUR/MWh' },
    product: 'da',
    expected: AUCTION_CALENDAR.da.resultsPublished,
    path: '/v2/price',
    parameters: { bzn: ZONE },
    keyOfId: undefined,
  },
];

function forecast(
  key: string,
  { type, expected }: { type: string; expected: RelativeTime },
): EnergyChartsPublication {
  return {
    ...common,
    name: key,
    units: { [key]: 'MW' },
    expected,
    watchedFrom: WATCHED_FROM,
    path: '/v2/public_power_forecast',
    parameters: { country: COUNTRY, production_type: type, forecast_type: 'day-ahead' },
    keyOfId: new Map([[type, key]]),
  };
}

export const ENERGY_CHARTS_URL = 'https://api.energy-charts.info';
/** It answers 429 after some quick requests in a row: one a second, one at a time. */
export const ENERGY_CHARTS_LIMITS: SourceLimits = {
  requestsPerMinute: 60,
  parallel: 1,
  timeoutMs: 60_000,
  attempts: 4,
};

/**
 * Energy-Charts of Fraunhofer ISE, without a key: the day-ahead forecasts of load, wind and sun, what was measured of them, and day-ahead prices
 * of Spain. What is null is not there yet: a day comes once it is whole, a measured one by the share that is enough.
 */
export function createEnergyChartsSource(options: { transport: Transport; baseUrl: string }): Source {
  return {
    name: 'energy-charts',
    parallel: ENERGY_CHARTS_LIMITS.parallel,
    publications: ENERGY_CHARTS_PUBLICATIONS,
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch({ name }: Publication, span: DaySpan): Promise<PublishedDay[]> {
      const publication = ENERGY_CHARTS_PUBLICATIONS.find((known) => known.name === name);
      if (publication === undefined) throw new RangeError(`Energy-Charts is not asked for ${name}.`);
      const label = { what: name, ...span };
      const url = new URL(publication.path, options.baseUrl);
      url.search = new URLSearchParams({
        ...publication.parameters,
        // A day more at both ends, whichever clock days are counted by there and whether `end` is among them.
        start: addDays(span.from, -1),
        end: addDays(span.to, 1),
      }).toString();
      const reply = await options.transport.get({ url, label, accepts: saysNothing });
      if (saysNothing(reply)) return [];
      const what = ofSource('Energy-Charts', label);
      const [unit] = Object.values(publication.units);
      const { production_type: id } = publication.parameters;
      const answer = parseEnergyCharts(reply.text, { what, unit, ...(id !== undefined && { id }) });
      const parts = partsOf(publication, answer, what);
      return publishedDays(publication, span, parts).flatMap((day) => whatIsThere(publication, day));
    },
  };
}

/** "Nothing for this span" comes with these statuses; a page for browsers says something else. */
function saysNothing({ status, text }: Reply): boolean {
  return (status === 400 || status === 404) && !isWebPage(text);
}

function partsOf(
  { keyOfId, units, product, leastShare, mayLackSeries = false }: EnergyChartsPublication,
  { series }: EnergyChartsAnswer,
  what: Asked,
): TimedValues[] {
  const ids = [...series.keys()];
  const [first] = Object.keys(units);
  const wanted = keyOfId ?? new Map(ids.map((id) => [id, first]));
  if (keyOfId === undefined && ids.length > 1) {
    throw answerFault(what, reason('expected_one_series', { found: ids.join(', ') }));
  }
  const lacking = [...wanted.keys()].filter((id) => !series.has(id));
  const isUnusable = mayLackSeries ? lacking.length === wanted.size : lacking.length > 0;
  if (ids.length > 0 && isUnusable) {
    const names = { missing: lacking.join(', '), found: ids.join(', ') };
    throw answerFault(what, reason('no_such_series', names));
  }
  return [...wanted].flatMap(([id, key]) => {
    const values = series.get(id);
    if (values === undefined) return [];
    return [
      { key, step: 'by day' as const, values: product === undefined ? inHours(values, leastShare) : values },
    ];
  });
}

/** Power by the hour, which is how everything reads it, whether a day comes in hours or in quarters; an hour needs the share that is enough. */
function inHours(values: ReadonlyMap<number, number>, leastShare = 1): Map<number, number> {
  const days = Map.groupBy(values, ([start]) => deliveryDayOf(start));
  return new Map(
    [...days.values()].flatMap((rows) => {
      const step = stepOfDay(rows.map(([start]) => start));
      return [...meansOfHours(new Map(rows), (leastShare * HOUR_MS) / step)];
    }),
  );
}

/** The day with the series that are there; none of them: it is not there yet. */
function whatIsThere(publication: EnergyChartsPublication, found: PublishedDay): PublishedDay[] {
  const { leastShare = 1, units, mayLackSeries = false } = publication;
  const isThere = ({ resolution, start }: Series) => {
    const periods = startsOf(publication, found.day, resolution);
    return start.length >= leastShare * periods.size && start.at(-1) === Math.max(...periods);
  };
  const series = found.series.filter(isThere);
  if (series.length === 0) return [];
  const lacking = Object.keys(units).filter((key) => series.every((part) => part.key !== key));
  if (lacking.length > 0 && !mayLackSeries) return [];
  const warnings = [
    ...(found.warnings ?? []).filter(({ parts }) => lacking.every((series) => series !== parts['series'])),
    ...lacking.map((series) => reason('is_missing', { series })),
  ];
  return [{ ...found, series, warnings }];
}
