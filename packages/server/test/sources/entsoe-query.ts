import type { EntsoeOptions } from './payloads.ts';

const SPAIN = '10YES-REE------0';

/** A time series of an answer and the series, as the connector names it, that its values come from. */
export type EntsoePart = EntsoeOptions['series'][number] & {
  series: string;
  /** What of the series' value it shows. */
  part: (mean: number) => number;
};

export interface EntsoeQuery {
  /** As the connector names it. */
  publication: string;
  kind: EntsoeOptions['kind'];
  version: string;
  parts: EntsoePart[];
}

/** Types of production by the series whose values they show. */
const GENERATION = [
  ['B01', 'other.actual'],
  ['B04', 'thermal.actual'],
  ['B12', 'hydro.actual'],
  ['B14', 'nuclear.actual'],
  ['B16', 'solar.actual'],
  ['B19', 'wind.actual'],
] as const;
const ALL = (mean: number) => round(mean);

/** What a query of the transparency platform asks for; undefined for any other than the connector's. */
export function entsoeQuery(query: URLSearchParams): EntsoeQuery | undefined {
  const renewed = query.get('processType') === 'A40' ? '.intraday' : '';
  switch (query.get('documentType')) {
    case 'A44': {
      const contract = query.get('contract_MarketAgreement.type') ?? 'A01';
      const sequence = query.get('classificationSequence_AttributeInstanceComponent.position') ?? '1';
      const publication = contract === 'A07' ? `price.ida${sequence}` : 'price.da';
      const auction = { contract, sequence };
      const price = { inDomain: SPAIN, outDomain: SPAIN, auction, series: publication, part: ALL };
      const quarters = { ...price, resolution: 'PT15M', curveType: 'A03' } as const;
      return { publication, kind: 'Publication', version: '7:3', parts: [quarters, price] };
    }
    case 'A65': {
      const publication = query.get('processType') === 'A16' ? 'load.actual' : 'load.forecast';
      return load(publication, [{ outDomain: SPAIN, series: publication, part: ALL }]);
    }
    case 'A69':
      return load(
        `wind-solar.forecast${renewed}`,
        [
          ['B16', `solar.forecast${renewed}`],
          ['B19', `wind.forecast${renewed}`],
        ].map(([psrType, series]) => ({ inDomain: SPAIN, psrType, series, part: ALL })),
      );
    case 'A75':
      return {
        ...load(
          'generation.actual',
          GENERATION.map(([psrType, series]) => ({ inDomain: SPAIN, psrType, series, part: ALL })),
        ),
        version: '3:0',
      };
    case 'A11': {
      const domains = { inDomain: query.get('in_Domain') ?? '', outDomain: query.get('out_Domain') ?? '' };
      const sign = domains.inDomain === SPAIN ? 1 : -1;
      // Half of the exchange is France's and half Portugal's; each direction shows its own flow alone.
      const part = (mean: number) => round(Math.max(0, (sign * mean) / 2));
      return load('netimport.actual', [{ ...domains, series: 'netimport.actual', part }]);
    }
    default:
      return undefined;
  }
}

function load(publication: string, parts: EntsoePart[]): EntsoeQuery {
  return { publication, kind: 'GL', version: '7:3', parts };
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
