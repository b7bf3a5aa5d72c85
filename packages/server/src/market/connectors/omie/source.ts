import {
  AUCTION_CALENDAR,
  type DeliveryDay,
  FIRST_INTRADAY_AUCTION_DAY,
  AUCTIONS,
  type Auction,
  dayRange,
} from '@lonja/forecasting/market';
import type { DaySpan, FetchOptions, Publication, PublishedDay, Source } from '../source.ts';
import type { SourceLimits, SourceRequest, Transport } from '../transport/transport.ts';
import { CURVE_UNITS, curveSeries, type OmieCurves, parseOmieCurves } from './parse-curves.ts';
import { availabilityOf, type OmieRevision, chooseRevision } from './revisions.ts';
import { type Reasons, reason } from '../../../ground/reasons/reasons.ts';
import type { OmiePrices } from './parse.ts';
import { FileFault } from '../payload-fault.ts';

export const OMIE_URL = 'https://www.omie.es';
/**
 * OMIE states no limit. Six small files a second, two at a time, is what a person's browser asks of a site for moments; 954 days of an
 * auction, by their first revision, are there in less than three minutes so.
 */
export const OMIE_LIMITS: SourceLimits = {
  requestsPerMinute: 360,
  parallel: 2,
  timeoutMs: 15_000,
  attempts: 4,
};

/** A day of curves has 30 MB. */
export const OMIE_CURVES_LIMITS: SourceLimits = {
  requestsPerMinute: 6,
  parallel: 1,
  timeoutMs: 120_000,
  attempts: 3,
};

const CURVES: Publication = {
  name: 'curve',
  units: CURVE_UNITS,
  product: 'da',
  // Files say when they were issued: on the day after delivery, as public programs have seen.
  expected: { dayOffset: 1, time: '10:00' },
  firstDay: '2018-01-01',
  daysPerRequest: 1,
};

const UNIT = 'EUR/MWh';
const FIRST_DAY_AHEAD_DAY = '2018-01-01';

/**
 * OMIE's price files: the day-ahead market and the three intraday auctions, of Spain and Portugal. With a transport for `curves` the aggregate
 * curves of the day-ahead auction too.
 */
export function createOmieSource(options: OmieClientOptions & { curves?: Transport | undefined }): Source {
  return {
    name: 'omie',
    parallel: OMIE_LIMITS.parallel,
    publications: [...AUCTIONS.map(publicationOf), ...(options.curves === undefined ? [] : [CURVES])],
    reaches: () => options.transport.reaches(options.baseUrl),
    async fetch(
      { name, product = 'da' }: Publication,
      span: DaySpan,
      asked?: FetchOptions,
    ): Promise<PublishedDay[]> {
      const days: PublishedDay[] = [];
      if (name === CURVES.name && options.curves !== undefined) {
        for (const day of dayRange(span.from, span.to)) {
          const found = await fetchCurves({ ...options, transport: options.curves }, day);
          if (found === undefined) continue;
          const { revision, warnings, curves } = found;
          days.push({ day, revision, warnings, series: curveSeries(curves) });
        }
        return days;
      }
      for (const day of dayRange(span.from, span.to)) {
        const auction = await fetchAuction(options, product, day, asked);
        if (auction !== undefined) days.push(publishedDay(product, day, auction));
      }
      return days;
    },
  };
}

function publicationOf(product: Auction): Publication {
  return {
    name: `price.${product}`,
    units: { [`price.${product}`]: UNIT, [`price.${product}.pt`]: UNIT },
    product,
    expected: AUCTION_CALENDAR[product].resultsPublished,
    firstDay: product === 'da' ? FIRST_DAY_AHEAD_DAY : FIRST_INTRADAY_AUCTION_DAY,
    daysPerRequest: 1,
  };
}

function publishedDay(product: Auction, day: DeliveryDay, auction: PublishedAuction): PublishedDay {
  const { revision, prices, warnings, isFirstRevisionOnly } = auction;
  if (prices === undefined) return { day, revision, series: [], warnings };
  const { resolution, start, spain, portugal } = prices;
  const availableAt = new Float64Array(start.length).fill(availabilityOf(product, day, revision));
  const common = { unit: UNIT, resolution, start, availableAt };
  return {
    day,
    revision,
    warnings,
    isFirstRevisionOnly,
    series: [
      { ...common, key: `price.${product}`, value: spain },
      { ...common, key: `price.${product}.pt`, value: portugal },
    ],
  };
}

/** All of these are asked for; higher ones only while the one before is there. */
const USUAL_REVISIONS = 3;
const MOST_REVISIONS = 9;
const NOT_PUBLISHED = 404;

/** What OMIE has published of one auction and delivery day. */
export interface PublishedAuction {
  revision: number;
  /** Undefined: the auction was published without prices. */
  prices: OmiePrices | undefined;
  /** Higher revisions that could not be used. */
  warnings: Reasons;
  /** Higher revisions have not been asked for. */
  isFirstRevisionOnly: boolean;
}

