import {
  AUCTION_CALENDAR,
  INTRADAY_AUCTIONS,
  type RelativeTime,
  MARKETS,
  addDays,
  dayStart,
  type DeliveryDay,
  deliveryDayOf,
  periodMs,
} from '@lonja/forecasting/market';
import { MEASURED_SHARE, type Publication, type DaySpan, type PublishedDay, type Source } from '../source.ts';
import {
  type EntsoeAuction,
  type EntsoeSeries,
  parseEntsoeDocument,
  mergeSeries,
  seriesId,
} from './parse.ts';
import { reason, type Asked } from '../../../ground/reasons/reasons.ts';
import { answerFault, ofSource } from '../payload-fault.ts';
import {
  publishedDays,
  type DayValues,
  meansOfHours,
  resampleDay,
  type TimedValues,
  chooseValues,
} from '../timed-values.ts';
import type { SourceLimits, Transport } from '../transport/transport.ts';

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

export const ENTSOE_URL = 'https://web-api.tp.entsoe.eu';
/** 400 requests a minute are allowed and more are answered with a ban of ten minutes: stay far below. */
export const ENTSOE_LIMITS: SourceLimits = {
  requestsPerMinute: 120,
  parallel: 2,
  timeoutMs: 60_000,
  attempts: 4,
};

/** ENTSO-E's transparency platform: prices, forecasts, load, generation by type and physical flows of the Spanish zone. */
export function createEntsoeSource(options: {
  transport: Transport;
  baseUrl: string;
  token: string;
}): Source {
  const ask = async (publication: EntsoePublication, parameters: Record<string, string>, span: DaySpan) => {
    const label = { what: `${publication.name} (${parameters['documentType'] ?? ''})`, ...span };
    const url = new URL('/api', options.baseUrl);
    url.search = new URLSearchParams({
      ...parameters,
      periodStart: compact(dayStart(span.from)),
      periodEnd: compact(dayStart(addDays(span.to, 1))),
      securityToken: options.token,
    }).toString();
    const { text } = await options.transport.get({ url, label, accepts: saysNoData });
    const what = ofSource('ENTSO-E', label);
    const series = parseEntsoeDocument(text, what, publication.auction);
    for (const part of series) checkPart(part, publication, parameters);
    return { what, series };
  };
  return {
    name: 'entsoe',
    parallel: ENTSOE_LIMITS.parallel,
    publications: ENTSOE_PUBLICATIONS,
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch({ name }: Publication, span: DaySpan): Promise<PublishedDay[]> {
      const publication = ENTSOE_PUBLICATIONS.find((known) => known.name === name);
      if (publication === undefined) throw new RangeError(`ENTSO-E is not asked for ${name}.`);
      const answers: EntsoeAnswer[] = [];
      for (const { parameters, sign } of publication.queries) {
        answers.push({ sign, ...(await ask(publication, parameters, span)) });
      }
      return publishedDays(publication, span, addUp(publication, answers));
    },
  };
}

/** "No data" came with status 400 for years and comes with 200 today; bad requests come with 400 in the same form. */
function saysNoData({ status, text }: { status: number; text: string }): boolean {
  return status === 400 && /<Acknowledgement_MarketDocument\b/.test(text) && /no matching data/i.test(text);
}

function checkPart(
  part: EntsoeSeries,
  publication: EntsoePublication,
  parameters: Record<string, string>,
): void {
  const what = ofSource('ENTSO-E', publication.name);
  if (!Object.values(publication.units).includes(part.unit)) {
    throw answerFault(what, reason('unasked_unit', { unit: part.unit }));
  }
  const { in_Domain: inZone, out_Domain: outZone, outBiddingZone_Domain: zone = inZone } = parameters;
  const isOfZones =
    outZone === undefined
      ? part.inDomain === zone || part.outDomain === zone
      : part.inDomain === inZone && part.outDomain === outZone;
  if (!isOfZones) {
    const asked = outZone === undefined ? (zone ?? '') : `${outZone} > ${inZone}`;
    const found = [part.outDomain, part.inDomain].filter((domain) => domain !== undefined).join(' > ');
    throw answerFault(
      what,
      found === ''
        ? reason('expected_zone_found_none', { zone: asked })
        : reason('expected_zone', { zone: asked, found }),
    );
  }
}

