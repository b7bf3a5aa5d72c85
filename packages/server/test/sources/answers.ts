import { AUCTION_CALENDAR, coveredPeriods, deliveryDayOf } from '@lonja/forecasting';
import type { DaySpan } from '../../src/connectors/source.ts';
import { parseOmieFileName, findProduct } from '../../src/connectors/omie/file-name.ts';
import { omieText } from '../omie-text.ts';
import {
  type EntsoeOptions,
  entsoeReply,
  esiosReply,
  openMeteoReply,
  redataReply,
  valueAt,
} from './payloads.ts';

const SPAIN = '10YES-REE------0';

/** What OMIE would answer: first revisions of every auction, quarter-hourly. */
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

/** Zones come interleaved, as they do there. */
export function esiosAnswer(url: URL): string {
  const indicator = Number(url.pathname.split('/').at(-1));
  const isPrice = indicator >= 600 && indicator < 1000;
  const span = {
    from: deliveryDayOf(Date.parse(url.searchParams.get('start_date') ?? '')),
    to: deliveryDayOf(Date.parse(url.searchParams.get('end_date') ?? '')),
  };
  return esiosReply(span, {
    indicator,
    geoIds: isPrice ? [3, 1, 2] : [8742, 8741],
    level: isPrice ? 50 : 5000,
  });
}

export function redataAnswer(url: URL): string {
  const span = dates(url);
  if (url.pathname.endsWith('demanda-tiempo-real')) {
    return redataReply(span, {
      types: ['Demanda real', 'Demanda programada', 'Demanda prevista'],
      step: 300_000,
    });
  }
  if (url.pathname.endsWith('todas-fronteras-fisicos')) {
    return redataReply(span, { types: ['Francia', 'Portugal'], step: 'day', borders: true });
  }
  const types = ['Hidráulica', 'Nuclear', 'Ciclo combinado', 'Eólica', 'Solar fotovoltaica', 'Solar térmica'];
  return redataReply(span, { types, step: 'day' });
}

export function openMeteoAnswer(url: URL): string {
  return openMeteoReply(dates(url), (url.searchParams.get('latitude') ?? '').split(',').length);
}

export function entsoeAnswer(url: URL): string {
  const day = (name: string, add: number) => {
    const text = url.searchParams.get(name) ?? '';
    const utc = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(8, 10)}:${text.slice(10)}:00Z`;
    return deliveryDayOf(Date.parse(utc) + add);
  };
  const span = { from: day('periodStart', 0), to: day('periodEnd', -1) };
  return entsoeReply(span, entsoeOptions(url.searchParams));
}

function entsoeOptions(query: URLSearchParams): EntsoeOptions {
  switch (query.get('documentType')) {
    case 'A44': {
      const domains = { inDomain: SPAIN, outDomain: SPAIN };
      return {
        kind: 'Publication',
        series: [{ ...domains, resolution: 'PT15M', curveType: 'A03', coarse: true }, domains],
      };
    }
    case 'A69':
      return {
        kind: 'GL',
        series: ['B16', 'B19'].map((psrType) => ({ inDomain: SPAIN, psrType, level: 5000 })),
      };
    case 'A75':
      return {
        kind: 'GL',
        version: '3:0',
        series: ['B01', 'B04', 'B05', 'B12', 'B14', 'B16', 'B19'].map((psrType) => ({
          inDomain: SPAIN,
          psrType,
          level: 5000,
        })),
      };
    case 'A11':
      return {
        kind: 'GL',
        series: [
          { inDomain: query.get('in_Domain') ?? '', outDomain: query.get('out_Domain') ?? '', level: 500 },
        ],
      };
    default:
      return { kind: 'GL', series: [{ outDomain: SPAIN, level: 25_000 }] };
  }
}

function dates(url: URL): DaySpan {
  const day = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 10);
  return { from: day('start_date'), to: day('end_date') };
}
