import type { DeliveryDay } from '@lonja/forecasting';
import { type OmiePrices, parseOmiePrices } from './parse.ts';

const BASE_URL = 'https://www.omie.es/es/file-download';
const FIRST_REVISION = 1;
const LAST_REVISION = 3;

/** Prices with the number of the revision that they are. */
export interface PublishedPrices extends OmiePrices {
  revision: number;
}

/** How OMIE is asked. */
export interface OmieClientOptions {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
}

/**
 * The day-ahead prices of a delivery day from OMIE's public files, of the highest revision; undefined when OMIE answers but has
 * not published them. The first revision can be missing while a later one exists. Throws when OMIE does not answer, and
 * FileFault on a damaged file.
 */
export async function fetchDayAheadPrices(
  options: OmieClientOptions,
  day: DeliveryDay,
): Promise<PublishedPrices | undefined> {
  let newest: PublishedPrices | undefined;
  for (let revision = FIRST_REVISION; revision <= LAST_REVISION; revision++) {
    const prices = await fetchRevision(options, day, revision);
    if (prices === undefined && newest !== undefined) break;
    if (prices !== undefined) newest = { ...prices, revision };
  }
  return newest;
}

async function fetchRevision(
  options: OmieClientOptions,
  day: DeliveryDay,
  revision: number,
): Promise<OmiePrices | undefined> {
  const file = `marginalpdbc_${day.replaceAll('-', '')}.${revision}`;
  const url = `${BASE_URL}?parents=marginalpdbc&filename=${file}`;
  const reply = await options.fetch(url, { signal: AbortSignal.timeout(options.timeoutMs) });
  const text = await reply.text();
  if (reply.status >= 500 || reply.status === 429)
    throw new Error(`OMIE answered ${reply.status} for ${file}.`);
  if (!reply.ok || !text.startsWith('MARGINALPDBC;')) return undefined;
  return parseOmiePrices(text, { file, product: 'da', day });
}
