import { addDays, dayStart, deliveryPeriods, formatMadrid, localHourOf } from '@lonja/forecasting/market';
import type { DaySpan } from '../../src/market/connectors/source.ts';

/**
 * Answers in the shapes of the sources, for any span of days. Without `meanOf` values are made up and follow from the instant alone;
 * periods of which `meanOf` knows nothing are left out.
 */
type MeanOf = (start: number) => number | undefined;
export type DayResolution = 'PT15M' | 'PT1H';

/** A price or a load that differs from hour to hour and from day to day, with two decimals. */
export function valueAt(start: number, level = 50): number {
  const hours = start / 3_600_000;
  return Math.round(100 * (level + 20 * Math.sin(hours / 4) + (Math.floor(hours / 24) % 7))) / 100;
}

export function esiosReply(
  span: DaySpan,
  options: {
    indicator: number;
    geoIds: number[];
    /** Of all days, or of each. */
    resolution?: DayResolution | ((day: string) => DayResolution);
    level?: number;
    meanOf?: MeanOf;
  },
): string {
  const {
    indicator,
    geoIds,
    resolution = 'PT15M',
    level,
    meanOf = (start) => valueAt(start, level),
  } = options;
  const values = periodsOf(span, resolution).flatMap((start) => {
    const ofFirst = meanOf(start);
    if (ofFirst === undefined) return [];
    return geoIds.map((geoId, zone) => ({
      value: ofFirst + zone,
      datetime: formatMadrid(start),
      datetime_utc: repeatedUtc(start),
      tz_time: new Date(start).toISOString(),
      geo_id: geoId,
      geo_name: `Zona ${zone}`,
    }));
  });
  return JSON.stringify({ indicator: { id: indicator, name: 'Indicador', geos: [], values } });
}

/** As ESIOS gave it on an autumn day: the second of the two hours 2 repeats the first one's. */
function repeatedUtc(start: number): string {
  const isRepeated = localHourOf(start) === 2 && localHourOf(start - 3_600_000) === 2;
  return `${new Date(isRepeated ? start - 3_600_000 : start).toISOString().slice(0, 19)}Z`;
}

export const ENERGY_CHARTS_LICENSE = 'CC BY 4.0 (creativecommons.org/licenses/by/4.0) from Fraunhofer ISE';

/** Energy-Charts in the form of its version 2: a line for each period, null where there is nothing yet. */
export function energyChartsReply(
  span: DaySpan,
  options: {
    unit: string;
    resolution: DayResolution | ((day: string) => DayResolution);
    ids: readonly string[];
    meanOf: (id: string, start: number) => number | undefined;
  },
): string {
  const { unit, resolution, ids, meanOf } = options;
  const last = typeof resolution === 'string' ? resolution : resolution(span.to);
  return JSON.stringify({
    resolution: last === 'PT15M' ? 'PT15M' : 'PT60M',
    unit,
    license: ENERGY_CHARTS_LICENSE,
    generated_at: '2026-09-27T12:00:00+02:00',
    series: ids.map((id) => ({ id, name: id })),
    data: periodsOf(span, resolution).map((start) => ({
      timestamp: formatMadrid(start),
      values: Object.fromEntries(ids.map((id) => [id, meanOf(id, start) ?? null])),
    })),
  });
}

/** A daily or hourly widget of REData: one line for each type, which at a border is `Francia/saldo` and so on. */
export function redataReply(
  span: DaySpan,
  options: {
    types: readonly string[];
    step: 'day' | number;
    borders?: boolean;
    meanOf?: (type: string, start: number, index: number) => number | undefined;
  },
): string {
  const { meanOf = (_, start, index) => valueAt(start, 1000 * (index + 1)) } = options;
  const starts = options.step === 'day' ? daysOf(span).map(dayStart) : everyStep(span, options.step);
  const stamps = starts.map((start) => formatMadrid(start).replace(/(?=[+])/, '.000'));
  const line = (type: string, index: number, of = '') => ({
    type,
    id: String(index),
    groupId: null,
    attributes: {
      title: type,
      'last-update': '2026-01-01T00:00:00.000+01:00',
      values: starts.flatMap((start, i) => {
        const value = meanOf(of + type, start, index);
        return value === undefined ? [] : [{ value, percentage: 1, datetime: stamps[i] }];
      }),
    },
  });
  const included = options.borders
    ? options.types.map((country) => ({
        type: country,
        id: country,
        attributes: { title: country, total: 1 },
        content: ['Exportación', 'Importación', 'saldo'].map((type, i) => line(type, i, `${country}/`)),
      }))
    : options.types.map((type, i) => line(type, i));
  return JSON.stringify({ data: { type: 'Widget', id: '1', attributes: {} }, included });
}

/** What REData says, with status 502, of days that it has nothing of. */
export function redataNothing(): string {
  const detail = 'There are no data for the selected filters.';
  return JSON.stringify({ errors: [{ code: 502, status: '502', title: 'Bad response from ESIOS', detail }] });
}

/** Columns of weather, with the level that made-up values of the first place have. */
const WEATHER = { temperature_2m: 15, wind_speed_100m: 25, shortwave_radiation: 300 } as const;
export type WeatherVariable = keyof typeof WEATHER;

/** What a variable is a forecast of, whatever run of it is asked for. */
function weatherVariable(name: string): WeatherVariable {
  const found = (Object.keys(WEATHER) as WeatherVariable[]).find(
    (variable) => name.replace(/_previous_day\d$/, '') === variable,
  );
  if (found === undefined) throw new RangeError(`The weather service has no variable ${name}.`);
  return found;
}

