import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  HOUR_MS,
  coveredPeriods,
  dayRange,
  deliveryDayOf,
  deliveryPeriods,
} from '@lonja/forecasting/market';
import type { DaySpan } from '../../src/market/connectors/source.ts';
import { parseOmieFileName, findProduct } from '../../src/market/connectors/omie/revisions.ts';
import { omieText } from '../omie-text.ts';
import {
  energyChartsReply,
  entsoeAcknowledgement,
  entsoeReply,
  esiosReply,
  openMeteoReply,
  redataReply,
  valueAt,
} from './payloads.ts';
import { type EntsoePart, entsoeQuery } from './entsoe-query.ts';
import { MADE_UP_WORLD, type World } from './world.ts';

/** What OMIE would answer: first revisions of every auction, quarter-hourly, of made-up prices. */
export function omieAnswer(url: URL): string | undefined {
  const name = url.searchParams.get('filename') ?? '';
  const file = parseOmieFileName(name);
  const product = file && findProduct(file);
  if (file === undefined || product === undefined || file.revision > 1) return undefined;
  const periods = coveredPeriods(AUCTION_CALENDAR[product], file.day, 'PT15M');
  return omieText(
    file.day,
    periods.map(({ start }) => valueAt(start)),
    { header: product === 'da' ? 'MARGINALPDBC;' : 'MARGINALPIBC;', firstPeriod: periods[0].index + 1 },
  );
}

/** Zones of an indicator come interleaved: prices of Spain and its neighbours, load and generation of the peninsula and the islands. */
const PRICE_ZONES = [3, 1, 2];
const LOAD_ZONES = [8741, 8742];
/** Series and publication of each indicator, which are named alike. */
const INDICATORS: ReadonlyMap<number, string> = new Map([
  [600, 'price.da'],
  [612, 'price.ida1'],
  [613, 'price.ida2'],
  [614, 'price.ida3'],
  [1775, 'load.forecast'],
  [1777, 'wind.forecast'],
  [1779, 'solar.forecast'],
  [460, 'load.forecast.intraday'],
  [541, 'wind.forecast.intraday'],
  [542, 'solar.forecast.intraday'],
]);

/** Undefined for an indicator that nobody asks for. What is not public is left out, as it is there. */
export function esiosAnswer(url: URL, world: World = MADE_UP_WORLD): string | undefined {
  const indicator = Number(url.pathname.split('/').at(-1));
  const series = INDICATORS.get(indicator);
  if (series === undefined) return undefined;
  const instant = (name: string) => Date.parse(url.searchParams.get(name) ?? '');
  const span = { from: deliveryDayOf(instant('start_date')), to: deliveryDayOf(instant('end_date')) };
  const publicDays = new Set(dayRange(span.from, span.to).filter((day) => world.isPublic(series, day)));
  const resolution = (day: DeliveryDay) => world.resolutionOf(series, day);
  return esiosReply(span, {
    indicator,
    geoIds: series.startsWith('price.') ? PRICE_ZONES : LOAD_ZONES,
    resolution,
    meanOf(start) {
      const day = deliveryDayOf(start);
      return publicDays.has(day) ? world.meanOf(series, start, resolution(day)) : undefined;
    },
  });
}

const REAL_TIME_STEP_MS = 300_000;
/** Lines of the load of a day by the series whose hourly means they have. */
const REAL_TIME_LINES = new Map([
  ['Demanda real', 'load.actual'],
  ['Demanda programada', 'load.forecast'],
  ['Demanda prevista', 'load.forecast'],
]);
/** Lines of the generation of a day: a share of the energy of a series. */
const GENERATION_LINES = new Map<string, { series: string; share: number }>([
  ['Hidráulica', { series: 'hydro.actual', share: 1 }],
  ['Nuclear', { series: 'nuclear.actual', share: 1 }],
  ['Ciclo combinado', { series: 'thermal.actual', share: 1 }],
  ['Eólica', { series: 'wind.actual', share: 1 }],
  ['Solar fotovoltaica', { series: 'solar.actual', share: 0.75 }],
  ['Solar térmica', { series: 'solar.actual', share: 0.25 }],
]);
const BORDERS = new Map([
  ['Francia', 0.5],
  ['Portugal', 0.5],
]);

