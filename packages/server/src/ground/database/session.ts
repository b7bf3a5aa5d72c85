import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { connectHost } from './database-hosts.ts';
import type { Db } from './database.ts';
import { bytesOf, findLost } from './find-lost.ts';
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
/** How often a connection on which something is under way, and nothing came or went since, is asked for on a new one. */
const LOOK_EVERY_MS = 4000;
/** What a close waits for a statement that is under way. */
const CLOSING_MS = 1000;

/**
 * Connects for work whose statements must all run on one connection, such as COPY in a transaction. A connection that is lost without a
 * word fails what is under way on it, as one that broke.
 */
export async function openSession(databaseUrl: string): Promise<Session> {
  const config: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'lonja-copy',
    keepAlive: true,
    client_encoding: 'UTF8',
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const client = await connectHost(config);
  const watching = watchConnection(client, config);
  const lent = Object.assign(client, { release: () => undefined });
  const pool = { options: {}, connect: async () => lent, end: async () => {} };
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
    client,
    async close() {
      clearInterval(watching);
      const cut = setTimeout(() => client.connection.stream.destroy(), CLOSING_MS);
      await client.end().catch(() => undefined);
      clearTimeout(cut);
    },
  };
}

function watchConnection(client: pg.Client, config: pg.ClientConfig): NodeJS.Timeout {
  let bytes = 0;
  let isLooking = false;
  const look = async () => {
    const isStill = bytesOf(client) === bytes;
    bytes = bytesOf(client);
    if (!isStill || !isBusy(client)) return;
    const found = await findLost(config, [{ client, isStill }], LOOK_EVERY_MS / 2);
    if (found?.lost.has(client) === true && bytesOf(client) === bytes && isBusy(client)) {
      client.connection.stream.destroy(new Error('Connection terminated: nothing comes back on it'));
    }
    await found?.end();
  };
  return setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  }, LOOK_EVERY_MS).unref();
}

/** Whether a statement is under way. pg tells it by a property without a type. */
function isBusy(client: pg.Client): boolean {
  return Reflect.get(client, 'readyForQuery') === false;
}
