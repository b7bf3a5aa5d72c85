import { Socket } from 'node:net';
import pg from 'pg';
import { type ClusterIdentity, isServedBy } from './identity.ts';

/** Number of the advisory lock that every process using the server holds, shared. */
const IN_USE_LOCK = 7_205_759_403;

/**
 * A connection that says "this process uses the server". While any process holds a lease, no other one stops the server;
 * the server drops the lease of a process that dies.
 */
export interface Lease {
  /** Stops counting as a user; true when nobody else is one, and then nobody becomes one before `close`. */
  release(): Promise<boolean>;
  close(): Promise<void>;
}

const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * Takes a lease, or gives undefined when the server is starting, stopping or gone. Other faults are thrown, such as another
 * cluster's server that answers. A lease alone does not keep the process running.
 */
export async function takeLease(
  url: string,
  identity: ClusterIdentity,
  onLost: () => void,
): Promise<Lease | undefined> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lonja lease',
    keepAlive: true,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    stream: () => socket,
  });
  let held = false;
  client.on('error', () => undefined);
  client.on('end', () => {
    if (held) onLost();
    held = false;
  });
  try {
    await client.connect();
    if (!(await isServedBy(client, identity))) throw new Error('the server of another database answers');
    await client.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK]);
  } catch (fault) {
    await client.end().catch(() => undefined);
    if (isPassing(fault)) return undefined;
    throw fault;
  }
  held = true;
  socket.unref();
  return {
    async release() {
      if (!held) return false;
      held = false;
      socket.ref();
      await client.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK]);
      const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
        IN_USE_LOCK,
      ]);
      return rows[0].last;
    },
    async close() {
      held = false;
      await client.end().catch(() => undefined);
    },
  };
}

/** Refused or cut connections, and the server's own "starting up" and "shutting down" (class 57P). */
function isPassing(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const code = 'code' in fault ? String(fault.code) : '';
  return (
    code.startsWith('57P') ||
    code.startsWith('ECONN') ||
    /^(Connection terminated|timeout)/.test(fault.message)
  );
}
