import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type EpfData, parseEpfCsv } from '@lonja/forecasting';
import {
  type FileMapping,
  type FileResolution,
  parseFileMapping,
  pricesOfMapping,
} from '@lonja/forecasting/backtest';
import type { PriceLimits } from '@lonja/forecasting/distribution';
import type { ForecastRecipe } from '@lonja/forecasting/issue';
import { UsageError } from '../errors.ts';
import { readTextFile, reasonOf } from '../files.ts';
import { holidayCalendar } from './holiday-calendar.ts';
import { type MarketSource, requireOneSource } from './market-source.ts';
import { limitNotes } from './price-limits.ts';
import { type IssueFromStore, isIssuedFromStore } from './stored-days.ts';

/** Gaps of up to so many hours within a day are filled. */
const LONGEST_GAP_HOURS = 2;

const MOST_TIMES_NAMED = 3;

/** A market, with what a reader must know of its data. */
export interface MarketData extends Pick<
  EpfData,
  'panel' | 'periods' | 'gaps' | 'open' | 'fixedOffset' | 'filled'
> {
  /** Its column or key, where several were asked for. */
  name: string | undefined;
  /** Of prices, where a mapping says it. */
  unit: string | undefined;
  /** Of the clock of its days, where it is named. */
  zone: string | undefined;
  /** Length of its periods, where a file was read. */
  resolution: FileResolution | undefined;
  limits: PriceLimits | undefined;
  notes: string[];
  /** What makes the figures better than they are; it comes first. */
  warnings: string[];
}

/**
 * Does `work` with the markets of a file, or with the one of the store. `from` is the first day to be forecast, if it is not the day after the
 * last prices. The store is opened once, and stays open during the work where that issues days from it: then `issue` is given.
 */
export async function withMarkets<T>(
  source: MarketSource,
  { from, recipe }: { from?: string | undefined; recipe: ForecastRecipe },
  work: (markets: MarketData[], issue: IssueFromStore | undefined) => Promise<T>,
): Promise<T> {
  requireOneSource(source);
  const { data, fromStore } = source;
  if (data !== undefined) return work(await readMarketFile(data, source), undefined);
  const isIssued = isIssuedFromStore(source, recipe);
  const { issueDays, readMarket, withContext } = await import('@lonja/server/operations');
  const read = async (context: Parameters<typeof readMarket>[0]): Promise<MarketData> => ({
    ...(await readMarket(context, { series: fromStore ?? '', from })),
    name: undefined,
    unit: undefined,
    zone: source.zone,
    resolution: undefined,
    limits: limitsOf(source),
    warnings: [],
    fixedOffset: undefined,
  });
  if (!isIssued) return work([await withContext(read)], undefined);
  return withContext(async (context) =>
    work([await read(context)], (request) => issueDays(context, { recipe, ...request })),
  );
}

/** Reads a market's CSV file, plain or packed with gzip, in UTF-8, Shift_JIS or Windows-1252. */
export async function readMarketFile(file: string, source: MarketSource): Promise<MarketData[]> {
  const { zone, time, dates, resolution, inputs, gate, holidays } = source;
  const mapping = source.mapping === undefined ? undefined : await readMapping(source.mapping);
  const text = await readText(file);
  const prices = source.price ?? (mapping === undefined ? [undefined] : onlyPrice(mapping));
  const options = {
    longestGapHours: LONGEST_GAP_HOURS,
    zone,
    stamp: time && ({ starting: 'start', ending: 'end' } as const)[time],
    dates,
    resolution,
    mapping,
    inputs,
    gateHours: gate,
    isHoliday: holidays === undefined ? undefined : await holidayCalendar(holidays),
  };
  const limits = limitsOf(source);
  return prices.map((price) => {
    const market = parseEpfCsv(text, { ...options, price });
    return {
      ...market,
      name: prices.length > 1 ? price : undefined,
      unit: mapping?.series.find(({ key }) => key === (price ?? ''))?.unit,
      limits,
      warnings: clockWarnings(market),
      notes: [
        ...levelledNotes(market),
        ...stepNotes(market, resolution),
        ...filledNotes(market),
        ...unknownNotes(market),
        ...limitNotes(market, limits),
      ],
    };
  });
}

