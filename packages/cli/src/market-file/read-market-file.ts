import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type EpfData, parseEpfCsv } from '@lonja/forecasting';
import { UsageError } from '../errors.ts';
import { reasonOf } from '../files.ts';
import type { MarketSource } from './market-source.ts';

/** Gaps of up to so many hours within a day are filled. */
const LONGEST_GAP_HOURS = 2;

const MOST_TIMES_NAMED = 3;

/** A market, with what a reader must know of its data. */
export interface MarketData extends EpfData {
  notes: string[];
  /** What makes the figures better than they are; it comes first. */
  warnings: string[];
}

/** `from` is the first day to be forecast, if it is not the day after the last prices. */
export async function readMarket(
  { data, fromStore, zone }: MarketSource,
  from?: string,
): Promise<MarketData> {
  if ((data === undefined) === (fromStore === undefined))
    throw new UsageError('Name the data by one of --data FILE and --from-store SERIES.');
  if (data !== undefined) {
    const market = await readMarketFile(data, zone);
    return {
      ...market,
      warnings: clockWarnings(market),
      notes: [...levelledNotes(market), ...filledNotes(market)],
    };
  }
  const { readMarket: readStore, withContext } = await import('@lonja/server/operations');
  const stored = await withContext((context) => readStore(context, { series: fromStore ?? '', from }));
  return { ...stored, warnings: [], fixedOffset: undefined, levelledDay: undefined };
}

/** Reads a market's CSV file, plain or packed with gzip, in UTF-8 or Windows-1252. */
async function readMarketFile(file: string, zone: string | undefined): Promise<EpfData> {
  return parseEpfCsv(await readText(file), { longestGapHours: LONGEST_GAP_HOURS, zone });
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

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new UsageError(`The file ${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  });
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const unpacked = isGzip ? unpack(bytes, file) : bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
  } catch {
    return new TextDecoder('windows-1252').decode(unpacked);
  }
}

function unpack(bytes: Buffer, file: string): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new UsageError(`The file ${file} cannot be unpacked: it is damaged or cut short.`, { cause });
  }
}
