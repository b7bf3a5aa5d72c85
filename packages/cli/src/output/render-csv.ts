import type { Cell } from './cell.ts';
import type { Table } from './view.ts';

/** How CSV is written: `es` and `pt` as spreadsheets with such settings open it, as `locale=es` of the API. */
export const CSV_LOCALES = ['en', 'es', 'pt'] as const;
export type CsvLocale = (typeof CSV_LOCALES)[number];

/** By it Excel recognises UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** RFC 4180, with a line feed. A cell that a spreadsheet would take for a formula is led by an apostrophe. */
export function renderCsv({ columns, rows }: Table, locale: CsvLocale = 'en'): string {
  const shown = columns.flatMap((column, i) => (column.only === 'table' ? [] : [{ ...column, i }]));
  const names = shown.flatMap(({ csvNames }) => csvNames);
  const lines = rows.map((row) =>
    shown.flatMap(({ i, csvNames }) => valuesOf(row[i], csvNames.length, locale)),
  );
  const separator = locale === 'en' ? ',' : ';';
  return [names, ...lines]
    .map((cells) => `${cells.map((cell) => quoted(cell, separator)).join(separator)}\n`)
    .join('');
}

/** The value of a cell, or of an instant its two. */
function valuesOf(cell: Cell | undefined, count: number, locale: CsvLocale): string[] {
  if (cell === undefined) return Array<string>(count).fill('');
  const { csv, csvMadrid = '', isNumber } = cell;
  if (count > 1) return [csv, csvMadrid].map((time) => (locale === 'en' ? time : withoutOffset(time)));
  if (locale !== 'en') return [isNumber ? csv.replace('.', ',') : withoutOffset(harmless(csv))];
  return [isNumber ? csv : harmless(csv)];
}

function harmless(text: string): string {
  return /^[=+@\t\r\n]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
}

/** A spreadsheet takes a time for a time only without its offset; the column says which zone it is in. */
function withoutOffset(text: string): string {
  return text.replace(INSTANT, '$1 $2');
}

function quoted(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}
