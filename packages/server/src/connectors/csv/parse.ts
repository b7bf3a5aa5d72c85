import type { Series } from '@lonja/forecasting/data';
import { FileFault } from '../file-fault.ts';
import { excerpt } from '../payload-fault.ts';
import { csvRows } from './csv-rows.ts';
import { type CsvMapping, columnsOf } from './mapping.ts';
import { createPeriodReader } from './period-column.ts';
import { SeriesCollector } from './series-collector.ts';
import { createTimeReader } from './time-columns.ts';

/** A series of a file and what was left out of it. */
export interface CsvSeries {
  series: Series;
  /** Cells without a value: the period is not known. */
  empty: number;
  /** Values before the first day that the mapping takes. */
  tooEarly: number;
  /** Rows that the mapping's condition does not take. */
  unmatched: number;
  /** Values in the hour that the change to summer time leaves out. */
  skippedHour: number;
}

/**
 * Reads the series that a mapping describes, in the mapping's order. Rows may come in any order, but each period of a
 * series only once. Any damage is a FileFault that names line and column.
 */
export function parseCsv(text: string, mapping: CsvMapping, file: string): CsvSeries[] {
  const { delimiter, time, resolution } = mapping;
  const header = readHeader(text, delimiter, file);
  checkColumns(header, mapping, file);
  const collectors = mapping.series.map((series) => new SeriesCollector({ series, mapping, header, file }));
  const starts =
    time.period === undefined || resolution === 'P1D'
      ? createTimeReader(mapping, header, file)
      : createPeriodReader(mapping, { period: time.period, resolution }, { header, file });
  let isHeader = true;
  for (const row of csvRows(text, delimiter, file)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    if (row.cells.length !== header.length) {
      throw new FileFault(file, row.line, `expected ${header.length} columns, found ${row.cells.length}`);
    }
    const start = starts.read(row);
    for (const collector of collectors) collector.add(row, start);
  }
  starts.finish();
  return collectors.map((collector) => collector.finish());
}

/** The column names in the first row of a file. */
export function readHeader(text: string, delimiter: string, file: string): string[] {
  for (const { cells } of csvRows(text, delimiter, file)) return cells.map((cell) => cell.trim());
  throw new FileFault(file, 1, 'expected a row of column names, found an empty file');
}

function checkColumns(header: string[], mapping: CsvMapping, file: string): void {
  const needed = columnsOf(mapping);
  const quoted = (names: string[]) => names.map(excerpt).join(', ');
  const missing = needed.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    throw new FileFault(file, 1, `expected the columns ${quoted(missing)}, found only ${quoted(header)}`);
  }
  const repeated = needed.filter((column) => header.indexOf(column) !== header.lastIndexOf(column));
  if (repeated.length > 0) throw new FileFault(file, 1, `expected ${quoted(repeated)} only once`);
}
