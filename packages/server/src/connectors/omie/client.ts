import type { DeliveryDay, Product } from '@lonja/forecasting';
import type { Transport } from '../transport/transport.ts';
import { type OmiePrices, parseOmiePrices } from './parse.ts';

const FIRST_REVISION = 1;
const LAST_REVISION = 3;

/** Prices with the number of the revision that they are. */
export interface PublishedPrices extends OmiePrices {
  revision: number;
}

/** How OMIE is asked. */
export interface OmieClientOptions {
  transport: Transport;
  baseUrl: string;
}

/**
 * The prices of one auction and delivery day from OMIE's public files, of the highest revision; undefined when OMIE answers but
 * has not published them. The first revision can be missing while a later one exists. Throws SourceUnavailable when OMIE does
 * not answer, and FileFault on a damaged file.
 */
export async function fetchAuctionPrices(
  options: OmieClientOptions,
  product: Product,
  day: DeliveryDay,
): Promise<PublishedPrices | undefined> {
  let newest: PublishedPrices | undefined;
  for (let revision = FIRST_REVISION; revision <= LAST_REVISION; revision++) {
    const prices = await fetchRevision(options, { product, day, revision });
    if (prices === undefined && newest !== undefined) break;
    if (prices !== undefined) newest = { ...prices, revision };
  }
  return newest;
}

const SESSIONS: Record<Product, string> = { da: '', ida1: '01', ida2: '02', ida3: '03' };

async function fetchRevision(
  { transport, baseUrl }: OmieClientOptions,
  { product, day, revision }: { product: Product; day: DeliveryDay; revision: number },
): Promise<OmiePrices | undefined> {
  const kind = product === 'da' ? 'marginalpdbc' : 'marginalpibc';
  const file = `${kind}_${day.replaceAll('-', '')}${SESSIONS[product]}.${revision}`;
  const url = new URL('/es/file-download', baseUrl);
  url.search = new URLSearchParams({ parents: kind, filename: file }).toString();
  const reply = await transport.get({ url, label: file });
  const isFile = reply.status === 200 && reply.text.startsWith(`${kind.toUpperCase()};`);
  return isFile ? parseOmiePrices(reply.text, { file, product, day }) : undefined;
}
