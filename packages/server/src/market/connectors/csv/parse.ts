import type { Series } from '@lonja/forecasting/data';
import { HOUR_MS } from '@lonja/forecasting/market';
import { reason } from '../../../ground/reasons/reasons.ts';
import { FileFault, excerpt } from '../payload-fault.ts';
import { type CsvRow, type CsvTable, readTable } from './csv-table.ts';
import { DaySteps } from './day-steps.ts';
import { type CsvMapping, type SeriesMapping, columnsOf, conditionsOf } from './mapping.ts';
import {
  createPeriodReader,
  type PeriodLabel,
  readPeriodLabel,
  type PeriodColumns,
} from './period-column.ts';
import { SeriesCollector } from './series-collector.ts';
import { type RowTime, type StartReader, createTimeReader, type Step } from './time-columns.ts';
import { turnedTable } from './times-across.ts';

/** A series of a file and what was left out of it. */
export interface CsvSeries {
  /** One for each length of the periods, in order of time: a file may go from hours to quarter hours. */
  series: Series[];
  /** Cells without a value: the period is not known. */
  empty: number;
  /** Values before the first day that the mapping takes. */
  tooEarly: number;
  /** Rows that the mapping's conditions do not take. */
  unmatched: number;
  /** Values in the hour that the change to summer time leaves out. */
  skippedHour: number;
}

/** Rows of a file that are none of its table. */
interface AroundTable {
  /** Above the column names. */
  above: number;
  /** Nothing but delimiters. */
  blank: number;
  /** Between the column names and the first period, and behind the last one: units, sums, sources. */
  remarks: { line: number; text: string }[];
}

export interface CsvContents {
  series: CsvSeries[];
  around: AroundTable;
}

/**
 * Reads the series that a mapping describes, in the mapping's order. Rows may come in any order, but each period of a
 * series only once. Any damage is a FileFault that names line and column.
 */
export function parseCsv(text: string, mapping: CsvMapping, file: string): CsvContents {
  const table = tableOf(text, mapping, file);
  requireAbove(table, mapping, file);
  const groups = Map.groupBy(mapping.series, groupOf(mapping));
  const conditions = [...groups.values()].map(([one]) => conditionsOf(one));
  const isTaken = (row: CsvRow) => conditions.some((given) => takes(row, given, table.header));
  const remarks = remarksOf({ ...table, rows: table.rows.filter(isTaken) }, mapping, file);
  const rows = table.rows.filter((row) => !remarks.has(row));
  const read = new Map<SeriesMapping, CsvSeries>();
  for (const series of groups.values()) {
    const matching = rows.filter((row) => takes(row, conditionsOf(series[0]), table.header));
    for (const row of matching) requireWidth(row, table.header, file);
    const unmatched = rows.length - matching.length;
    const found = readGroup({ ...table, rows: matching }, { mapping, series, file });
    found.forEach((one, i) => read.set(series[i], { ...one, unmatched }));
  }
  return {
    series: mapping.series.flatMap((one) => read.get(one) ?? []),
    around: { above: table.above.length, blank: table.blank, remarks: [...remarks].map(textOf) },
  };
}

function tableOf(text: string, mapping: CsvMapping, file: string): CsvTable {
  const { delimiter, time } = mapping;
  const needed = columnsOf(mapping);
  return time.rows === 'series'
    ? turnedTable(text, { delimiter, column: time.column, needed, file })
    : readTable(text, { delimiter, needed, file });
}

/** A table of another unit or system looks the same: what stands above it tells them apart. */
function requireAbove({ above, headerLine }: CsvTable, mapping: CsvMapping, file: string): void {
  const text = above.join(' ').toLowerCase();
  const missing = mapping.above.find((wanted) => !text.includes(wanted.toLowerCase()));
  if (missing === undefined) return;
  throw new FileFault(file, headerLine, reason('lacks_above', { missing, found: excerpt(above.join(' ')) }));
}

/** More rows with values and without a time than the sums below a table are periods whose time is missing. */
const MOST_SUMS = 3;

/** Series of the same rows are read together, so that each row is read once. */
function groupOf({ time }: CsvMapping): (series: SeriesMapping) => string {
  return (series) => JSON.stringify([conditionsOf(series), ...(time.rows === 'days' ? [series.key] : [])]);
}

function readGroup(
  table: CsvTable,
  { mapping, series, file }: { mapping: CsvMapping; series: SeriesMapping[]; file: string },
): Omit<CsvSeries, 'unmatched'>[] {
  const { resolution, time } = mapping;
  const isDays = time.rows === 'days' && resolution !== 'P1D';
  const unfolded = isDays
    ? periodsOfDays(table, { mapping, series: series[0], resolution, file })
    : undefined;
  const { header, rows } = unfolded ?? table;
  const counted =
    unfolded?.columns ??
    (time.period !== undefined && resolution !== 'P1D'
      ? { period: time.period, quarter: time.quarter, resolution }
      : undefined);
  const reader: StartReader =
    counted === undefined
      ? createTimeReader(mapping, header, file)
      : createPeriodReader(mapping, counted, { header, file });
  for (const row of rows) reader.read(row);
  const times = withRepeatedHours(reader.finish(), mapping, file);
  const collectors = series.map((one) => new SeriesCollector({ series: one, mapping, header, file }));
  for (const one of times) for (const collector of collectors) collector.add(one);
  const steps = new DaySteps(times, { resolution, stamp: isDays ? 'start' : time.stamp, file });
  return collectors.map((collector) => collector.finish(steps));
}

