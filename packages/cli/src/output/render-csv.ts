import type { Table } from './view.ts';

/** RFC 4180, with a line feed. A cell that a spreadsheet would take for a formula is led by an apostrophe. */
export function renderCsv({ titles, rows }: Table): string {
  return [titles, ...rows.map((row) => row.map(({ csv, isNumber }) => (isNumber ? csv : harmless(csv))))]
    .map((cells) => `${cells.map(quoted).join(',')}\n`)
    .join('');
}

function harmless(text: string): string {
  return /^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
