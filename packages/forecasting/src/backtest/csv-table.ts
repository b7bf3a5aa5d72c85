import { BacktestInputError } from './backtest-input-error.ts';

export interface CsvTable {
  header: string[];
  /** As many cells as the header has; `line` counts from 1, the header's. */
  rows: { cells: string[]; line: number }[];
  /** A comma, or the semicolon or tab of a spreadsheet that writes decimal commas. */
  delimiter: string;
}

/** Titles and units stand above a table, not data. */
const MOST_LINES_ABOVE = 50;

const DELIMITER_LINE = /^sep=([;,\t])$/i;

/** Where a table begins that has other lines around it. */
export interface TableShape {
  /** Columns that its first line names; lines above the one that names them are left out. */
  columns: readonly string[];
  delimiter?: string | undefined;
}

/**
 * Splits text into trimmed cells, at commas, or at semicolons or tabs where the first line has no comma outside quotes or more of
 * those. Cells may be in double quotes but hold no line break. A byte-order mark, CRLF, empty lines and a first line `sep=;` are
 * fine; a row with more or fewer cells than the header is a BacktestInputError. With a `shape` so are missing columns.
 */
export function parseCsv(text: string, shape?: TableShape): CsvTable {
  if (text.includes('\0')) throw new BacktestInputError('The file is not text in UTF-8.');
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const filled = lines.flatMap((content, i) => (content.trim() === '' ? [] : [{ content, line: i + 1 }]));
  const named = DELIMITER_LINE.exec(filled[0]?.content.trim() ?? '')?.[1];
  if (named !== undefined) filled.shift();
  if (filled.length === 0) throw new BacktestInputError('The file is empty.');
  const wanted = shape && findHeader(filled, shape);
  const delimiter = wanted?.delimiter ?? named ?? delimiterOf(filled[0].content);
  if (wanted !== undefined) filled.splice(0, wanted.place);
  const [header, ...rows] = filled.map(({ content, line }) => ({
    cells: splitCells(content, { line, delimiter }),
    line,
  }));
  const uneven = rows.find(({ cells }) => cells.length !== header.cells.length);
  if (uneven !== undefined) {
    throw new BacktestInputError(
      `Line ${uneven.line} has ${columnCount(uneven.cells)} but the first line names ${header.cells.length}.`,
    );
  }
  return { header: header.cells, rows, delimiter };
}

/** The first line that names all columns, by the delimiter of the shape or by any. */
function findHeader(
  lines: readonly { content: string; line: number }[],
  { columns, delimiter }: TableShape,
): { place: number; delimiter: string } {
  let best: { place: number; delimiter: string; missing: string[] } | undefined;
  for (const [place, { content }] of lines.slice(0, MOST_LINES_ABOVE).entries()) {
    for (const one of new Set([delimiter ?? ',', ',', ';', '\t'])) {
      const names = new Set(content.split(one).map((name) => name.trim().replaceAll(/^"|"$/g, '')));
      const missing = columns.filter((name) => !names.has(name));
      if (missing.length === 0) return { place, delimiter: one };
      if (best === undefined || missing.length < best.missing.length)
        best = { place, delimiter: one, missing };
    }
  }
  const missing = best?.missing.map((name) => `"${name}"`).join(', ');
  throw new BacktestInputError(`No line of the file names the columns of the mapping: it lacks ${missing}.`);
}

function delimiterOf(header: string): string {
  const bare = header.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  const [best] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a));
  return best;
}

function splitCells(content: string, { line, delimiter }: { line: number; delimiter: string }): string[] {
  if (!content.includes('"')) return content.split(delimiter).map((cell) => cell.trim());
  const cells = [''];
  let quoted = false;
  for (const part of content.split(new RegExp(`(${delimiter}|")`))) {
    if (part === '"') quoted = !quoted;
    else if (part === delimiter && !quoted) cells.push('');
    else cells[cells.length - 1] += part;
  }
  if (quoted) throw new BacktestInputError(`Line ${line}: a quotation mark is not closed.`);
  return cells.map((cell) => cell.trim());
}

function columnCount({ length }: string[]): string {
  return length === 1 ? '1 column' : `${length} columns`;
}