/** Distinguishes the two passes of the repeated hour by the order of the rows. */
function withRepeatedHours(times: RowTime[], { time }: CsvMapping, file: string): RowTime[] {
  let previous = Number.NEGATIVE_INFINITY;
  return times.map((one) => {
    const { instant, isRepeated, row } = one;
    if (isRepeated && time.repeatedHour === 'refuse') {
      throw new FileFault(file, row.line, [
        reason('of_column', { column: time.column }),
        reason('expected_time_once'),
        reason('write_offsets'),
      ]);
    }
    previous = isRepeated && instant <= previous ? instant + HOUR_MS : instant;
    return { ...one, instant: previous };
  });
}

function takes(
  { cells }: CsvRow,
  conditions: ReturnType<typeof conditionsOf>,
  header: readonly string[],
): boolean {
  return conditions.every(({ column, equals }) => {
    const cell = cells[header.indexOf(column)];
    return cell === undefined || equals.includes(cell.trim());
  });
}

function requireWidth({ cells, line }: CsvRow, header: readonly string[], file: string): void {
  if (cells.length === header.length) return;
  throw new FileFault(
    file,
    line,
    reason('expected_columns', { columns: header.length, found: cells.length }),
  );
}

/** The rows before the first time and behind the last one, which hold words or nothing in its place. */
function remarksOf(
  { rows, header, endsWithLine }: CsvTable,
  { time }: CsvMapping,
  file: string,
): Set<CsvRow> {
  const place = header.indexOf(time.column);
  const column = reason('of_column', { column: time.column });
  const isRemark = ({ cells }: CsvRow, i: number): boolean => {
    const cell = cells[place]?.trim();
    // A row that was cut short is damage, and nothing tells it from a remark where no line end follows.
    if (cell === undefined) return endsWithLine || i < rows.length - 1;
    return cell === '' || /^\p{L}/u.test(cell);
  };
  const first = rows.findIndex((row, i) => !isRemark(row, i));
  const last = rows.findLastIndex((row, i) => !isRemark(row, i));
  if (first === -1 && rows.length > 0) {
    const { cells, line } = rows[0];
    throw new FileFault(file, line, [
      column,
      reason('expected_some_time', { found: excerpt(cells[place] ?? '') }),
    ]);
  }
  const remarks = rows.filter((_, i) => i < first || i > last);
  const timeless = remarks.filter(
    ({ cells }) => cells.length === header.length && cells[place].trim() === '',
  );
  if (timeless.length > MOST_SUMS) {
    throw new FileFault(file, timeless[0].line, [column, reason('expected_time', { found: '""' })]);
  }
  return new Set(remarks);
}

function textOf({ line, cells }: CsvRow): { line: number; text: string } {
  return { line, text: cells.join(' ').trim() };
}

/** The fewest columns that hold a day: that of the change to summer time. */
const FEWEST_PERIODS = 23;
const MOST_HOURS = 25;

/** A table of periods, made of one of days for one of its series. */
interface PeriodTable {
  header: string[];
  rows: CsvTable['rows'];
  columns: PeriodColumns;
}

/**
 * Gives each cell of a row of a day, in the columns that the series names with a `*`, a row of its own: the cells that the mapping
 * reads, the name of the period, and the value in a column that is called as the series has it.
 */
function periodsOfDays(
  { header, rows, headerLine }: Pick<CsvTable, 'header' | 'rows' | 'headerLine'>,
  {
    mapping,
    series,
    resolution,
    file,
  }: { mapping: CsvMapping; series: SeriesMapping; resolution: Step; file: string },
): PeriodTable {
  const clock = mapping.time.stamp;
  const [before, after] = series.column.split('*');
  const kept = columnsOf(mapping);
  const cells = header.flatMap((name, place) => {
    const isShort = name.length < before.length + after.length;
    if (kept.includes(name) || isShort || !name.startsWith(before) || !name.endsWith(after)) return [];
    return [{ text: name.slice(before.length, name.length - after.length), place }];
  });
  const labelled = (step: Step) =>
    cells.flatMap(({ text, place }) => {
      const label = readPeriodLabel(text, { resolution: step, clock });
      return label === undefined ? [] : [{ text, place, label }];
    });
  // Columns to 25, or of full hours, are hours also under a mapping of quarter hours.
  const hours = labelled('PT1H');
  const quarters = labelled('PT15M');
  const isHours = hours.length === quarters.length && hours.every(({ label }) => label.number <= MOST_HOURS);
  const step = isHours ? 'PT1H' : resolution;
  const periods = step === 'PT1H' ? hours : quarters;
  if (periods.length < FEWEST_PERIODS) {
    throw new FileFault(
      file,
      headerLine,
      reason('lacks_period_columns', { column: series.column, found: periods.length }),
    );
  }
  requireOneFirst(
    periods.map(({ label }) => label),
    { file, headerLine, column: series.column },
  );
  const places = kept.map((column) => header.indexOf(column));
  const period = `period of ${series.column}`;
  return {
    header: [...kept, period, series.column],
    rows: rows.flatMap(({ cells, line }) => {
      const own = places.map((place) => cells[place]);
      return periods.map(({ text, place }) => ({ cells: [...own, text, cells[place]], line }));
    }),
    columns: { period, resolution: step, days: { cell: series.column, clock } },
  };
}

/** Columns that begin at 0 where the mapping begins at 1, or the other way round, would all be an hour off. */
function requireOneFirst(
  labels: readonly PeriodLabel[],
  { file, headerLine, column }: { file: string; headerLine: number; column: string },
): void {
  const isClock = labels.some((label) => label.isClock);
  const numbers = labels.map(({ number }) => number);
  const first = Math.min(...numbers);
  if (!isClock || first === 1) return;
  throw new FileFault(file, headerLine, [
    reason('of_columns', { column }),
    reason('expected_first_time'),
    reason(first === 0 ? 'set_stamp_if_start' : 'set_stamp_if_end'),
  ]);
}
