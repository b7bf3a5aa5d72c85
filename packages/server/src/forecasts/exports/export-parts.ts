import { createHash } from 'node:crypto';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { type DaySpan, splitSpan } from '../../ground/timing/served-days.ts';
import type { ExportTable } from './export-table.ts';
import { createFileEncoder, FILE_FORMATS, type FileFormat } from './file-encoder.ts';

/** Days that are read at a time, and become one row group: nobody holds the process or its memory for long. */
const DAYS_AT_ONCE = 92;

/** Work that is done when the caller has its turn. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** What a file of a part of a span has. */
export interface PartFile {
  format: FileFormat;
  bytes: number;
  sha256: string;
}

export interface ExportPart extends DaySpan {
  rows: number;
  files: PartFile[];
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

/** Each calendar year of a span with its rows and what its files are, which are made and not kept. */
export async function* describeParts(
  table: ExportTable,
  span: DaySpan,
  takeTurn: TakeTurn,
): AsyncGenerator<ExportPart> {
  for (const part of splitYears(span)) {
    const files = FILE_FORMATS.map((format) => ({
      encoder: createFileEncoder(format, table.columns),
      hash: createHash('sha256'),
      made: { format, bytes: 0 },
    }));
    const count = ({ hash, made }: (typeof files)[number], bytes: Uint8Array) => {
      hash.update(bytes);
      made.bytes += bytes.length;
    };
    let rows = 0;
    for (const days of chunksOf(part)) {
      await takeTurn(async () => {
        const found = await table.readRows(days);
        rows += found.length;
        for (const file of files) count(file, await file.encoder.add(found));
      });
    }
    for (const file of files) count(file, await file.encoder.end());
    yield { ...part, rows, files: files.map(({ hash, made }) => ({ ...made, sha256: hash.digest('hex') })) };
  }
}

/** From the first of January on each chunk begins anew, so that the file of a year is the same within any span. */
function chunksOf(span: DaySpan): DaySpan[] {
  return splitYears(span).flatMap((part) => splitSpan(part, DAYS_AT_ONCE));
}

/** The calendar years that a span of days touches, in order. */
export function splitYears({ from, to }: DaySpan): DaySpan[] {
  const years: DaySpan[] = [];
  for (let number = Number(from.slice(0, 4)); number <= Number(to.slice(0, 4)); number++) {
    const year = String(number).padStart(4, '0');
    const [first, last]: [DeliveryDay, DeliveryDay] = [`${year}-01-01`, `${year}-12-31`];
    years.push({ from: from > first ? from : first, to: to < last ? to : last });
  }
  return years;
}
