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
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const filled = lines.flatMap((content, i) => (content.trim() === '' ? [] : [{ content, line: i + 1 }]));
  if (filled.length === 0) throw new BacktestInputError('The file is empty.');
  const [header, ...rows] = filled.map(({ content, line }) => ({ cells: splitCells(content), line }));
  const uneven = rows.find(({ cells }) => cells.length !== header.cells.length);
  if (uneven !== undefined) {
    throw new BacktestInputError(
      `Line ${uneven.line} has ${uneven.cells.length} columns but the first line names ${header.cells.length}.`,
    );
  }
  return { header: header.cells, rows };
}

function splitCells(line: string): string[] {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim());
  const cells = [''];
  let quoted = false;
  for (const part of line.split(/(,|")/)) {
    if (part === '"') quoted = !quoted;
    else if (part === ',' && !quoted) cells.push('');
    else cells[cells.length - 1] += part;
  }
  return cells.map((cell) => cell.trim());
}
