import type { DeliveryDay, Auction } from '@lonja/forecasting/market';
import { type Reasons, reason } from '../../../ground/reasons/reasons.ts';
import type { FetchOptions } from '../source.ts';
import type { Transport } from '../transport/transport.ts';
import { type OmieRevision, chooseRevision } from './best-revision.ts';
import type { OmiePrices } from './parse.ts';

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
  { transport, baseUrl }: OmieClientOptions,
  { product, day, revision }: { product: Auction; day: DeliveryDay; revision: number },
): Promise<OmieRevision | undefined> {
  const kind = product === 'da' ? 'marginalpdbc' : 'marginalpibc';
  const file = `${kind}_${day.replaceAll('-', '')}${SESSIONS[product]}.${revision}`;
  const url = new URL('/es/file-download', baseUrl);
  url.search = new URLSearchParams({ parents: kind, filename: file }).toString();
  const accepts = ({ status }: { status: number }) => status === NOT_PUBLISHED;
  const reply = await transport.get({ url, label: file, accepts });
  return reply.status === NOT_PUBLISHED ? undefined : { file, revision, text: reply.text };
}
