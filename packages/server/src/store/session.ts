import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

/** One connection. `db` and `client` are the same one, so that a transaction of `db` holds what `client` copies too. */
export interface Session {
  db: Db;
  client: pg.Client;
  close(): Promise<void>;
}

/** Limits that a role or a database may have are for requests, and text must not depend on what a server prefers. */
const SETTINGS = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  row_security: 'off',
};
/** What a close waits for a statement that is under way. */
const CLOSING_MS = 1000;

/** Connects for work whose statements must all run on one connection, such as COPY in a transaction. */
export async function openSession(databaseUrl: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'lonja-copy',
    keepAlive: true,
    client_encoding: 'UTF8',
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // A connection that breaks fails its query; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const lent = Object.assign(client, { release: () => undefined });
  const pool = { options: {}, connect: async () => lent, end: async () => {} };
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    client,
    async close() {
      const cut = setTimeout(() => client.connection.stream.destroy(), CLOSING_MS);
      await client.end().catch(() => undefined);
      clearTimeout(cut);
    },
  };
}
