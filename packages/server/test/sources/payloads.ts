import { addDays, dayStart, deliveryPeriods, formatMadrid, localHourOf } from '@lonja/forecasting';
import type { DaySpan } from '../../src/connectors/source.ts';

/** Made-up answers in the shapes of the sources, for any span of days: values follow from the instant alone. */

/** A price or a load that differs from hour to hour and from day to day, with two decimals. */
export function valueAt(start: number, level = 50): number {
  const hours = start / 3_600_000;
  return Math.round(100 * (level + 20 * Math.sin(hours / 4) + (Math.floor(hours / 24) % 7))) / 100;
}

export function esiosReply(
  span: DaySpan,
  options: { indicator: number; geoIds: number[]; resolution?: 'PT15M' | 'PT1H'; level?: number },
): string {
  const { indicator, geoIds, resolution = 'PT15M', level } = options;
  const values = periodsOf(span, resolution).flatMap((start) =>
    geoIds.map((geoId, zone) => ({
      value: valueAt(start, level) + zone,
      datetime: formatMadrid(start),
      datetime_utc: repeatedUtc(start),
      tz_time: new Date(start).toISOString(),
      geo_id: geoId,
      geo_name: `Zona ${zone}`,
    })),
  );
  return JSON.stringify({ indicator: { id: indicator, name: 'Indicador', geos: [], values } });
}

/** As ESIOS gave it on an autumn day: the second of the two hours 2 repeats the first one's. */
function repeatedUtc(start: number): string {
  const isRepeated = localHourOf(start) === 2 && localHourOf(start - 3_600_000) === 2;
  return `${new Date(isRepeated ? start - 3_600_000 : start).toISOString().slice(0, 19)}Z`;
}

/** A daily or hourly widget of REData: one line for each type. */
export function redataReply(
  span: DaySpan,
  options: { types: string[]; step: 'day' | number; borders?: boolean },
): string {
  const starts = options.step === 'day' ? daysOf(span).map(dayStart) : everyStep(span, options.step);
  const line = (type: string, index: number) => ({
    type,
    id: String(index),
    groupId: null,
    attributes: {
      title: type,
      'last-update': '2026-01-01T00:00:00.000+01:00',
      values: starts.map((start) => ({
        value: valueAt(start, 1000 * (index + 1)),
        percentage: 1,
        datetime: `${formatMadrid(start).slice(0, 19)}.000${formatMadrid(start).slice(19)}`,
      })),
    },
  });
  const included = options.borders
    ? options.types.map((country) => ({
        type: country,
        id: country,
        attributes: { title: country, total: 1 },
        content: ['Exportación', 'Importación', 'saldo'].map(line),
      }))
    : options.types.map(line);
  return JSON.stringify({ data: { type: 'Widget', id: '1', attributes: {} }, included });
}

/** Hourly weather of places; days are UTC days, both inclusive. */
export function openMeteoReply(span: DaySpan, places: number, windUnit = 'm/s'): string {
  const hours: number[] = [];
  const end = Date.parse(`${addDays(span.to, 1)}T00:00:00Z`);
  for (let start = Date.parse(`${span.from}T00:00:00Z`); start < end; start += 3_600_000) hours.push(start);
  const column = (level: number) => hours.map((start) => valueAt(start, level));
  const reply = (place: number) => ({
    latitude: 40 + place,
    longitude: -3,
    utc_offset_seconds: 0,
    hourly_units: {
      time: 'unixtime',
      temperature_2m: '°C',
      wind_speed_100m: windUnit,
      shortwave_radiation: 'W/m²',
    },
    hourly: {
      time: hours.map((start) => start / 1000),
      temperature_2m: column(15 + place),
      wind_speed_100m: column(25 + place),
      shortwave_radiation: column(300 + place),
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
    psrType?: string;
    resolution?: 'PT15M' | 'PT60M';
    /** With curve type A03 values that repeat the one before are left out. */
    curveType?: 'A01' | 'A03';
    level?: number;
    /** Rounds values so that neighbours repeat. */
    coarse?: boolean;
  }[];
}

export function entsoeReply(span: DaySpan, { kind, version = '7:3', series }: EntsoeOptions): string {
  const zone =
    kind === 'Publication' ? ['in_Domain', 'out_Domain'] : ['inBiddingZone_Domain', 'outBiddingZone_Domain'];
  const body = series.map((one, i) => {
    const { resolution = 'PT60M', curveType = 'A01', level, coarse = false } = one;
    const starts = periodsOf(span, resolution === 'PT60M' ? 'PT1H' : 'PT15M');
    let last: number | undefined;
    const points = starts.flatMap((start, index) => {
      const value = coarse ? 10 * Math.round(valueAt(start, level) / 10) : valueAt(start, level);
      const repeats = value === last && curveType === 'A03';
      last = value;
      const name = kind === 'Publication' ? 'price.amount' : 'quantity';
      return repeats ? [] : [`<Point><position>${index + 1}</position><${name}>${value}</${name}></Point>`];
    });
    const end = dayStart(addDays(span.to, 1));
    return `<TimeSeries><mRID>${i + 1}</mRID><businessType>A62</businessType>
${one.inDomain === undefined ? '' : `<${zone[0]}.mRID codingScheme="A01">${one.inDomain}</${zone[0]}.mRID>`}
${one.outDomain === undefined ? '' : `<${zone[1]}.mRID codingScheme="A01">${one.outDomain}</${zone[1]}.mRID>`}
${kind === 'Publication' ? '<currency_Unit.name>EUR</currency_Unit.name><price_Measure_Unit.name>MWH</price_Measure_Unit.name>' : '<quantity_Measure_Unit.name>MAW</quantity_Measure_Unit.name>'}
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

function periodsOf(span: DaySpan, resolution: 'PT15M' | 'PT1H'): number[] {
  return daysOf(span).flatMap((day) => deliveryPeriods(day, resolution).map(({ start }) => start));
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