/** Undefined where no asked day is public. */
export function redataAnswer(url: URL, world: World = MADE_UP_WORLD): string | undefined {
  if (url.pathname.endsWith('demanda-tiempo-real')) return loadThroughDay(url, world);
  const isExchange = url.pathname.endsWith('todas-fronteras-fisicos');
  const span = dates(url);
  const isShown = shownDays(world, isExchange ? 'netimport.energy' : 'generation.energy', span);
  if (isShown === undefined) return undefined;
  const energyOf = (series: string, share: number, start: number) => {
    const hours = deliveryPeriods(deliveryDayOf(start), 'PT1H');
    const means = hours.map((hour) => world.meanOf(series, hour.start, 'PT1H') ?? Number.NaN);
    const energy = means.reduce((total, mean) => total + mean, 0) * share;
    return Number.isNaN(energy) ? undefined : Math.round(1000 * energy) / 1000;
  };
  if (!isExchange) {
    const meanOf = (type: string, start: number) => {
      const line = GENERATION_LINES.get(type);
      return line === undefined || !isShown(start) ? undefined : energyOf(line.series, line.share, start);
    };
    return redataReply(span, { types: [...GENERATION_LINES.keys()], step: 'day', meanOf });
  }
  return redataReply(span, {
    types: [...BORDERS.keys()],
    step: 'day',
    borders: true,
    meanOf(type, start) {
      const [country, line] = type.split('/');
      const net = isShown(start) ? energyOf('netimport.actual', BORDERS.get(country) ?? 0, start) : undefined;
      if (net === undefined || line === 'saldo') return net;
      return line === 'Importación' ? Math.max(0, net) : Math.min(0, net);
    },
  });
}

function loadThroughDay(url: URL, world: World): string | undefined {
  const span = dates(url);
  const isShown = shownDays(world, 'load.actual', span);
  if (isShown === undefined) return undefined;
  return redataReply(span, {
    types: [...REAL_TIME_LINES.keys()],
    step: REAL_TIME_STEP_MS,
    meanOf(type, start) {
      const series = REAL_TIME_LINES.get(type);
      const hour = start - (start % HOUR_MS);
      const mean = series === undefined || !isShown(start) ? undefined : world.meanOf(series, hour, 'PT1H');
      // Whole megawatts that rise through the hour around its mean.
      return mean === undefined
        ? undefined
        : Math.round(mean) + 2 * ((start - hour) / REAL_TIME_STEP_MS) - 11;
    },
  });
}

/** Whether an instant lies in a day of a publication that is public; undefined where no day of the span is. */
function shownDays(world: World, publication: string, { from, to }: DaySpan) {
  const asked = dayRange(from, to);
  const shown = new Set(asked.filter((day) => world.isPublic(publication, day)));
  if (shown.size === 0) return undefined;
  return shown.size === asked.length ? () => true : (start: number) => shown.has(deliveryDayOf(start));
}

const WEATHER_SERIES = {
  temperature_2m: 'temperature',
  wind_speed_100m: 'windspeed',
  shortwave_radiation: 'irradiance',
} as const;

/**
 * The forecast or the reanalysis, by the path; places differ by a hundredth each. Hours that are not public are null. As there, radiation is
 * the mean of the hour before its instant.
 */
export function openMeteoAnswer(url: URL, world: World = MADE_UP_WORLD): string {
  const kind = url.pathname.endsWith('archive') ? 'archive' : 'forecast';
  const places = (url.searchParams.get('latitude') ?? '').split(',').length;
  const names = (url.searchParams.get('hourly') ?? '').split(',');
  const means = new Map<string, number | undefined>();
  return openMeteoReply(dates(url), places, {
    names,
    meanOf(variable, instant, place) {
      const key = `${variable} ${instant}`;
      if (!means.has(key)) {
        const start = variable === 'shortwave_radiation' ? instant - HOUR_MS : instant;
        const isPublic = world.isPublic(`weather.${kind}`, deliveryDayOf(start));
        const series = `${WEATHER_SERIES[variable]}.${kind}`;
        means.set(key, isPublic ? world.meanOf(series, start, 'PT1H') : undefined);
      }
      const mean = means.get(key);
      return mean === undefined ? undefined : mean * (1 + place / 100);
    },
  });
}

