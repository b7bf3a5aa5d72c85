import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Product, priceKey, type Series } from '@lonja/forecasting';
import { FileFault } from '../../connectors/file-fault.ts';
import { availabilityOf } from '../../connectors/omie/availability.ts';
import {
  chooseRevision,
  type OmieRevision,
  type RevisionChoice,
} from '../../connectors/omie/best-revision.ts';
import { type OmieFileName, findProduct, parseOmieFileName } from '../../connectors/omie/file-name.ts';
import type { OmiePrices } from '../../connectors/omie/parse.ts';
import { OperatorError } from '../../errors.ts';
import type { Progress } from '../../progress.ts';
import { noteDataChange } from '../../store/data-version.ts';
import type { Db } from '../../store/database.ts';
import { type DayWithoutResult, listDaysWithoutResult } from '../../store/days-without-result.ts';
import { type ImportedDay, recordImportedDays } from '../../store/imported-days.ts';
import { nextRevisionCheck } from '../data/polling.ts';
import type { ImportReport, Refusal, Skipped } from './import-report.ts';
import { reasonOf } from './read-failure.ts';
import { storeSeries } from './store-series.ts';

/** A price file of today's products, by its path below the folder. */
interface PriceFile extends OmieFileName {
  file: string;
  product: Product;
}

/** An auction and delivery day by the revision that counts. */
interface Auction extends PriceFile {
  /** Undefined: published without prices. */
  prices: OmiePrices | undefined;
}

type PricedAuction = Auction & { prices: OmiePrices };

const STEP = 'Reading OMIE files';
const STEP_FILES = 200;

/**
 * Loads the prices of all OMIE files (`marginalpdbc`, `marginalpibc`) in a folder and the folders below it, of each day by the best
 * readable revision (see `chooseRevision`), and enters the days into the ledger, those without a result too. A price counts as
 * available from the normal publication of its auction's results; where the auction was known to have no result, from `now` on.
 */
export async function importOmieFolder(options: {
  db: Db;
  folder: string;
  /** Epoch ms; the machine's time when left out. */
  now?: number;
  onProgress?: Progress;
}): Promise<ImportReport> {
  const { db, folder, now = Date.now(), onProgress = () => undefined } = options;
  const { groups, strangers, oldSessions } = groupByAuction(await listFiles(folder));
  if (groups.length + oldSessions === 0) {
    throw new OperatorError(
      `The folder ${folder} holds no OMIE price file: none is named like marginalpdbc_20260331.1.`,
    );
  }
  const auctions: Auction[] = [];
  const refused: Refusal[] = [];
  const counts = { superseded: 0, empty: 0, passedOver: 0 };
  for (const [i, revisions] of groups.entries()) {
    if (i % STEP_FILES === 0) onProgress(STEP, i, groups.length);
    const { best, faults, empty, superseded } = await chooseFile(folder, revisions);
    refused.push(...faults.map(({ file, line, message }) => ({ file, line, message })));
    if (best === undefined) continue;
    counts.superseded += superseded;
    counts.passedOver += empty.length;
    if (best.prices === undefined) counts.empty++;
    auctions.push({ ...best.from, prices: best.prices });
  }
  onProgress(STEP, groups.length, groups.length);
  const priced = auctions.filter(hasPrices);
  const skipped: Skipped[] = [
    { what: 'files', reason: 'not named like an OMIE price file', count: strangers },
    {
      what: 'files',
      reason: 'sessions other than the intraday auctions 1 to 3 of 2024-06-14 and later',
      count: oldSessions,
    },
    { what: 'files', reason: 'superseded by a higher revision of the same day', count: counts.superseded },
    { what: 'files', reason: 'whole, but without prices: the auction had no result', count: counts.empty },
    {
      what: 'files',
      reason: 'without prices, though a lower revision of the same day has them',
      count: counts.passedOver,
    },
  ];
  const series = await db.transaction().execute(async (tx) => {
    const knownEmpty = await listDaysWithoutResult(tx, { asOf: now });
    const reports = await storeSeries(tx, SOURCE, seriesOf(priced, { knownEmpty, now }), { onProgress });
    await recordImportedDays(tx, importedDays(auctions, now), now);
    if (counts.empty > 0) await noteDataChange(tx);
    return reports;
  });
  return {
    from: folder,
    files: priced.length,
    series,
    skipped: skipped.filter(({ count }) => count > 0),
    refused,
  };
}

const SOURCE = 'omie';

function hasPrices(auction: Auction): auction is PricedAuction {
  return auction.prices !== undefined;
}

/** The days for the ledger. A file without prices that is there before its auction has cleared says nothing of the result. */
function importedDays(auctions: Auction[], now: number): ImportedDay[] {
  return auctions.flatMap(({ product, day, prices }): ImportedDay[] => {
    const expectedAt = availabilityOf(product, day, 1);
    if (prices === undefined && now < expectedAt) return [];
    const state = prices === undefined ? 'no_result' : 'complete';
    const nextAttemptAt = nextRevisionCheck(expectedAt, now);
    return [{ source: SOURCE, name: priceKey(product), day, state, expectedAt, nextAttemptAt }];
  });
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

/** The files of each auction and day, in order of time. */
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
  const ordered = [...groups.values()].sort(([a], [b]) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  return { groups: ordered, strangers, oldSessions };
}

async function chooseFile(
  folder: string,
  revisions: PriceFile[],
): Promise<RevisionChoice<PriceFile & OmieRevision>> {
  const [auction] = revisions;
  const texts = await Promise.all(
    revisions.map(async (revision) => ({ ...revision, text: await readText(folder, revision.file) })),
  );
  return chooseRevision(texts, auction);
}

async function readText(folder: string, file: string): Promise<string | FileFault> {
  return readFile(path.join(folder, file), 'latin1').catch(
    (cause: unknown) => new FileFault(file, 1, `expected a file that can be read, but ${reasonOf(cause)}`),
  );
}

/** One series for each product, resolution and country: `price.<product>` is Spain, `price.<product>.pt` Portugal. */
function seriesOf(auctions: PricedAuction[], world: KnownWorld): Series[] {
  const groups = Object.groupBy(auctions, ({ product, prices }) => `${product} ${prices.resolution}`);
  return Object.values(groups).flatMap((group) => {
    const [{ product, prices }] = group;
    const common = {
      unit: 'EUR/MWh',
      resolution: prices.resolution,
      start: concatenate(group.map((auction) => auction.prices.start)),
      availableAt: concatenate(group.map((auction) => availabilities(auction, world))),
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

/** What is known already of the days that are imported. */
interface KnownWorld {
  /** Auctions of which it is known that they had no result. */
  knownEmpty: readonly DayWithoutResult[];
  now: number;
}

function availabilities(
  { day, product, revision, prices }: PricedAuction,
  { knownEmpty, now }: KnownWorld,
): Float64Array {
  const usual = availabilityOf(product, day, revision);
  const isNews = knownEmpty.some((empty) => empty.name === priceKey(product) && empty.day === day);
  return new Float64Array(prices.start.length).fill(isNews ? Math.max(usual, now) : usual);
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
