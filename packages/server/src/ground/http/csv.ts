import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Locale } from '../config/locale.ts';
import { prefersToJson } from './accept.ts';

export type CsvValue = string | number | boolean | null;

/** A table and the name of its file: what it has, product, days and run, without `.csv`. */
export interface CsvTable {
  name: (string | undefined)[];
  columns: string[];
  rows: CsvValue[][];
}

/** Columns by their names, each with its value of a record. */
export type CsvColumns<T> = Readonly<Record<string, (record: T) => CsvValue>>;

/** The names of the columns, and a row for each record. */
export function csvTableOf<T>(
  columns: CsvColumns<T>,
  records: readonly T[],
): Pick<CsvTable, 'columns' | 'rows'> {
  const cells = Object.values(columns);
  return {
    columns: Object.keys(columns),
    rows: records.map((record) => cells.map((valueOf) => valueOf(record))),
  };
}

const CSV_TYPE = 'text/csv';
const BYTE_ORDER_MARK = '\ufeff';
/** A caller who takes nothing of a long answer for so long is let go. */
const STALLED_MS = 60_000;
/** Rows that are written while nobody else is served. */
const ROWS_AT_ONCE = 500;

/** Sends rows as CSV. Column names carry the unit or the zone, such as `hour (Europe/Madrid)`. */
export function sendCsv(reply: FastifyReply, table: CsvTable, locale: Locale): string {
  describeFile(reply, table.name);
  return toCsv(table.columns, table.rows, locale);
}

/** Sends the rows of one part after the other, each worked out when the caller has taken the one before. Such an answer has no ETag. */
export function streamCsv(
  reply: FastifyReply,
  { name, columns, parts }: Omit<CsvTable, 'rows'> & { parts: AsyncIterable<CsvValue[][]> },
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
function describeFile(reply: FastifyReply, name: CsvTable['name']): void {
  void reply.type(`${CSV_TYPE}; charset=utf-8; header=present`);
  const file = ['lonja', ...name.filter((part) => part !== undefined)].join('-').replaceAll(/[^\w.-]/g, '');
  void reply.header('Content-Disposition', `inline; filename="${file}.csv"`);
}

async function* textOfParts(
  columns: string[],
  parts: AsyncIterable<CsvValue[][]>,
  locale: Locale,
): AsyncGenerator<string> {
  yield toCsv(columns, [], locale);
  for await (const rows of parts) {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      yield textOf(rows.slice(from, from + ROWS_AT_ONCE), locale);
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
