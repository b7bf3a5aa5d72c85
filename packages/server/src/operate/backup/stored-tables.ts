import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import type { Db } from '../../ground/database/database.ts';

/** A table with the columns that are written to it. */
export interface StoredTable {
  name: string;
  columns: string[];
}

interface StoredSequence {
  name: string;
  /** What it gave last; null: nothing yet. */
  last: string | null;
}

/** What migrations write themselves, and what holds only while a process or a transaction lasts. */
const LEFT_OUT = ['kysely_migration', 'kysely_migration_lock', 'webhook_lease', 'data_change'];

/**
 * The tables whose rows are to be kept, each after those that it refers to. Partitions count as their parent. Unlogged tables are left
 * out: what may be lost with a crash of the server need not be kept.
 */
export async function listStoredTables(db: Db): Promise<StoredTable[]> {
  const { rows } = await sql<{ name: string; columns: string[]; refers_to: string[] }>`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relpersistence = 'p' and c.relname <> all(${LEFT_OUT})
    order by c.relname`.execute(db);
  const known = new Set(rows.map(({ name }) => name));
  const waiting = new Map(
    rows.map((row) => [row.name, { ...row, needs: row.refers_to.filter((other) => known.has(other)) }]),
  );
  const ordered: StoredTable[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ needs }) => needs.every((other) => !waiting.has(other)));
    if (next === undefined) throw new Error(`Tables refer to each other: ${[...waiting.keys()].join(', ')}.`);
    waiting.delete(next.name);
    ordered.push({ name: next.name, columns: next.columns });
  }
  return ordered;
}

/**
 * What sequences gave last. They belong to no transaction: read after the snapshot was taken, each is at least as far as the rows in it.
 */
export async function listSequences(db: Db): Promise<StoredSequence[]> {
  const { rows } = await sql<StoredSequence>`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() order by sequencename`.execute(db);
  return rows;
}

/** Lets sequences go on after what they gave last. Those that this database does not have are passed over. */
export async function setSequences(tx: Db, sequences: readonly StoredSequence[]): Promise<void> {
  const known = new Set((await listSequences(tx)).map(({ name }) => name));
  for (const { name, last } of sequences) {
    if (last === null || !known.has(name)) continue;
    await sql`select setval(quote_ident(${name})::regclass, ${last}::bigint)`.execute(tx);
  }
}

/** How many rows a table has. */
export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
  return Number(rows[0].rows);
}

/** Empties tables of what migrations wrote into them, and keeps their triggers still until `endLoad`. */
export async function beginLoad(tx: Db, tables: readonly string[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(tx);
  for (const name of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx);
}

/**
 * Ends what `beginLoad` began. The version of the data leaps: what a client holds from the time after the backup, under a number that is
 * to come again, must not pass for the same.
 */
export async function endLoad(tx: Db, tables: readonly string[]): Promise<void> {
  for (const name of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx);
  if (tables.includes('data_version')) {
    await sql`update data_version set version = version + 1000000000`.execute(tx);
  }
}

/** Tables of a database, of the job queue too; an empty database has none. */
export async function listAllTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where (n.nspname = current_schema() or n.nspname = 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(db);
  return rows.map(({ name }) => name);
}

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
