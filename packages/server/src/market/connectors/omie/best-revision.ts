import type { DeliveryDay, Auction } from '@lonja/forecasting/market';
import { FileFault } from '../file-fault.ts';
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
