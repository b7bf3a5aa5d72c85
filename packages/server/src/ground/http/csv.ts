import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Locale } from '../config/locale.ts';
import { prefersToJson } from './accept.ts';

export type CsvValue = string | number | boolean | null;

/** Columns by their names, each with its value of a record. */
export type CsvColumns<T> = Readonly<Record<string, (record: T) => CsvValue>>;

/** A row for each record, and the name of the file: what it has, product, days and run, without `.csv`. */
export interface CsvTable<T> {
  name: (string | undefined)[];
  columns: CsvColumns<T>;
  records: readonly T[];
}

/** The columns of what a record holds, by their own names unless `nameOf` gives others; their cells are empty where it holds none. */
export function columnsWithin<T, R>(
  columns: CsvColumns<T>,
  heldBy: (record: R) => T | undefined,
  nameOf = (name: string) => name,
): CsvColumns<R> {
  const within = (valueOf: (held: T) => CsvValue) => (record: R) => {
    const held = heldBy(record);
    return held === undefined ? null : valueOf(held);
  };
  return Object.fromEntries(
    Object.entries(columns).map(([name, valueOf]) => [nameOf(name), within(valueOf)]),
  );
}

/** A row for each record. */
export function csvRowsOf<T>(columns: CsvColumns<T>, records: readonly T[]): CsvValue[][] {
  const cells = Object.values(columns);
  return records.map((record) => cells.map((valueOf) => valueOf(record)));
}

const CSV_TYPE = 'text/csv';
const BYTE_ORDER_MARK = '\ufeff';
/** A caller who takes nothing of a long answer for so long is let go. */
const STALLED_MS = 60_000;
/** Rows that are written while nobody else is served. */
const ROWS_AT_ONCE = 500;

/** Sends records as CSV. Column names carry the unit or the zone, such as `hour (Europe/Madrid)`. */
export function sendCsv<T>(
  reply: FastifyReply,
  { name, columns, records }: CsvTable<T>,
  locale: Locale,
): string {
  return sendRows(reply, { name, columns: Object.keys(columns), rows: csvRowsOf(columns, records) }, locale);
}

/** The names of columns, of which several may be the same, and rows with a cell for each. */
export interface CsvRows {
  columns: string[];
  rows: CsvValue[][];
}

/** Sends rows that are there already as CSV. */
export function sendRows(
  reply: FastifyReply,
  { name, columns, rows }: CsvRows & Pick<CsvTable<unknown>, 'name'>,
  locale: Locale,
): string {
  describeFile(reply, name);
  return toCsv(columns, rows, locale);
}

/** Sends the rows of one part after the other, each worked out when the caller has taken the one before. Such an answer has no ETag. */
export function streamCsv<T>(
  reply: FastifyReply,
  { name, columns, parts }: Omit<CsvTable<T>, 'records'> & { parts: AsyncIterable<readonly T[]> },
  locale: Locale,
): Readable {
  describeFile(reply, name);
  endWhenStalled(reply);
  return Readable.from(textOfParts(columns, parts, locale), { highWaterMark: 1 });
}

/** Ends a long answer of which its caller takes nothing for a minute; not one that itself has nothing to give, as it waits for its turn. */
export function endWhenStalled({ raw }: FastifyReply, stalledMs = STALLED_MS): void {
  raw.setTimeout(stalledMs, () => {
    if (raw.writableLength > 0) raw.destroy();
  });
}

/** Browsers and `curl -OJ` save the answer under its name. */
function describeFile(reply: FastifyReply, name: CsvTable<unknown>['name']): void {
  void reply.type(`${CSV_TYPE}; charset=utf-8; header=present`);
  const file = ['lonja', ...name.filter((part) => part !== undefined)].join('-').replaceAll(/[^\w.-]/g, '');
  void reply.header('Content-Disposition', `inline; filename="${file}.csv"`);
}

async function* textOfParts<T>(
  columns: CsvColumns<T>,
  parts: AsyncIterable<readonly T[]>,
  locale: Locale,
): AsyncGenerator<string> {
  yield toCsv(Object.keys(columns), [], locale);
  for await (const records of parts) {
    for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
      yield textOf(csvRowsOf(columns, records.slice(from, from + ROWS_AT_ONCE)), locale);
      // Other requests come in between.
      await setImmediate();
    }
  }
}

/** RFC 4180: CRLF, quotes only where they are needed. In Spanish and Portuguese as spreadsheets with such settings open it. */
export function toCsv(columns: string[], rows: CsvValue[][], locale: Locale = 'en'): string {
  return (locale !== 'en' ? BYTE_ORDER_MARK : '') + textOf([columns, ...rows], locale);
}

/** Rows without the names of their columns. */
export function toCsvLines(rows: CsvValue[][]): string {
  return textOf(rows, 'en');
}

function textOf(rows: CsvValue[][], locale: Locale): string {
  const line =
    locale === 'en'
      ? (row: CsvValue[]) => row.map((value) => quote(value, /[",\r\n]/)).join(',')
      : (row: CsvValue[]) => row.map((value) => quote(iberian(value), /[";\r\n]/)).join(';');
  return rows.map((row) => `${line(row)}\r\n`).join('');
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** A spreadsheet takes a time for a time only without its offset; the column says which zone it is in. */
function iberian(value: CsvValue): CsvValue {
  if (typeof value === 'number') return String(value).replace('.', ',');
  return typeof value === 'string' ? value.replace(INSTANT, '$1 $2') : value;
}

/** Text of people, which a spreadsheet must not take for a formula. */
export function harmless(text: string | null): string | null {
  return text !== null && /^[=+@\-\t\r]/.test(text) ? `'${text}` : text;
}

/** An instant as part of a file name: `20260330T100500Z`. */
export function runName(issuedAt: number): string {
  return `run-${new Date(issuedAt).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
}

/** `format` wins; otherwise `Accept` has to prefer text/csv to JSON. */
export function wantsCsv(accept: string | undefined, format: 'json' | 'csv' | undefined): boolean {
  if (format !== undefined) return format === 'csv';
  return prefersToJson(accept, CSV_TYPE);
}

function quote(value: CsvValue, special: RegExp): string {
  const text = value === null ? '' : String(value);
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
