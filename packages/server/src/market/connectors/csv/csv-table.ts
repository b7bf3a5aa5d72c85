import { reason } from '../../../ground/reasons/reasons.ts';
import { FileFault, excerpt } from '../payload-fault.ts';

export interface CsvRow {
  cells: string[];
  /** Line that the row begins on, counted from 1. */
  line: number;
}

const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?(?:\r?\n|$)/i;

/**
 * The rows of a CSV text, the header among them. A cell that begins with a double quote ends at the next single one; inside,
 * two stand for one, and delimiters and line breaks belong to the cell. A byte-order mark, CRLF and empty lines are fine. A first
 * line such as `sep=;`, which spreadsheets read, names the delimiter of the file and goes before the one given.
 */
export function* csvRows(text: string, usual: string, file: string): Generator<CsvRow> {
  const named = SEPARATOR_LINE.exec(text);
  const delimiter = named?.[1] ?? usual;
  let at = named?.[0].length ?? (text.startsWith('\uFEFF') ? 1 : 0);
  let line = named === null ? 0 : 1;
  const nextLine = (): string => {
    const end = text.indexOf('\n', at);
    const stop = end < 0 ? text.length : end;
    const content = text.slice(at, text[stop - 1] === '\r' && stop > at ? stop - 1 : stop);
    at = stop + 1;
    line++;
    return content;
  };
  while (at < text.length) {
    let content = nextLine();
    const begin = line;
    if (content === '') continue;
    if (!content.includes('"')) {
      yield { cells: content.split(delimiter), line: begin };
      continue;
    }
    let cells = splitQuoted(content, delimiter);
    while (cells === undefined) {
      if (at >= text.length) throw new FileFault(file, begin, reason('expected_closing_quote'));
      content += `\n${nextLine()}`;
      cells = splitQuoted(content, delimiter);
    }
    yield { cells, line: begin };
  }
}

/** Cells of a row with quotes; undefined when the last quote is still open. */
function splitQuoted(content: string, delimiter: string): string[] | undefined {
  const cells: string[] = [];
  let at = 0;
  while (at <= content.length) {
    if (content[at] !== '"') {
      const end = content.indexOf(delimiter, at);
      const stop = end < 0 ? content.length : end;
      cells.push(content.slice(at, stop));
      at = stop + 1;
      continue;
    }
    const closing = closingQuote(content, at + 1);
    if (closing === undefined) return undefined;
    const end = content.indexOf(delimiter, closing);
    const stop = end < 0 ? content.length : end;
    const tail = content.slice(closing + 1, stop);
    cells.push(content.slice(at + 1, closing).replaceAll('""', '"') + tail);
    at = stop + 1;
  }
  return cells;
}

function closingQuote(content: string, from: number): number | undefined {
  for (let at = content.indexOf('"', from); at >= 0; at = content.indexOf('"', at + 2)) {
    if (content[at + 1] !== '"') return at;
  }
  return undefined;
}

/** The table in a file: its column names, its rows, and what stands around them. */
export interface CsvTable {
  header: string[];
  headerLine: number;
  rows: CsvRow[];
  /** Lines of a title or of units above the column names. */
  above: string[];
  /** Rows of nothing but delimiters. */
  blank: number;
  /** False where the last line has no end, as that of a file that was cut short. */
  endsWithLine: boolean;
}

const DELIMITERS = [',', ';', '\t'];
/** Column names stand among the first rows of a file. */
const MOST_ABOVE = 60;

/**
 * Finds the row that has all the column names wanted, under the delimiter given or, where that finds none, another one. Throws FileFault
 * that says what is missing from the row that has most of them.
 */
export function readTable(
  text: string,
  { delimiter, needed, file }: { delimiter: string; needed: readonly string[]; file: string },
): CsvTable {
  const { rows, at, missing } = findTable(text, { delimiter, needed, file });
  if (missing.length === 0) return tableOf(text, rows, at, needed, file);
  if (rows.length === 0) {
    throw new FileFault(file, 1, reason('empty_file'));
  }
  const { line, cells } = rows[at];
  const parts = { missing: quoted(missing), found: quoted(trimmed(cells)) };
  throw new FileFault(file, line, reason('lacks_columns', parts));
}

/** The column names wanted that no row of a file has together with the others. */
export function missingColumns(
  text: string,
  { delimiter, needed, file }: { delimiter: string; needed: readonly string[]; file: string },
): string[] {
  const found = delimitersFrom(delimiter, text).map((one) => findHeader(firstRows(text, one, file), needed));
  return (found.find(({ missing }) => missing.length === 0) ?? found[0]).missing;
}

/** The rows of a file, and the place of the one that has most of the columns wanted, by the delimiter under which it has all. */
function findTable(
  text: string,
  { delimiter, needed, file }: { delimiter: string; needed: readonly string[]; file: string },
): { rows: CsvRow[]; at: number; missing: string[] } {
  const used =
    delimitersFrom(delimiter, text).find(
      (one) => findHeader(firstRows(text, one, file), needed).missing.length === 0,
    ) ?? delimiter;
  const rows = [...csvRows(text, used, file)];
  return { rows, ...findHeader(rows, needed) };
}

/** The usual delimiter, then the others that the text has. */
function delimitersFrom(usual: string, text: string): string[] {
  return [usual, ...DELIMITERS.filter((one) => one !== usual && text.includes(one))];
}

function firstRows(text: string, delimiter: string, file: string): CsvRow[] {
  const rows: CsvRow[] = [];
  for (const row of csvRows(text, delimiter, file)) {
    rows.push(row);
    if (rows.length === MOST_ABOVE) break;
  }
  return rows;
}

function findHeader(rows: readonly CsvRow[], needed: readonly string[]): { at: number; missing: string[] } {
  let best = { at: 0, missing: [...needed] };
  for (const [at, { cells }] of rows.slice(0, MOST_ABOVE).entries()) {
    const names = new Set(trimmed(cells));
    const missing = needed.filter((name) => !names.has(name));
    if (missing.length < best.missing.length) best = { at, missing };
    if (missing.length === 0) break;
  }
  return best;
}

function tableOf(
  text: string,
  all: readonly CsvRow[],
  at: number,
  needed: readonly string[],
  file: string,
): CsvTable {
  const header = trimmed(all[at].cells);
  const headerLine = all[at].line;
  requireOnce(header, needed, { file, line: headerLine });
  const below = all.slice(at + 1);
  const rows = below.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return {
    header,
    headerLine,
    rows,
    above: all.slice(0, at).map(({ cells }) => cells.join(' ')),
    blank: below.length - rows.length,
    endsWithLine: /[\r\n]$/.test(text),
  };
}

/** Throws FileFault where a name that is needed stands twice. */
export function requireOnce(
  names: readonly string[],
  needed: readonly string[],
  { file, line }: { file: string; line: number },
): void {
  const repeated = needed.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (repeated.length === 0) return;
  throw new FileFault(file, line, reason('expected_once', { names: quoted(repeated) }));
}

/** Names as messages have them. */
export function quoted(names: readonly string[]): string {
  return names.map(excerpt).join(', ');
}

function trimmed(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.trim());
}
