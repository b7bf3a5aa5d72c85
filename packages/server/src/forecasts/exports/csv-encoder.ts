import { createGzip } from 'node:zlib';
import { type CsvValue, toCsvLines } from '../../ground/http/csv.ts';
import { formatInstant } from '../../ground/http/wire.ts';
import type { ColumnType, ExportColumn, ExportRow, ExportValue } from './export-table.ts';
import type { FileEncoder } from './file-encoder.ts';

/** CSV as RFC 4180 has it, in one gzip stream: some readers end after the first of several. */
export function createCsvEncoder(columns: readonly ExportColumn[]): FileEncoder {
  const gzip = createGzip();
  let made: Buffer[] = [];
  gzip.on('data', (bytes: Buffer) => made.push(bytes));
  let head: CsvValue[][] = [columns.map(({ name }) => name)];

  function linesOf(rows: readonly ExportRow[]): string {
    const lines = [...head, ...rows.map((row) => row.map((value, i) => written(value, columns[i]?.type)))];
    head = [];
    return toCsvLines(lines);
  }

  function taken(): Uint8Array {
    const bytes = Buffer.concat(made);
    made = [];
    return bytes;
  }

  return {
    async add(rows) {
      await new Promise<void>((resolve, reject) => {
        gzip.write(linesOf(rows), (error) => (error ? reject(error) : resolve()));
      });
      return taken();
    },
    async end() {
      await new Promise<void>((resolve, reject) => {
        gzip.once('end', resolve).once('error', reject).end(linesOf([]));
      });
      return taken();
    },
  };
}

function written(value: ExportValue, type: ColumnType | undefined): CsvValue {
  return type === 'instant' && value !== null ? formatInstant(Number(value)) : value;
}
