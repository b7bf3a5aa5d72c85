import type { ExportColumn, ExportRow } from './export-table.ts';
import { createCsvEncoder } from './csv-encoder.ts';
import { createParquetEncoder } from './parquet-encoder.ts';

export const FILE_FORMATS = ['parquet', 'csv.gz'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Makes a file of rows, which come a few thousand at a time. The same rows in the same parts are the same bytes. */
export interface FileEncoder {
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
