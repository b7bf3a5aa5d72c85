import { type Cell, instant, plain } from './cell.ts';
import { MARKET_ZONE } from './madrid-time.ts';

/** What a command shows: the same facts for people, as JSON and as CSV. */
export interface View {
  /** What `--json` prints: the answer of the service. */
  data: unknown;
  /** Sentences before the table. */
  head?: string[] | undefined;
  table?: Table | undefined;
  /** Lines in place of the table, of at most `width` characters; they may hold colours. */
  drawing?: ((width: number) => string[]) | undefined;
  /** Sentences after it. */
  foot?: string[] | undefined;
  /** Of a command that has done its work and found something wrong. */
  exitCode?: number | undefined;
}

export interface Table {
  columns: ShownColumn[];
  rows: Cell[][];
  /** Whether it is one record: people read it field by field, CSV has it as one row. */
  isRecord?: boolean;
}

interface ShownColumn {
  title: string;
  /** Its names in CSV: one, or of instants one in UTC and one in the time of Spain. */
  csvNames: string[];
  only: 'table' | 'csv' | undefined;
}

type CellOf<Row> = (row: Row) => Cell;

/** A column whose name in CSV differs from its title, or that only one of the two has. */
export interface Column<Row> {
  cellOf: CellOf<Row>;
  csvName?: string;
  csvMadridName?: string;
  only?: 'table' | 'csv';
}

/** A column under the name that it has in the service's own CSV, or in its JSON. */
export function named<Row>(csvName: string, cellOf: CellOf<Row>): Column<Row> {
  return { cellOf, csvName };
}

/** A column that people have no use for, or no room. */
export function csvOnly<Row>(cellOf: CellOf<Row>): Column<Row> {
  return { cellOf, only: 'csv' };
}

/** A column that CSV has in another form. */
export function tableOnly<Row>(cellOf: CellOf<Row>): Column<Row> {
  return { cellOf, only: 'table' };
}

type InstantOf<Row> = (row: Row) => string | null | undefined;

/** A column of instants, which CSV has in UTC and in the time of Spain. */
export function timeColumn<Row>(csvName: string, instantOf: InstantOf<Row>): Column<Row> {
  return { cellOf: (row) => instant(instantOf(row)), csvName, csvMadridName: csvName };
}

/** The delivery period of a row, under the names of the service's CSV. */
export function startColumn<Row>(instantOf: InstantOf<Row>): Column<Row> {
  return { cellOf: (row) => instant(instantOf(row)), csvName: 'time', csvMadridName: 'start' };
}

/** A table with a column for each title. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: Record<string, CellOf<Row> | Column<Row>>,
): Table {
  const all = Object.entries(columns).map(([title, column]) => ({
    title,
    ...(typeof column === 'function' ? { cellOf: column } : column),
  }));
  return {
    columns: all.map(shownColumn),
    rows: rows.map((row) => all.map(({ cellOf }) => cellOf(row))),
  };
}

/** One record, whole however narrow the terminal is: a key is shown only once. */
export function recordTable(fields: Record<string, Cell>): Table {
  const columns = Object.entries(fields).map(([title, { csvMadrid }]) =>
    shownColumn({ title, ...(csvMadrid !== undefined && { csvMadridName: title.replaceAll(' ', '_') }) }),
  );
  return { columns, rows: [Object.values(fields)], isRecord: true };
}

/** The scalar fields of an answer as a record, for CSV of a command that has a sentence for people. */
export function recordOfData(data: unknown): Table {
  const fields = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  return recordTable(
    Object.fromEntries(
      fields.flatMap(([name, value]) => (isScalar(value) ? [[name, cellOfValue(value)]] : [])),
    ),
  );
}

function shownColumn({
  title,
  csvName = /^[\w -]+$/.test(title) ? title.replaceAll(/[ -]/g, '_') : title,
  csvMadridName,
  only,
}: Omit<Column<never>, 'cellOf'> & { title: string }): ShownColumn {
  const csvNames =
    csvMadridName === undefined ? [csvName] : [`${csvName} (UTC)`, `${csvMadridName} (${MARKET_ZONE})`];
  return { title, csvNames, only };
}

type Scalar = string | number | boolean | null;

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function cellOfValue(value: Scalar): Cell {
  const isInstant = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isInstant ? instant(value) : plain(value);
}
