import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Auction } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { priceKey } from '@lonja/forecasting/intraday';
import { FileFault } from '../connectors/file-fault.ts';
import { availabilityOf } from '../connectors/omie/availability.ts';
import { chooseRevision, type OmieRevision, type RevisionChoice } from '../connectors/omie/best-revision.ts';
import {
  type OmieFileName,
  findProduct,
  parseCurvesFileName,
  parseOmieFileName,
} from '../connectors/omie/file-name.ts';
import type { OmiePrices } from '../connectors/omie/parse.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import type { DayWithoutResult } from '../publications/days-without-result.ts';
import { concatenate } from './concatenate.ts';
import type { Refusal } from './import-report.ts';
import { reasonOf } from '../sources/read-failure.ts';

/** A price file of today's products, by its path below the folder. */
interface PriceFile extends OmieFileName {
  file: string;
  product: Auction;
}

/** An auction and delivery day by the revision that counts. */
export interface OmieAuction extends PriceFile {
  /** Undefined: published without prices. */
  prices: OmiePrices | undefined;
}

export type PricedAuction = OmieAuction & { prices: OmiePrices };

/** What a folder of OMIE price files holds. */
export interface OmieFolder {
  /** In order of day. */
  auctions: OmieAuction[];
  /** Files of aggregate curves, by their paths below the folder: `readOmieCurves` reads them. */
  curves: string[];
  /** Files that cannot be read, or are damaged. */
  refused: Refusal[];
  /** Files that are none of today's products, or whose prices do not count. */
  counts: { strangers: number; oldSessions: number; superseded: number; empty: number; passedOver: number };
}

const STEP = 'Reading OMIE files';
const STEP_FILES = 200;

/**
 * Reads all OMIE price files (`marginalpdbc`, `marginalpibc`) in a folder and the folders below it, of each auction and day the best
 * readable revision (see `chooseRevision`). Throws OperatorError where there is none.
 */
export async function readOmieFolder(
  folder: string,
  onProgress: Progress = () => undefined,
): Promise<OmieFolder> {
  const { groups, curves, strangers, oldSessions } = groupByAuction(await listFiles(folder));
  if (groups.length + curves.length + oldSessions === 0) {
    throw new OperatorError(
      `The folder ${folder} holds no OMIE file: none is named like marginalpdbc_20260331.1 or curva_pbc_20260331.1.`,
    );
  }
  const auctions: OmieAuction[] = [];
  const refused: Refusal[] = [];
  const counts = { strangers, oldSessions, superseded: 0, empty: 0, passedOver: 0 };
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
  return { auctions, curves, refused, counts };
}

export function hasPrices(auction: OmieAuction): auction is PricedAuction {
  return auction.prices !== undefined;
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
function groupByAuction(files: string[]): {
  groups: PriceFile[][];
  curves: string[];
  strangers: number;
  oldSessions: number;
} {
  const isCurves = (file: string) => parseCurvesFileName(path.basename(file)) !== undefined;
  const groups = new Map<string, PriceFile[]>();
  let strangers = 0;
  let oldSessions = 0;
  for (const file of files.filter((one) => !isCurves(one))) {
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
  return { groups: ordered, curves: files.filter(isCurves), strangers, oldSessions };
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
export function omieSeries(auctions: PricedAuction[], world: KnownWorld): Series[] {
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
export interface KnownWorld {
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
