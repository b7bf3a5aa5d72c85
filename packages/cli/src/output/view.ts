import { type Cell, plain } from './cell.ts';

/** What a command shows: the same facts for people, as JSON and as CSV. */
export interface View {
  /** What `--json` prints: the answer of the service. */
  data: unknown;
  /** Sentences before the table. */
  head?: string[] | undefined;
  table?: Table | undefined;
  /** Sentences after it. */
  foot?: string[] | undefined;
}

export interface Table {
  titles: string[];
  rows: Cell[][];
}

/** A table with a column for each title. */
export function tableOf<Row>(rows: readonly Row[], columns: Record<string, (row: Row) => Cell>): Table {
  return {
    titles: Object.keys(columns),
    rows: rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row))),
  };
}

/** One record as a table of two columns, whole however narrow the terminal is: a key is shown only once. */
export function recordTable(fields: Record<string, Cell>): Table {
  return {
    titles: ['field', 'value'],
    rows: Object.entries(fields).map(([name, cell]) => [
      plain(name),
      { ...cell, isNumber: false, canCut: false },
    ]),
  };
}
