import { createHash } from 'node:crypto';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { LRUCache } from 'lru-cache';
import { type DaySpan, splitSpan } from '../../ground/timing/served-days.ts';
import type { ExportTable } from './export-tables.ts';
import { createFileEncoder, type FileFormat } from './file-encoder.ts';

/** Days that are read at a time, and become one row group: nobody holds the process or its memory for long. */
const DAYS_AT_ONCE = 92;

/** Work that is done when the caller has its turn. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** What a file of a part of a span has. */
interface PartFile {
  format: FileFormat;
  bytes: number;
  sha256: string;
}

interface ExportPart extends DaySpan {
  rows: number;
  files: (PartFile & { content: Uint8Array[] })[];
}

/** The bytes of one file, worked out as they are taken. */
export async function* writeFile(
  table: ExportTable,
  { format, ...span }: DaySpan & { format: FileFormat },
  takeTurn: TakeTurn,
): AsyncGenerator<Uint8Array> {
  const encoder = createFileEncoder(format, table.columns);
  for (const days of chunksOf(span)) {
    const bytes = await takeTurn(async () => encoder.add(await table.readRows(days)));
    if (bytes.length > 0) yield bytes;
  }
  yield await encoder.end();
}

/** Each calendar year of a span with its rows and its files in these formats. */
export async function* makeParts(
  table: ExportTable,
  { formats, ...span }: DaySpan & { formats: readonly FileFormat[] },
  takeTurn: TakeTurn,
): AsyncGenerator<ExportPart> {
  for (const part of splitYears(span)) {
    const files = formats.map((format) => {
      const content: Uint8Array[] = [];
      return { format, encoder: createFileEncoder(format, table.columns), content };
    });
    let rows = 0;
    for (const days of chunksOf(part)) {
      await takeTurn(async () => {
        const found = await table.readRows(days);
        rows += found.length;
        for (const { encoder, content } of files) content.push(await encoder.add(found));
      });
    }
    for (const { encoder, content } of files) content.push(await encoder.end());
    yield { ...part, rows, files: files.map(({ format, content }) => describe(format, content)) };
  }
}

function describe(format: FileFormat, content: Uint8Array[]): ExportPart['files'][number] {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const piece of content) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { format, bytes, sha256: hash.digest('hex'), content };
}

/** From the first of January on each chunk begins anew, so that the file of a year is the same within any span. */
function chunksOf(span: DaySpan): DaySpan[] {
  return splitYears(span).flatMap((part) => splitSpan(part, DAYS_AT_ONCE));
}

/** The calendar years that a span of days touches, in order. */
function splitYears({ from, to }: DaySpan): DaySpan[] {
  const years: DaySpan[] = [];
  for (let number = Number(from.slice(0, 4)); number <= Number(to.slice(0, 4)); number++) {
    const year = String(number).padStart(4, '0');
    const [first, last]: [DeliveryDay, DeliveryDay] = [`${year}-01-01`, `${year}-12-31`];
    years.push({ from: from > first ? from : first, to: to < last ? to : last });
  }
  return years;
}

const MOST_BYTES = 32e6;
/** So long after its manifest a caller may take to begin with the last file. */
const KEPT_MS = 10 * 60_000;

/** Files of manifests, each set with its size, by the address that the manifest gives them. What is not kept any more is made again. */
export type MadeFiles = Pick<LRUCache<string, Uint8Array[]>, 'get' | 'set'>;

/** Keeps the files of the last manifests in memory, 32 MB of them at most, since their callers ask for them next. */
export function createMadeFiles(): MadeFiles {
  return new LRUCache({
    maxSize: MOST_BYTES,
    sizeCalculation: (pieces) =>
      Math.max(
        1,
        pieces.reduce((sum, { length }) => sum + length, 0),
      ),
    ttl: KEPT_MS,
  });
}
