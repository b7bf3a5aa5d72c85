import pg from 'pg';
import type { DeliveryDay } from '@lonja/forecasting/market';
import { OperatorError } from '../../ground/errors.ts';
import { type Db, openDatabase } from '../../ground/database/database.ts';
import { withDatabaseName } from '../../ground/database/database-address.ts';
import { connectHost } from '../../ground/database/database-hosts.ts';
import { migrate } from '../../ground/database/migrate.ts';

const MAX_CONNECTIONS = 8;
const NO_RIGHT = '42501';

/** The name of the database that the replay of a span lives in, beside the service's own. */
export function replayDatabaseName({ from, to }: { from: DeliveryDay; to: DeliveryDay }): string {
  return `lonja_replay_${from}_${to}`.replaceAll('-', '');
}

/** Opens the database of a replay on the service's server and makes it where it is not there; `isFresh` begins anew. */
export async function openReplayDatabase(
  serviceUrl: string,
  { name, isFresh }: { name: string; isFresh: boolean },
): Promise<{ db: Db; url: string }> {
  await ensureDatabase(serviceUrl, { name, isFresh });
  const url = withDatabaseName(serviceUrl, name);
  const db = openDatabase(url, { maxConnections: MAX_CONNECTIONS });
  await migrate(db);
  return { db, url };
}

async function ensureDatabase(
  serviceUrl: string,
  { name, isFresh }: { name: string; isFresh: boolean },
): Promise<void> {
  const client = await connectHost({ connectionString: serviceUrl });
  const quoted = client.escapeIdentifier(name);
  try {
    if (isFresh) await client.query(`drop database if exists ${quoted}`);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${quoted}`);
    // What a server that dies takes with it is a last second of steps, which are taken again.
    await client.query(`alter database ${quoted} set synchronous_commit to off`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NO_RIGHT) {
      throw new OperatorError(
        `The user of DATABASE_URL may not create the database ${name}; let its owner do so, or grant createdb.`,
      );
    }
    throw error;
  } finally {
    await client.end();
  }
}
