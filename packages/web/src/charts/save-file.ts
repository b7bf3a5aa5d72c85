import type { ChartTable } from './chart-frame.tsx';

/** Rows for a spreadsheet. Text that it would take for a formula is made harmless. */
export function csvOf({ head, rowCount, plainRow }: Omit<ChartTable, 'shownRow'>): string {
  const rows = Array.from({ length: rowCount }, (_, index) => plainRow(index));
  return `${[head, ...rows].map((cells) => cells.map(quote).join(',')).join('\r\n')}\r\n`;
}

/** Hands a text to the reader as a file. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function quote(cell: string): string {
  const safe =
    /^[=+@\t\r]/.test(cell) || (cell.startsWith('-') && Number.isNaN(Number(cell))) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