/** How OMIE is asked. */
export interface OmieClientOptions {
  transport: Transport;
  baseUrl: string;
}

/**
 * One auction and delivery day from OMIE's public files, by the best readable revision (see `chooseRevision`); undefined when OMIE answers
 * that it has not published them, which it does with 404. Any revision can be missing while a later one exists. Throws SourceUnavailable
 * when OMIE does not answer or refuses to, and FileFault when all revisions are damaged. With `firstRevisionOnly` no higher revision than
 * the lowest one that has prices is asked for.
 */
export async function fetchAuction(
  options: OmieClientOptions,
  product: Auction,
  day: DeliveryDay,
  { firstRevisionOnly = false }: FetchOptions = {},
): Promise<PublishedAuction | undefined> {
  const revisions: OmieRevision[] = [];
  let isFirstRevisionOnly = false;
  for (let revision = 1; revision <= MOST_REVISIONS; revision++) {
    if (revision > USUAL_REVISIONS && revisions.at(-1)?.revision !== revision - 1) break;
    const found = await fetchRevision(options, { product, day, revision });
    if (found !== undefined) revisions.push(found);
    isFirstRevisionOnly =
      firstRevisionOnly && chooseRevision(revisions, { product, day }).best?.prices !== undefined;
    if (isFirstRevisionOnly) break;
  }
  const { best, faults, empty } = chooseRevision(revisions, { product, day });
  if (best === undefined) {
    if (faults.length > 0) throw faults[0];
    return undefined;
  }
  const { revision, file } = best.from;
  const passedOver = [
    ...faults.map(({ reasons }) => reasons),
    ...empty.map((one) => [reason('file_without_prices', { file: one.file })]),
  ];
  return {
    revision,
    prices: best.prices,
    warnings: passedOver.flatMap((reasons) => [...reasons, reason('file_is_used', { file })]),
    isFirstRevisionOnly,
  };
}

const SESSIONS: Record<Auction, string> = { da: '', ida1: '01', ida2: '02', ida3: '03' };

async function fetchRevision(
  options: OmieClientOptions,
  { product, day, revision }: { product: Auction; day: DeliveryDay; revision: number },
): Promise<OmieRevision | undefined> {
  const kind = product === 'da' ? 'marginalpdbc' : 'marginalpibc';
  const file = `${kind}_${day.replaceAll('-', '')}${SESSIONS[product]}.${revision}`;
  const text = await getFile(options, kind, file);
  return text === undefined ? undefined : { file, revision, text };
}

/** The text of a public file; undefined where OMIE says that it is not there. */
async function getFile(
  { transport, baseUrl }: OmieClientOptions,
  kind: string,
  file: string,
  decode?: SourceRequest['decode'],
): Promise<string | undefined> {
  const url = new URL('/es/file-download', baseUrl);
  url.search = new URLSearchParams({ parents: kind, filename: file }).toString();
  const accepts = ({ status }: { status: number }) => status === NOT_PUBLISHED;
  const reply = await transport.get({ url, label: file, accepts, ...(decode && { decode }) });
  return reply.status === NOT_PUBLISHED ? undefined : reply.text;
}

/** The curves of a day by their highest readable revision. */
export interface PublishedCurves {
  revision: number;
  curves: OmieCurves;
  /** Higher revisions that could not be used. */
  warnings: Reasons;
}

/**
 * The aggregate curves of the day-ahead auction of a delivery day from OMIE's public files, which have up to 30 MB; undefined while there are none
 * (404). A revision is asked for once the one before is there. Throws SourceUnavailable when OMIE does not answer, and FileFault when all revisions
 * are damaged.
 */
export async function fetchCurves(
  { transport, baseUrl }: OmieClientOptions,
  day: DeliveryDay,
): Promise<PublishedCurves | undefined> {
  let best: Omit<PublishedCurves, 'warnings'> | undefined;
  let faults: FileFault[] = [];
  for (let revision = 1; revision <= MOST_REVISIONS; revision++) {
    const file = `curva_pbc_${day.replaceAll('-', '')}.${revision}`;
    const text = await getFile({ transport, baseUrl }, 'curva_pbc', file, (bytes) =>
      Buffer.from(bytes).toString('latin1'),
    );
    if (text === undefined) break;
    try {
      best = { revision, curves: await parseOmieCurves(text, { file, day }) };
      faults = [];
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      faults.push(fault);
    }
  }
  if (best === undefined) {
    if (faults.length > 0) throw faults[0];
    return undefined;
  }
  const { revision } = best;
  return {
    ...best,
    warnings: faults.flatMap(({ reasons }) => [...reasons, reason('revision_is_used', { revision })]),
  };
}
