import { createGzip } from 'node:zlib';
import { DAY_MS } from '@lonja/forecasting/market';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ExportColumn, ExportRow, ColumnType, ExportValue } from './export-tables.ts';
import { type CsvValue, toCsvLines } from '../../ground/http/csv.ts';
import { formatInstant } from '../../ground/http/wire.ts';

export const FILE_FORMATS = ['parquet', 'csv.gz'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Makes a file of rows, which come a few thousand at a time. The same rows in the same parts are the same bytes. */
interface FileEncoder {
  /** The bytes that the rows add. */
  add(rows: readonly ExportRow[]): Promise<Uint8Array>;
  /** The last bytes. */
  end(): Promise<Uint8Array>;
}

export const MEDIA_TYPE_OF: Record<FileFormat, string> = {
  parquet: 'application/vnd.apache.parquet',
  // The file is compressed, not its transfer: with Content-Encoding a caller could take half of it for all.
  'csv.gz': 'application/gzip',
};

export function createFileEncoder(format: FileFormat, columns: readonly ExportColumn[]): FileEncoder {
  return format === 'parquet' ? createParquetEncoder(columns) : createCsvEncoder(columns);
}

/** CSV as RFC 4180 has it, in one gzip stream: some readers end after the first of several. */
function createCsvEncoder(columns: readonly ExportColumn[]): FileEncoder {
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

type ElementType = Omit<SchemaElement, 'name' | 'repetition_type'>;

/** Types are declared, by their new names and by those that older readers know. */
const ELEMENT_OF: Record<ColumnType, ElementType> = {
  day: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  // Of UTC: DuckDB, pandas, polars, Arrow and Spark read an instant, not a local time.
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  price: decimal(2),
  power: decimal(1),
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  flag: { type: 'BOOLEAN' },
};

/** Nine digits are what 32 bits hold. */
function decimal(scale: number): ElementType {
  const precision = 9;
  return {
    type: 'INT32',
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision, scale },
    precision,
    scale,
  };
}

/** Parquet with a row group for each part of the rows, compressed by Snappy, which every reader knows. */
function createParquetEncoder(columns: readonly ExportColumn[]): FileEncoder {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)],
    createdBy: 'lonja',
  });

  /** A copy of what has been written since the last time. */
  function taken(): Uint8Array {
    const written = bytes.getBytes().slice();
    bytes.index = 0;
    return written;
  }

  return {
    async add(rows) {
      if (rows.length > 0) {
        const columnData = columns.map(({ name, type }, i) => ({
          name,
          data: rows.map((row) => stored(row[i], type)),
        }));
        await file.write({ columnData, rowGroupSize: rows.length });
      }
      return taken();
    },
    async end() {
      await file.finish();
      return taken();
    },
  };
}

function elementOf({ name, type, isNullable = false }: ExportColumn): SchemaElement {
  return { name, repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED', ...ELEMENT_OF[type] };
}

function stored(value: ExportValue | undefined, type: ColumnType): ExportValue | bigint {
  if (value === undefined || value === null) return null;
  if (type === 'day') return Date.parse(String(value)) / DAY_MS;
  return type === 'instant' ? BigInt(Math.trunc(Number(value))) : value;
}