/** `YYYYMMDDHHmm` in UTC. */
function compact(instant: number): string {
  return new Date(instant).toISOString().replaceAll(/[-:T]/g, '').slice(0, 12);
}

/** What a query of a publication was answered with. */
export interface EntsoeAnswer {
  /** What was asked for, to name in faults. */
  what: Asked;
  sign: 1 | -1;
  series: EntsoeSeries[];
}

/** What one series says of one day. */
interface Part extends DayValues {
  key: string;
  day: DeliveryDay;
  answer: EntsoeAnswer;
  psrType: string | undefined;
  factor: number;
}

/** Pumped storage, whose series may leave out the hours in which it stands still. */
const STORAGE = 'B10';
const QUARTERS_PER_HOUR = 4;

/**
 * The series of a publication: types of production that share a key are added up, answers with their signs, pumps are subtracted;
 * nothing else is ever added. A period counts only where every answer, and every type that the day has, has a value. A day whose
 * types come in hours and in quarters is added up in hours.
 */
export function addUp(publication: EntsoePublication, answers: readonly EntsoeAnswer[]): TimedValues[] {
  const { leastShare = 1 } = publication;
  const parts = answers.flatMap((answer) => partsOf(publication, answer, leastShare));
  return [...Map.groupBy(parts, ({ key, day }) => `${key} ${day}`).values()]
    .filter((added) => new Set(added.map(({ answer }) => answer)).size === answers.length)
    .map((added) => sumOf(inOneResolution(added, leastShare)));
}

/** Each series of an answer cut into days, in the resolution that counts on the day; in an order that is not that of the answer. */
function partsOf(publication: EntsoePublication, answer: EntsoeAnswer, leastShare: number): Part[] {
  const bySeries = Map.groupBy(mergeSeries(answer.series, answer.what), seriesId);
  return [...bySeries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, steps]) => {
      const [{ psrType, consumes }] = steps;
      const key = keyOf(publication, psrType);
      if (key === undefined) return [];
      const cut = steps.flatMap(({ step, values }) =>
        [...Map.groupBy(values, ([start]) => deliveryDayOf(start))].map(([day, rows]) => ({
          day,
          ...resampleDay(step, new Map(rows), { key, leastShare }),
        })),
      );
      const what = { key, answer, psrType, factor: consumes ? -answer.sign : answer.sign };
      return [...Map.groupBy(cut, ({ day }) => day)].map(([day, known]) => ({
        ...chooseValues(publication, day, known),
        ...what,
      }));
    });
}

function keyOf({ keyOfType, units }: EntsoePublication, psrType: string | undefined): string | undefined {
  return keyOfType === undefined ? Object.keys(units)[0] : keyOfType.get(psrType ?? '');
}

function inOneResolution(parts: Part[], leastShare: number): Part[] {
  if (parts.every(({ resolution }) => resolution === parts[0].resolution)) return parts;
  const fewest = leastShare * QUARTERS_PER_HOUR;
  return parts.map((part) =>
    part.resolution === 'PT1H'
      ? part
      : { ...part, resolution: 'PT1H', values: meansOfHours(part.values, fewest) },
  );
}

/** The sum of one key and day; all parts have one resolution. */
function sumOf(parts: Part[]): TimedValues {
  const [{ key, resolution }] = parts;
  const others = parts.filter(({ psrType }) => psrType !== STORAGE);
  const needed = others.length > 0 ? others : parts;
  const values = new Map<number, number>();
  for (const { values: known, factor } of parts) {
    for (const [start, value] of known) {
      if (!needed.every((part) => part.values.has(start))) continue;
      values.set(start, (values.get(start) ?? 0) + factor * value);
    }
  }
  return { key, step: resolution === 'PT15M' ? periodMs('PT15M') : periodMs('PT1H'), values };
}
