import { BacktestInputError } from './backtest-input-error.ts';

export interface CsvTable {
  header: string[];
  /** As many cells as the header has; `line` counts from 1, the header's. */
  rows: { cells: string[]; line: number }[];
}

/**
 * Splits comma-separated text into trimmed cells. Cells may be in double quotes but hold no line break. A byte-order mark,
 * CRLF and empty lines are fine; a row with more or fewer cells than the header is a BacktestInputError.
 */
export function parseCsv(text: string): CsvTable {
  if (text.includes('\0')) throw new BacktestInputError('The file is not text in UTF-8.');
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const filled = lines.flatMap((content, i) => (content.trim() === '' ? [] : [{ content, line: i + 1 }]));
  if (filled.length === 0) throw new BacktestInputError('The file is empty.');
  const [header, ...rows] = filled.map(({ content, line }) => ({ cells: splitCells(content, line), line }));
  if (header.cells.length === 1 && /[;\t]/.test(header.cells[0])) {
    throw new BacktestInputError('The first line has no commas; the columns must be separated by commas.');
  }
  const uneven = rows.find(({ cells }) => cells.length !== header.cells.length);
  if (uneven !== undefined) {
    throw new BacktestInputError(
      `Line ${uneven.line} has ${columnCount(uneven.cells)} but the first line names ${header.cells.length}.`,
    );
  }
  return { header: header.cells, rows };
}

function splitCells(content: string, line: number): string[] {
  if (!content.includes('"')) return content.split(',').map((cell) => cell.trim());
  const cells = [''];
  let quoted = false;
  for (const part of content.split(/(,|")/)) {
    if (part === '"') quoted = !quoted;
    else if (part === ',' && !quoted) cells.push('');
    else cells[cells.length - 1] += part;
  }
  if (quoted) throw new BacktestInputError(`Line ${line}: a quotation mark is not closed.`);
  return cells.map((cell) => cell.trim());
}

function columnCount({ length }: string[]): string {
  return length === 1 ? '1 column' : `${length} columns`;
}
