import {
  type DeliveryDay,
  type Auction,
  FIRST_INTRADAY_AUCTION_DAY,
  isDeliveryDay,
  AUCTION_CALENDAR,
  instantFor,
} from '@lonja/forecasting/market';
import { FileFault } from '../payload-fault.ts';
import { type OmiePrices, parseOmiePrices } from './parse.ts';

/** A revision of an auction's file. */
export interface OmieRevision {
  file: string;
  revision: number;
  /** Its text, or why it cannot be read. */
  text: string | FileFault;
}

/** What the revisions of an auction's file come to. */
export interface RevisionChoice<R extends OmieRevision> {
  /** Undefined when none can be read. */
  best: { from: R; prices: OmiePrices | undefined } | undefined;
  /** Damage of higher revisions than the best one, the highest first. */
  faults: FileFault[];
  /** Higher revisions than the best one that are whole, but without prices. */
  empty: R[];
  /** Lower revisions than the best one. */
  superseded: number;
}

/**
 * The best readable revision: the highest with prices; where none has prices, the highest that is whole, which says that the auction was
 * published without. Damaged revisions are passed over, and so are empty ones above one with prices: a result that was published is not
 * undone by a file that says nothing.
 */
export function chooseRevision<R extends OmieRevision>(
  revisions: readonly R[],
  auction: { product: Auction; day: DeliveryDay },
): RevisionChoice<R> {
  const faults: FileFault[] = [];
  const empty: R[] = [];
  const ordered = revisions.toSorted((a, b) => b.revision - a.revision);
  for (const [rank, from] of ordered.entries()) {
    const prices = read(from, auction);
    if (prices instanceof FileFault) faults.push(prices);
    else if (prices === undefined) empty.push(from);
    else return { best: { from, prices }, faults, empty, superseded: ordered.length - rank - 1 };
  }
  const [highest] = empty;
  if (highest === undefined) return { best: undefined, faults, empty, superseded: 0 };
  const above = new Set(ordered.slice(0, ordered.indexOf(highest)).map(({ file }) => file));
  return {
    best: { from: highest, prices: undefined },
    faults: faults.filter(({ file }) => above.has(file)),
    empty: [],
    superseded: ordered.length - above.size - 1,
  };
}

function read(
  { file, text }: OmieRevision,
  { product, day }: { product: Auction; day: DeliveryDay },
): OmiePrices | FileFault | undefined {
  if (text instanceof FileFault) return text;
  try {
    return parseOmiePrices(text, { file, product, day });
  } catch (fault) {
    if (fault instanceof FileFault) return fault;
    throw fault;
  }
}

/** What the name of an OMIE price file says. */
export interface OmieFileName {
  /** Day-ahead market or intraday session 1-7, as numbered in the design of that day. */
  session: 'da' | number;
  day: DeliveryDay;
  /** 1 for the first publication; a higher one replaces it. */
  revision: number;
}

/** The Spanish market began with 1998, and Madrid's clock is known to 2099; a name with another day is a slip. */
const [FIRST_DAY, LAST_DAY] = ['1998-01-01', '2099-12-30'];

const NAME = /^marginalp(?:(dbc)_(\d{8})|(ibc)_(\d{8})(\d{2}))\.(\d{1,2})$/i;

function dayOf(digits: string): DeliveryDay | undefined {
  const day = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  return isDeliveryDay(day) && day >= FIRST_DAY && day <= LAST_DAY ? day : undefined;
}

/** Reads `marginalpdbc_YYYYMMDD.R` and `marginalpibc_YYYYMMDDSS.R`; undefined for any other name. */
export function parseOmieFileName(name: string): OmieFileName | undefined {
  const match = NAME.exec(name);
  if (match === null) return undefined;
  const day = dayOf(match[2] ?? match[4]);
  if (day === undefined) return undefined;
  return { session: match[1] === undefined ? Number(match[5]) : 'da', day, revision: Number(match[6]) };
}

const CURVES_NAME = /^curva_pbc_(\d{8})\.(\d{1,2})$/i;

/** Reads `curva_pbc_YYYYMMDD.R`, a day of aggregate curves; undefined for any other name. */
export function parseCurvesFileName(name: string): Omit<OmieFileName, 'session'> | undefined {
  const match = CURVES_NAME.exec(name);
  const day = match === null ? undefined : dayOf(match[1]);
  return match === null || day === undefined ? undefined : { day, revision: Number(match[2]) };
}

/** The product whose prices a file holds; undefined for sessions that are none of today's products. */
export function findProduct({ session, day }: OmieFileName): Auction | undefined {
  if (session === 'da') return 'da';
  if (day < FIRST_INTRADAY_AUCTION_DAY) return undefined;
  return ([undefined, 'ida1', 'ida2', 'ida3'] as const)[session];
}

/**
 * When a later revision came out, its file does not say. A second for each keeps them in order, whichever is loaded first.
 */
const REVISION_STEP_MS = 1000;

/** The instant from which a revision of an auction's prices counts as known: the normal publication of the results. */
export function availabilityOf(product: Auction, day: DeliveryDay, revision: number): number {
  return (
    instantFor(day, AUCTION_CALENDAR[product].resultsPublished) + Math.max(0, revision - 1) * REVISION_STEP_MS
  );
}
