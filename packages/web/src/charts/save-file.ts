import { inZone, ZONE } from '../market/shown-markets.ts';
import { madridInstant } from '../time/madrid-time.ts';
import { type Locale, wordsOf } from '../i18n/texts.ts';
import type { TextsIn } from '../i18n/catalogues.ts';
import type { ChartTable } from './chart-frame.tsx';

export type FileCell = string | number | null | undefined;

/** What the name of a file says, as the API names its CSV. */
export interface FileSubject {
  /** What is in it, such as `prices`. */
  what: string;
  product?: string | undefined;
  /** First and last delivery day. */
  days?: readonly string[] | undefined;
  /** When the run was issued, RFC 3339; absent where several runs are in it, or none. */
  run?: string | null | undefined;
}

const BYTE_ORDER_MARK = '\uFEFF';
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

const HEADS = ['time (UTC)', 'start (Europe/Madrid)'] as const satisfies (keyof TextsIn<'shell.file'>)[];
/** Heads of the columns of `timeCells`: every file has the instant beside the local time. */
export const TIME_HEADS = HEADS.map(inZone);

/** The heads of a file in the reader's language. */
export function headsIn(locale: Locale, heads: readonly string[]): string[] {
  const times: Readonly<Record<string, string>> = wordsOf('shell.file', locale);
  return heads.map((head) => inZone(times[head.replace(ZONE, 'Europe/Madrid')] ?? head));
}

export function timeCells(startMs: number): string[] {
  return [new Date(startMs).toISOString().replace('.000', ''), madridInstant(startMs)];
}

/**
 * Rows for a spreadsheet, in Spanish as one with Spanish settings opens them: semicolon, decimal comma, times without offset, byte order
 * mark. Text that it would take for a formula is made harmless.
 */
export function csvOf(
  { head, fileHead = head, rowCount, fileRow }: Omit<ChartTable, 'shownRow'>,
  locale: Locale,
): string {
  const rows = Array.from({ length: rowCount }, (_, index) => fileRow(index));
  const isSpanish = locale !== 'en';
  const [separator, textOf] = isSpanish ? [';', spanish] : [',', plain];
  const lines = [headsIn(locale, fileHead), ...rows].map((cells) =>
    cells.map((cell) => quote(textOf(cell), separator)),
  );
  const text = lines.map((cells) => `${cells.join(separator)}\r\n`).join('');
  return isSpanish ? `${BYTE_ORDER_MARK}${text}` : text;
}

/** `lonja-prices-da-2026-03-30-2026-03-31-run-20260330T100500Z.csv` */
export function fileNameOf({ what, product, days = [], run }: FileSubject, ending = 'csv'): string {
  const [first, last] = [days[0], days.at(-1)];
  const parts = ['lonja', what, product, first, last === first ? undefined : last];
  if (typeof run === 'string') parts.push(`run-${run.replaceAll(/[-:]|\.\d+/g, '')}`);
  const name = parts.filter((part) => part !== undefined).join('-');
  return `${name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^\w.-]+/g, '-')}.${ending}`;
}

/** Hands a text or an image to the reader as a file. */
export function saveFile(name: string, content: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function plain(cell: FileCell): string {
  return cell === null || cell === undefined ? '' : harmless(cell);
}

function spanish(cell: FileCell): string {
  if (typeof cell === 'number') return decimalText(cell, 'es');
  return withoutOffset(plain(cell));
}

/** A number with the decimal sign of the reader's language and nothing between its digits. */
export function decimalText(value: number, locale: Locale): string {
  return locale === 'es' ? String(value).replace('.', ',') : String(value);
}

/** A spreadsheet takes a time for a time only without its offset; the column says which zone it is in. */
export function withoutOffset(text: string): string {
  return text.replace(INSTANT, '$1 $2');
}

function harmless(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  return /^[=+@\t\r]/.test(cell) || (cell.startsWith('-') && Number.isNaN(Number(cell))) ? `'${cell}` : cell;
}

function quote(text: string, separator: string): string {
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
}