async function readMapping(file: string): Promise<FileMapping> {
  const text = await readTextFile(file);
  try {
    return parseFileMapping(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${file} is not JSON: ${error.message}`, { cause: error });
  }
}

function onlyPrice(mapping: FileMapping): string[] {
  const prices = pricesOfMapping(mapping);
  if (prices.length === 1) return prices;
  throw new UsageError(
    `The mapping has the prices ${prices.join(', ')}; name with --price those to forecast, separated by commas.`,
  );
}

function limitsOf({ floor, cap }: MarketSource): PriceLimits | undefined {
  if (floor === undefined && cap === undefined) return undefined;
  return { lowest: floor ?? -Infinity, highest: cap ?? Infinity };
}

function clockWarnings({ fixedOffset }: Pick<EpfData, 'fixedOffset'>): string[] {
  if (fixedOffset === undefined) return [];
  const { offset, knownHours } = fixedOffset;
  const days = offset === '+00:00' ? 'UTC' : `the offset ${offset}, which never changes`;
  return [
    `Days are those of ${days}: up to ${knownHours} ${knownHours === 1 ? 'hour' : 'hours'} of each auction are known to the forecast of its ` +
      "other hours, and figures look better than they are. Name the zone of the market's days, such as --zone Europe/Madrid.",
  ];
}

function levelledNotes({ levelledDay }: Pick<EpfData, 'levelledDay'>): string[] {
  if (levelledDay === undefined) return [];
  return [
    `Times have no offset, and ${levelledDay} has an hour that clocks in Europe leave out: right where hours were levelled out to 24 a day, or where ` +
      'clocks do not change. If times are in UTC, up to 2 hours of each auction are known to its forecast: write them with Z and name the ' +
      "zone of the market's days, such as --zone Europe/Madrid.",
  ];
}

function stepNotes({ resolution }: EpfData, wanted: FileResolution | undefined): string[] {
  if (resolution !== 'PT30M' || wanted !== undefined) return [];
  return [
    'The file is in half hours, which are forecast as they are; --resolution PT1H takes the means of hours.',
  ];
}

/** A sentence for each column in which gaps were filled. */
function filledNotes({ filled }: Pick<EpfData, 'filled'>): string[] {
  return filled.map(({ column, times }) => {
    const named = times.slice(0, MOST_TIMES_NAMED).join(', ');
    const more = times.length > MOST_TIMES_NAMED ? ', ...' : '';
    return (
      `Filled ${times.length} missing ${times.length === 1 ? 'value' : 'values'} of "${column}" ` +
      `along the line between its neighbours of the same day (${named}${more}).`
    );
  });
}

/** A sentence for each input that is not known throughout. */
function unknownNotes({ unknown }: Pick<EpfData, 'unknown'>): string[] {
  return unknown.map(
    ({ column, periods }) =>
      `"${column}" is not known in ${periods} ${periods === 1 ? 'period' : 'periods'}: such days are forecast without it, and no model learns from them with it.`,
  );
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new UsageError(`The file ${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = isGzip ? unpack(bytes, file) : bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
  } catch {
    return new TextDecoder(isShiftJis(unpacked) ? 'shift_jis' : 'windows-1252').decode(unpacked);
  }
}

/** Katakana in Shift_JIS are a byte 0x83 and another one; in Windows-1252 it would be a florin sign, again and again. */
function isShiftJis(bytes: Buffer): boolean {
  const header = bytes.subarray(0, Math.max(0, bytes.indexOf('\n')));
  return header.filter((byte) => byte === 0x83).length > 1;
}

function unpack(bytes: Buffer, file: string): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be unpacked: it is damaged or cut short.`, { cause });
  }
}
