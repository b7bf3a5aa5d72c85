import { type RawBuilder, sql } from 'kysely';
import type { Connection, Submittable } from 'pg';
import type { Db } from './database.ts';

const STATEMENT = /^copy \(.*\) to stdout \(format binary\)$/s;
/** Begins the first message of an answer, before its row. No row has as many fields as this would say. */
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
/** With the flags and the length of an extension, which there is none of. */
const HEADER_BYTES = SIGNATURE.length + 8;

/** The fields of a row in PostgreSQL's binary form, each in memory of its own; undefined for null. */
type CopiedRow = (Uint8Array<ArrayBuffer> | undefined)[];

/** The rows of a query without parameters, in bytes: pg itself takes every answer for text. */
export async function copyRows(db: Db, query: RawBuilder<unknown>): Promise<CopiedRow[]> {
  const statement = sql<CopiedRow>`copy (${query}) to stdout (format binary)`.compile(db);
  const rows: CopiedRow[] = [];
  for await (const part of db.getExecutor().stream(statement, Infinity)) rows.push(...part.rows);
  return rows;
}

/** Lets Kysely stream the answer to the statement of `copyRows`, and to no other. */
export class CopyCursor<Row> implements Submittable {
  readonly #statement: string;
  readonly #answered = Promise.withResolvers<undefined>();
  readonly #rows: CopiedRow[] = [];

  /** Settles when all rows are there, or with why they will not be. */
  get answered(): Promise<void> {
    return this.#answered.promise;
  }

  constructor(statement: string) {
    if (!STATEMENT.test(statement)) throw new TypeError('Only the rows of a binary COPY can be streamed.');
    this.#statement = statement;
    this.#answered.promise.catch(() => undefined);
  }

  async read(): Promise<Row[]> {
    await this.#answered.promise;
    // Safe: only `copyRows` has such statements.
    return this.#rows.splice(0) as Row[];
  }

  async close(): Promise<void> {
    await this.#answered.promise.catch(() => undefined);
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  // What follows is called by pg, a message of the server at a time.

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const row = rowOf(chunk);
    if (row !== undefined) this.#rows.push(row);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#answered.resolve(undefined);
  }

  handleError(error: Error): void {
    this.#answered.reject(error);
  }
}

/** The row of a message, whose memory pg uses again; undefined for the one that ends the answer. */
function rowOf(message: Buffer): CopiedRow | undefined {
  let at = message.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? HEADER_BYTES : 0;
  if (at === message.length) return undefined;
  const fields = message.readInt16BE(at);
  at += 2;
  if (fields < 0) return undefined;
  return Array.from({ length: fields }, () => {
    const length = message.readInt32BE(at);
    at += 4;
    if (length < 0) return undefined;
    const bytes = new Uint8Array(length);
    bytes.set(message.subarray(at, (at += length)));
    return bytes;
  });
}
