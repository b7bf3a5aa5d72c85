import type pg from 'pg';
import { connectHost } from './database-hosts.ts';

const ANSWER_MS = 5000;
/** A pooler that others use too may give the same session twice by chance. */
const TRIES = 8;

/**
 * Whether a pooler between lends out sessions by transaction, as PgBouncer in transaction mode: then notifications do not come, and what
 * is set in a session is lost. By what only such a pooler does: two open connections with one session, or one connection with two.
 */
export async function sharesSessions(databaseUrl: string): Promise<boolean> {
  const connect = () =>
    connectHost({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
  const first = await connect();
  try {
    const own = await sessionOf(first);
    // The server itself names its session when it lets a connection in; a pooler makes up a number.
    if (Reflect.get(first, 'processID') === own) return false;
    const second = await connect();
    try {
      for (let i = 0; i < TRIES; i++) {
        await second.query('begin');
        if ((await sessionOf(second)) === own || (await sessionOf(first)) !== own) return true;
        await second.query('commit');
      }
      return false;
    } finally {
      void second.end().catch(() => undefined);
    }
  } catch {
    // A pooler with one session for each connection may have none left for the second.
    return false;
  } finally {
    void first.end().catch(() => undefined);
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0].pid;
}