/** Each day has series of its own; the answer that there is nothing where no asked day is public. */
export function entsoeAnswer(url: URL, world: World = MADE_UP_WORLD): string {
  const day = (name: string, add: number) => {
    const text = url.searchParams.get(name) ?? '';
    const utc = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(8, 10)}:${text.slice(10)}:00Z`;
    return deliveryDayOf(Date.parse(utc) + add);
  };
  const span = { from: day('periodStart', 0), to: day('periodEnd', -1) };
  const query = entsoeQuery(url.searchParams);
  const days =
    query === undefined
      ? []
      : dayRange(span.from, span.to).filter((one) => world.isPublic(query.publication, one));
  if (query === undefined || days.length === 0) return entsoeAcknowledgement('No matching data found');
  const meanOf =
    ({ series, resolution = 'PT60M', part }: EntsoePart) =>
    (start: number) => {
      const mean = world.meanOf(series, start, resolution === 'PT60M' ? 'PT1H' : 'PT15M');
      return mean === undefined ? undefined : part(mean);
    };
  const ofDays = days.flatMap((one) =>
    query.parts
      .filter(
        ({ resolution }) => resolution !== 'PT15M' || world.resolutionOf(query.publication, one) === 'PT15M',
      )
      .map((part) => ({ ...part, meanOf: meanOf(part), span: { from: one, to: one } })),
  );
  return entsoeReply(span, { kind: query.kind, version: query.version, series: ofDays });
}

/** Ids of the service by series; other types of production stand beside them. */
const ENERGY_CHARTS_IDS = {
  load: 'load',
  wind_onshore: 'wind',
  solar: 'solar',
  nuclear: 'nuclear',
} as const;

/**
 * Power in quarters, prices as they cleared; null where a day is not public. Undefined for a question that it does not know, and where nothing of
 * the span is public.
 */
export function energyChartsAnswer(url: URL, world: World = MADE_UP_WORLD): string | undefined {
  const parameter = (name: string) => url.searchParams.get(name);
  const start = parameter('start');
  if (start === null) return undefined;
  const span = { from: start, to: parameter('end') ?? start };
  const asked = dayRange(span.from, span.to);
  const publicDays = (publication: string) =>
    new Set(asked.filter((day) => world.isPublic(publication, day)));
  if (url.pathname === '/v2/price' && parameter('bzn') === 'ES') {
    const days = publicDays('price.da');
    if (days.size === 0) return undefined;
    const resolution = (day: DeliveryDay) => world.resolutionOf('price.da', day);
    return energyChartsReply(span, {
      unit: 'EUR/MWh',
      resolution,
      ids: ['price'],
      meanOf: (_id, at) =>
        days.has(deliveryDayOf(at)) ? world.meanOf('price.da', at, resolution(deliveryDayOf(at))) : undefined,
    });
  }
  if (parameter('country') !== 'es') return undefined;
  const type = parameter('production_type');
  const isForecast =
    url.pathname === '/v2/public_power_forecast' && parameter('forecast_type') === 'day-ahead';
  const ids = Object.entries(ENERGY_CHARTS_IDS).filter(([id]) => !isForecast || id === type);
  if ((!isForecast && url.pathname !== '/v2/public_power') || ids.length === 0) return undefined;
  const seriesOf = new Map(ids.map(([id, name]) => [id, `${name}.${isForecast ? 'forecast' : 'actual'}`]));
  const days = publicDays(isForecast ? (seriesOf.get(type ?? '') ?? '') : 'generation.actual');
  if (days.size === 0) return undefined;
  return energyChartsReply(span, {
    unit: 'MW',
    resolution: 'PT15M',
    ids: [...seriesOf.keys()],
    meanOf(id, at) {
      const hour = at - (at % HOUR_MS);
      return days.has(deliveryDayOf(at)) ? world.meanOf(seriesOf.get(id) ?? '', hour, 'PT1H') : undefined;
    },
  });
}

function dates(url: URL): DaySpan {
  const day = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 10);
  return { from: day('start_date'), to: day('end_date') };
}
