import { AUCTION_CALENDAR, INTRADAY_AUCTIONS, type RelativeTime, MARKETS } from '@lonja/forecasting/market';
import { MEASURED_SHARE, type Publication } from '../source.ts';
import type { EntsoeAuction } from './parse.ts';

const [{ biddingZone: ZONE, neighbours: NEIGHBOURS }] = MARKETS;

/** One query of a publication; several answers are added up with their signs. */
export interface EntsoeQuery {
  parameters: Record<string, string>;
  sign: 1 | -1;
}

export interface EntsoePublication extends Publication {
  queries: EntsoeQuery[];
  /** Of prices; undefined: the day-ahead auction, or no prices. */
  auction?: EntsoeAuction;
  /** Series key by type of production; undefined: there is one series. */
  keyOfType: ReadonlyMap<string, string> | undefined;
}

const MORNING: RelativeTime = { dayOffset: -1, time: '10:00' };
/** The transparency regulation asks for forecasts of wind and sun by the evening. */
const EVENING: RelativeTime = { dayOffset: -1, time: '18:00' };
const NEXT_MORNING: RelativeTime = { dayOffset: 1, time: '03:00' };

/** The regulation asks for an update of them by this time of the day itself. */
const RENEWAL: RelativeTime = { dayOffset: 0, time: '08:00' };

const WIND_AND_SUN = new Map([
  ...types('solar.forecast', ['B16']),
  ...types('wind.forecast', ['B18', 'B19']),
]);
const WIND_AND_SUN_RENEWED = new Map([
  ...types('solar.forecast.intraday', ['B16']),
  ...types('wind.forecast.intraday', ['B18', 'B19']),
]);
const GENERATION = new Map([
  ...types('wind.actual', ['B18', 'B19']),
  ...types('solar.actual', ['B16']),
  ...types('hydro.actual', ['B10', 'B11', 'B12']),
  ...types('nuclear.actual', ['B14']),
  ...types('thermal.actual', ['B02', 'B03', 'B04', 'B05', 'B06', 'B07', 'B08']),
  ...types('other.actual', ['B01', 'B09', 'B13', 'B15', 'B17', 'B20', 'B25']),
]);

const common = { product: undefined, firstDay: '2018-01-01', daysPerRequest: 28, keyOfType: undefined };

const MEASURED = { expected: NEXT_MORNING, leastShare: MEASURED_SHARE };

/** What is asked of the transparency platform: A44, A65, A69, A75 and A11. */
export const ENTSOE_PUBLICATIONS: readonly EntsoePublication[] = [
  {
    ...common,
    name: 'price.da',
    units: { 'price.da': 'EUR/MWh' },
    product: 'da',
    expected: AUCTION_CALENDAR.da.resultsPublished,
    queries: [query({ documentType: 'A44', in_Domain: ZONE, out_Domain: ZONE })],
  },
  ...INTRADAY_AUCTIONS.map((product, i): EntsoePublication => {
    const auction = { contract: 'A07', sequence: String(i + 1) } as const;
    return {
      ...common,
      name: `price.${product}`,
      units: { [`price.${product}`]: 'EUR/MWh' },
      product,
      expected: AUCTION_CALENDAR[product].resultsPublished,
      firstDay: AUCTION_CALENDAR[product].auctionedFrom,
      auction,
      queries: [
        query({
          documentType: 'A44',
          in_Domain: ZONE,
          out_Domain: ZONE,
          'contract_MarketAgreement.type': auction.contract,
          'classificationSequence_AttributeInstanceComponent.position': auction.sequence,
        }),
      ],
    };
  }),
  {
    ...common,
    name: 'load.forecast',
    units: inMegawatts('load.forecast'),
    expected: MORNING,
    queries: [query({ documentType: 'A65', processType: 'A01', outBiddingZone_Domain: ZONE })],
  },
  {
    ...common,
    name: 'wind-solar.forecast',
    units: inMegawatts('wind.forecast', 'solar.forecast'),
    expected: EVENING,
    keyOfType: WIND_AND_SUN,
    queries: [query({ documentType: 'A69', processType: 'A01', in_Domain: ZONE })],
  },
  {
    ...common,
    name: 'wind-solar.forecast.intraday',
    units: inMegawatts('wind.forecast.intraday', 'solar.forecast.intraday'),
    expected: RENEWAL,
    keyOfType: WIND_AND_SUN_RENEWED,
    queries: [query({ documentType: 'A69', processType: 'A40', in_Domain: ZONE })],
  },
  {
    ...common,
    ...MEASURED,
    name: 'load.actual',
    units: inMegawatts('load.actual'),
    queries: [query({ documentType: 'A65', processType: 'A16', outBiddingZone_Domain: ZONE })],
  },
  {
    ...common,
    ...MEASURED,
    name: 'generation.actual',
    units: inMegawatts(
      'wind.actual',
      'solar.actual',
      'hydro.actual',
      'nuclear.actual',
      'thermal.actual',
      'other.actual',
    ),
    keyOfType: GENERATION,
    queries: [query({ documentType: 'A75', processType: 'A16', in_Domain: ZONE })],
  },
  {
    ...common,
    ...MEASURED,
    name: 'netimport.actual',
    units: inMegawatts('netimport.actual'),
    queries: NEIGHBOURS.flatMap((neighbour) => [
      query({ documentType: 'A11', in_Domain: ZONE, out_Domain: neighbour }),
      query({ documentType: 'A11', in_Domain: neighbour, out_Domain: ZONE }, -1),
    ]),
  },
];

function query(parameters: Record<string, string>, sign: 1 | -1 = 1): EntsoeQuery {
  return { parameters, sign };
}

function types(key: string, codes: string[]): [string, string][] {
  return codes.map((code) => [code, key]);
}

function inMegawatts(...keys: string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, 'MW']));
}
