import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Product, Series } from '@lonja/forecasting';
import { FileFault } from '../../connectors/file-fault.ts';
import { availabilityOf } from '../../connectors/omie/availability.ts';
import { type OmieFileName, findProduct, parseOmieFileName } from '../../connectors/omie/file-name.ts';
import { type OmiePrices, parseOmiePrices } from '../../connectors/omie/parse.ts';
import { OperatorError } from '../../errors.ts';
import type { Progress } from '../../progress.ts';
import type { Db } from '../../store/database.ts';
import type { ImportReport, Refusal, Skipped } from './import-report.ts';
import { reasonOf } from './read-failure.ts';
import { storeSeries } from './store-series.ts';

/** A price file of today's products, by its path below the folder. */
interface PriceFile extends OmieFileName {
  file: string;
  product: Product;
}

interface Auction extends PriceFile {
  prices: OmiePrices;
}

const STEP = 'Reading OMIE files';
const STEP_FILES = 200;

/**
 * Loads the prices of all OMIE files (`marginalpdbc`, `marginalpibc`) in a folder and the folders below it. Of several
 * revisions of a day the highest counts; where that one is damaged, the one before it. A price counts as available from
 * the normal publication of its auction's results.
 */
export async function importOmieFolder(options: {
  db: Db;
  folder: string;
  onProgress?: Progress;
}): Promise<ImportReport> {
  const { db, folder, onProgress = () => undefined } = options;
  const { groups, strangers, oldSessions } = groupByAuction(await listFiles(folder));
  if (groups.length + oldSessions === 0) {
    throw new OperatorError(
      `The folder ${folder} holds no OMIE price file: none is named like marginalpdbc_20260331.1.`,
    );
  }
  const auctions: Auction[] = [];
  const refused: Refusal[] = [];
  const counts = { superseded: 0, empty: 0 };
  for (const [i, revisions] of groups.entries()) {
    if (i % STEP_FILES === 0) onProgress(STEP, i, groups.length);
    const best = await readBestRevision(folder, revisions, refused);
    if (best === undefined) continue;
    counts.superseded += best.superseded;
    if (best.prices === undefined) counts.empty++;
    else auctions.push({ ...best.file, prices: best.prices });
  }
  onProgress(STEP, groups.length, groups.length);
  const skipped: Skipped[] = [
    { what: 'files', reason: 'not named like an OMIE price file', count: strangers },
    {
      what: 'files',
      reason: 'sessions other than the intraday auctions 1 to 3 of 2024-06-14 and later',
      count: oldSessions,
    },
    { what: 'files', reason: 'superseded by a higher revision of the same day', count: counts.superseded },
    { what: 'files', reason: 'whole, but without prices', count: counts.empty },
  ];
  return {
    from: folder,
    files: auctions.length,
    series: await storeSeries(db, 'omie', seriesOf(auctions), { onProgress }),
    skipped: skipped.filter(({ count }) => count > 0),
    refused,
  };
}

/** File names below the folder, in order of name. */
async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .sort();
  } catch (cause) {
    throw new OperatorError(`The folder ${folder} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
}

/** The files of each auction and day, the highest revision first, in order of time. */
function groupByAuction(files: string[]): { groups: PriceFile[][]; strangers: number; oldSessions: number } {
  const groups = new Map<string, PriceFile[]>();
  let strangers = 0;
  let oldSessions = 0;
  for (const file of files) {
    const name = parseOmieFileName(path.basename(file));
    const product = name === undefined ? undefined : findProduct(name);
    if (name === undefined) strangers++;
    else if (product === undefined) oldSessions++;
    else {
      const key = `${product} ${name.day}`;
      groups.set(key, [...(groups.get(key) ?? []), { ...name, file, product }]);
    }
  }
  const ordered = [...groups.values()].map((group) => group.sort((a, b) => b.revision - a.revision));
  ordered.sort(([a], [b]) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return { groups: ordered, strangers, oldSessions };
}

async function readBestRevision(
  folder: string,
  revisions: PriceFile[],
  refused: Refusal[],
): Promise<{ file: PriceFile; prices: OmiePrices | undefined; superseded: number } | undefined> {
  for (const [rank, file] of revisions.entries()) {
    try {
      const text = await readText(folder, file.file);
      return { file, prices: parseOmiePrices(text, file), superseded: revisions.length - rank - 1 };
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      refused.push({ file: fault.file, line: fault.line, message: fault.message });
    }
  }
  return undefined;
}

async function readText(folder: string, file: string): Promise<string> {
  return readFile(path.join(folder, file), 'latin1').catch((cause: unknown) => {
    throw new FileFault(file, 1, `expected a file that can be read, but ${reasonOf(cause)}`);
  });
}

/** One series for each product, resolution and country: `price.<product>` is Spain, `price.<product>.pt` Portugal. */
function seriesOf(auctions: Auction[]): Series[] {
  const groups = Object.groupBy(auctions, ({ product, prices }) => `${product} ${prices.resolution}`);
  return Object.values(groups).flatMap((group) => {
    const [{ product, prices }] = group;
    const common = {
      unit: 'EUR/MWh',
      resolution: prices.resolution,
      start: concatenate(group.map((auction) => auction.prices.start)),
      availableAt: concatenate(group.map(availabilities)),
    };
    return [
      { ...common, key: `price.${product}`, value: concatenate(group.map(({ prices }) => prices.spain)) },
      {
        ...common,
        key: `price.${product}.pt`,
        value: concatenate(group.map(({ prices }) => prices.portugal)),
      },
    ];
  });
}

function availabilities({ day, product, revision, prices }: Auction): Float64Array {
  return new Float64Array(prices.start.length).fill(availabilityOf(product, day, revision));
}

function concatenate(parts: Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
