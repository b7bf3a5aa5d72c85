import { FileFault } from '../file-fault.ts';
import type { CsvTable } from './csv-table.ts';
import { type CsvMapping, type SeriesMapping, columnsOf } from './mapping.ts';
import { type PeriodLabel, readPeriodLabel } from './period-label.ts';
import type { PeriodColumns } from './period-column.ts';
import type { Step } from './start-reader.ts';

/** The fewest columns that hold a day: that of the change to summer time. */
const FEWEST_PERIODS = 23;
const MOST_HOURS = 25;

/** A table of periods, made of one of days for one of its series. */
export interface PeriodTable {
  header: string[];
  rows: CsvTable['rows'];
  columns: PeriodColumns;
}

/**
 * Gives each cell of a row of a day, in the columns that the series names with a `*`, a row of its own: the cells that the mapping
 * reads, the name of the period, and the value in a column that is called as the series has it.
 */
export function periodsOfDays(
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
      `expected a column for each period of a day, named "${series.column}" with a number or a time in place of *, ` +
        `found ${periods.length} such columns`,
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
  throw new FileFault(
    file,
    headerLine,
    `columns "${column}": expected times from the first period of a day on; ` +
      `set "stamp": "${first === 0 ? 'start' : 'end'}" in the mapping if they are those at which periods ${first === 0 ? 'start' : 'end'}`,
  );
}
