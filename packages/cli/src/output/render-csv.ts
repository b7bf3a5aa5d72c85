import type { Cell } from './cell.ts';
import type { Table } from './view.ts';

/** RFC 4180, with a line feed. A cell that a spreadsheet would take for a formula is led by an apostrophe. */
export function renderCsv({ columns, rows }: Table): string {
  const shown = columns.flatMap((column, i) => (column.only === 'table' ? [] : [{ ...column, i }]));
  const names = shown.flatMap(({ csvNames }) => csvNames);
  const lines = rows.map((row) => shown.flatMap(({ i, csvNames }) => valuesOf(row[i], csvNames.length)));
  return [names, ...lines].map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

/** The value of a cell, or of an instant its two. */
function valuesOf(cell: Cell | undefined, count: number): string[] {
  if (cell === undefined) return Array<string>(count).fill('');
  const { csv, csvMadrid = '', isNumber } = cell;
  if (count > 1) return [csv, csvMadrid];
  return [isNumber ? csv : harmless(csv)];
}

function harmless(text: string): string {
  return /^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
