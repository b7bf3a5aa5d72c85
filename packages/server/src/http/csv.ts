import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

export type CsvValue = string | number | boolean | null;

const CSV_TYPE = 'text/csv';
/** A caller who takes nothing of a long answer for so long is let go. */
const STALLED_MS = 60_000;
/** Rows that are written while nobody else is served. */
const ROWS_AT_ONCE = 500;

/** Sends rows as CSV. Column names carry the unit or the zone, such as `hour (Europe/Madrid)`. */
export function sendCsv(reply: FastifyReply, columns: string[], rows: CsvValue[][]): string {
  void reply.type(`${CSV_TYPE}; charset=utf-8; header=present`);
  return toCsv(columns, rows);
}

/** Sends the rows of one part after the other, each worked out when the caller has taken the one before. Such an answer has no ETag. */
export function streamCsv(
  reply: FastifyReply,
  columns: string[],
  parts: AsyncIterable<CsvValue[][]>,
): Readable {
  void reply.type(`${CSV_TYPE}; charset=utf-8; header=present`);
  reply.raw.setTimeout(STALLED_MS);
  return Readable.from(textOfParts(columns, parts), { highWaterMark: 1 });
}

async function* textOfParts(columns: string[], parts: AsyncIterable<CsvValue[][]>): AsyncGenerator<string> {
  yield toCsv(columns, []);
  for await (const rows of parts) {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      yield textOf(rows.slice(from, from + ROWS_AT_ONCE));
      // Other requests come in between.
      await setImmediate();
    }
  }
}

/** RFC 4180: CRLF, quotes only where they are needed. */
export function toCsv(columns: string[], rows: CsvValue[][]): string {
  return textOf([columns, ...rows]);
}

function textOf(rows: CsvValue[][]): string {
  return rows.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
}

/** `format` wins; otherwise `Accept` has to prefer text/csv to JSON. */
export function wantsCsv(accept: string | undefined, format: 'json' | 'csv' | undefined): boolean {
  if (format !== undefined) return format === 'csv';
  if (accept === undefined) return false;
  const csv = qualityOf(accept, CSV_TYPE);
  return csv > 0 && csv >= qualityOf(accept, 'application/json');
}

/** Quality (0-1) that an Accept header gives a media type by name; 0 when it does not name it. */
function qualityOf(accept: string, type: string): number {
  for (const range of accept.slice(0, 1000).split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}

function quote(value: CsvValue): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
