import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Auction, DeliveryDay } from '@lonja/forecasting/market';
import type { Series } from '@lonja/forecasting/data';
import { priceKey } from '@lonja/forecasting/intraday';
import { FileFault } from '../connectors/payload-fault.ts';
import {
  availabilityOf,
  chooseRevision,
  type OmieRevision,
  type RevisionChoice,
  type OmieFileName,
  findProduct,
  parseCurvesFileName,
  parseOmieFileName,
} from '../connectors/omie/revisions.ts';
import type { OmiePrices } from '../connectors/omie/parse.ts';
import { OperatorError } from '../../ground/errors.ts';
import type { Progress } from '../../ground/telemetry/progress.ts';
import type { DayWithoutResult } from '../publications/days-without-result.ts';
import type { Refusal } from './import-report.ts';
import { reason } from '../../ground/reasons/reasons.ts';
import { reasonOf } from '../sources/polling.ts';
import { curveSeries, parseOmieCurves } from '../connectors/omie/parse-curves.ts';

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
interface OmieFolder {
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
    (cause: unknown) => new FileFault(file, 1, reason('unreadable_file', { detail: reasonOf(cause) })),
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

/** What files of aggregate curves hold. */
interface CurveFiles {
  files: number;
  days: DeliveryDay[];
  series: Series[];
  refused: Refusal[];
  /** Lower revisions of a day that is read. */
  superseded: number;
}

const CURVES_STEP = 'Reading curves of OMIE';
/** Twice what a day of quarters has. */
const LARGEST_FILE = 128 * 1024 * 1024;

/** Reads the files of aggregate curves among those below a folder, one at a time: of each day the highest readable revision. */
export async function readOmieCurves(
  folder: string,
  files: readonly string[],
  onProgress: Progress,
): Promise<CurveFiles> {
  const named = files.flatMap((file) => {
    const name = parseCurvesFileName(path.basename(file));
    return name === undefined ? [] : [{ ...name, file }];
  });
  const byDay = [...Map.groupBy(named, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  const read: CurveFiles = { files: 0, days: [], series: [], refused: [], superseded: 0 };
  for (const [i, [day, revisions]] of byDay.entries()) {
    onProgress(CURVES_STEP, i, byDay.length);
    const ordered = revisions.toSorted((a, b) => b.revision - a.revision);
    for (const [rank, { file }] of ordered.entries()) {
      const found = await readDay(folder, file, day);
      if (found instanceof FileFault) {
        read.refused.push({ file, line: found.line, message: found.message });
        continue;
      }
      read.files++;
      read.days.push(day);
      read.series.push(...found);
      read.superseded += ordered.length - rank - 1;
      break;
    }
  }
  onProgress(CURVES_STEP, byDay.length, byDay.length);
  return { ...read, series: joined(read.series) };
}

/** One series of each key and resolution, of days in their order. */
function joined(series: readonly Series[]): Series[] {
  const groups = Map.groupBy(series, ({ key, resolution }) => `${key} ${resolution}`);
  return [...groups.values()].map((parts) => ({
    ...parts[0],
    start: concatenate(parts.map(({ start }) => start)),
    value: concatenate(parts.map(({ value }) => value)),
    availableAt: concatenate(parts.map(({ availableAt }) => availableAt)),
  }));
}

async function readDay(folder: string, file: string, day: DeliveryDay): Promise<Series[] | FileFault> {
  const where = path.join(folder, file);
  try {
    const { size } = await stat(where);
    if (size > LARGEST_FILE)
      return new FileFault(file, 1, reason('most_bytes', { most: LARGEST_FILE, found: size }));
    return curveSeries(await parseOmieCurves(await readFile(where, 'latin1'), { file, day }));
  } catch (fault) {
    if (fault instanceof FileFault) return fault;
    return new FileFault(file, 1, reason('unreadable_file', { detail: reasonOf(fault) }));
  }
}

/** Columns one after the other. */
function concatenate(parts: Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