/**
 * Hourly weather of places; days are UTC days, both inclusive. `names` are the variables as they are asked for, such as
 * `temperature_2m_previous_day1`. An hour without a value is null.
 */
export function openMeteoReply(
  span: DaySpan,
  places: number,
  options: {
    names?: readonly string[];
    windUnit?: string;
    meanOf?: (variable: WeatherVariable, instant: number, place: number) => number | undefined;
  } = {},
): string {
  const { names = Object.keys(WEATHER), windUnit = 'm/s', meanOf } = options;
  const hours: number[] = [];
  const end = Date.parse(`${addDays(span.to, 1)}T00:00:00Z`);
  for (let start = Date.parse(`${span.from}T00:00:00Z`); start < end; start += 3_600_000) hours.push(start);
  const units = { temperature_2m: '°C', wind_speed_100m: windUnit, shortwave_radiation: 'W/m²' };
  const asked = names.map((name) => ({ name, variable: weatherVariable(name) }));
  const column = (variable: WeatherVariable, place: number) =>
    hours.map((start) =>
      meanOf === undefined
        ? valueAt(start, WEATHER[variable] + place)
        : (meanOf(variable, start, place) ?? null),
    );
  const reply = (place: number) => ({
    latitude: 40 + place,
    longitude: -3,
    utc_offset_seconds: 0,
    hourly_units: {
      time: 'unixtime',
      ...Object.fromEntries(asked.map(({ name, variable }) => [name, units[variable]])),
    },
    hourly: {
      time: hours.map((start) => start / 1000),
      ...Object.fromEntries(asked.map(({ name, variable }) => [name, column(variable, place)])),
    },
  });
  return JSON.stringify(Array.from({ length: places }, (_, place) => reply(place)));
}

export interface EntsoeOptions {
  kind: 'Publication' | 'GL';
  version?: string;
  /** One time series for each entry. */
  series: {
    inDomain?: string;
    outDomain?: string;
    auction?: { contract: string; sequence: string };
    psrType?: string;
    resolution?: 'PT15M' | 'PT60M';
    /** With curve type A03 values that repeat the one before are left out. */
    curveType?: 'A01' | 'A03';
    level?: number;
    /** Rounds values so that neighbours repeat. */
    coarse?: boolean;
    meanOf?: MeanOf;
    /** Days of this series alone, as where each day has a series of its own. */
    span?: DaySpan;
  }[];
}

export function entsoeReply(span: DaySpan, { kind, version = '7:3', series }: EntsoeOptions): string {
  const zone =
    kind === 'Publication' ? ['in_Domain', 'out_Domain'] : ['inBiddingZone_Domain', 'outBiddingZone_Domain'];
  const body = series.map((one, i) => {
    const { resolution = 'PT60M', curveType = 'A01', level, coarse = false } = one;
    const { meanOf = (start) => valueAt(start, level) } = one;
    const days = one.span ?? span;
    const starts = periodsOf(days, resolution === 'PT60M' ? 'PT1H' : 'PT15M');
    let last: number | undefined;
    const points = starts.flatMap((start, index) => {
      const exact = meanOf(start);
      if (exact === undefined) return [];
      const value = coarse ? 10 * Math.round(exact / 10) : exact;
      const repeats = value === last && curveType === 'A03';
      last = value;
      const name = kind === 'Publication' ? 'price.amount' : 'quantity';
      return repeats ? [] : [`<Point><position>${index + 1}</position><${name}>${value}</${name}></Point>`];
    });
    if (points.length === 0) return '';
    const end = dayStart(addDays(days.to, 1));
    return `<TimeSeries><mRID>${i + 1}</mRID><businessType>A62</businessType>
${one.inDomain === undefined ? '' : `<${zone[0]}.mRID codingScheme="A01">${one.inDomain}</${zone[0]}.mRID>`}
${one.outDomain === undefined ? '' : `<${zone[1]}.mRID codingScheme="A01">${one.outDomain}</${zone[1]}.mRID>`}
${kind === 'Publication' ? '<currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>' : '<quantity_Measure_Unit.name>MAW</quantity_Measure_Unit.name>'}
${one.auction === undefined ? '' : `<contract_MarketAgreement.type>${one.auction.contract}</contract_MarketAgreement.type><classificationSequence_AttributeInstanceComponent.position>${one.auction.sequence}</classificationSequence_AttributeInstanceComponent.position>`}
<curveType>${curveType}</curveType>
${one.psrType === undefined ? '' : `<MktPSRType><psrType>${one.psrType}</psrType></MktPSRType>`}
<Period><timeInterval><start>${minute(starts[0])}</start><end>${minute(end)}</end></timeInterval>
<resolution>${resolution}</resolution>${points.join('')}</Period></TimeSeries>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<${kind}_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:${version}">
<mRID>1</mRID><revisionNumber>1</revisionNumber>${body.join('')}</${kind}_MarketDocument>`;
}

export function entsoeAcknowledgement(text: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Acknowledgement_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-1:acknowledgementdocument:7:0"><mRID>1</mRID><Reason><code>999</code><text>${text}</text></Reason></Acknowledgement_MarketDocument>`;
}

function periodsOf(span: DaySpan, resolution: DayResolution | ((day: string) => DayResolution)): number[] {
  const resolutionOf = typeof resolution === 'string' ? () => resolution : resolution;
  return daysOf(span).flatMap((day) => deliveryPeriods(day, resolutionOf(day)).map(({ start }) => start));
}

function daysOf({ from, to }: DaySpan): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

function everyStep(span: DaySpan, step: number): number[] {
  const starts: number[] = [];
  for (let start = dayStart(span.from); start < dayStart(addDays(span.to, 1)); start += step)
    starts.push(start);
  return starts;
}

function minute(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16)}Z`;
}
