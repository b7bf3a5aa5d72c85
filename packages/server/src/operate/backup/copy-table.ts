import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import type { StoredTable } from './stored-tables.ts';

/** The rows of a table in PostgreSQL's text format, a line each, in pieces that may end within a row. */
export function copyOut(client: pg.Client, { name, columns }: StoredTable): AsyncIterable<Buffer> {
  const query = `copy (select ${listOf(columns)} from ${pg.escapeIdentifier(name)}) to stdout`;
  return client.query(copyStreams.to(query));
}

/** Writes such pieces into a table; gives the number of rows. */
export async function copyIn(
  client: pg.Client,
  { name, columns }: StoredTable,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const into = client.query(
    copyStreams.from(`copy ${pg.escapeIdentifier(name)} (${listOf(columns)}) from stdin`),
  );
  await pipeline(Readable.from(pieces), into);
  return into.rowCount;
}

function listOf(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}
