import { mkdir } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../../errors.ts';
import { canEnter, findAccount } from './account.ts';
import { findBinaries, makeSharedFolder } from './binaries.ts';
import { type Cluster, createCluster, findRunningPort, startServer, stopServer } from './cluster.ts';
import { type Lease, takeLease } from './lease.ts';
import { freePort } from './ports.ts';
import { type ClusterRecord, createRecord, findRecord } from './record.ts';

const DATABASE_NAME = 'lonja';
const START_TIMEOUT_MS = 120_000;
const RETRY_MS = 50;

export interface EmbeddedPostgres {
  databaseUrl: string;
  /** Where its files are. */
  folder: string;
  /** Whether this process started the server, rather than finding it running. */
  startedHere: boolean;
  /** Gives the server up, and stops it when no other process uses it. Close every pool on it first. */
  stop(): Promise<void>;
}

/**
 * Makes PostgreSQL run on the data folder and gives its address. A server that already runs there (started by another
 * process, or left over by one that was killed) is used as it is. Several processes may use one data folder at once;
 * the last one to stop stops the server.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  onProgress?: (message: string, level?: 'info' | 'warn' | 'error') => void;
  /** See `Cluster.durable`. */
  durable?: boolean;
}): Promise<EmbeddedPostgres> {
  const { dataDir, onProgress = () => undefined, durable = true } = options;
  await mkdir(dataDir, { recursive: true });
  const record = (await findRecord(dataDir)) ?? (await placeCluster(dataDir, onProgress));
  const dir = path.resolve(dataDir, record.cluster);
  const account = await findAccount(dir);
  const binaries = await findBinaries(account, onProgress);
  const cluster: Cluster = { dir, account, binaries, password: record.password, durable };
  await createCluster(cluster);

  let stopped = false;
  const recover = () => {
    if (stopped) return;
    onProgress('The connection to the embedded PostgreSQL was lost; starting it again.', 'warn');
    lease = ensureRunning(cluster, record, recover).then(
      (again) => again.lease,
      (fault: unknown) => {
        onProgress(`The embedded PostgreSQL did not start again: ${String(fault)}`, 'error');
        return undefined;
      },
    );
  };
  const running = await ensureRunning(cluster, record, recover);
  let lease: Promise<Lease | undefined> = Promise.resolve(running.lease);
  await createDatabase(urlOf(record, running.port, 'postgres'));
  return {
    databaseUrl: urlOf(record, running.port, DATABASE_NAME),
    folder: dir,
    startedHere: running.startedHere,
    async stop() {
      if (stopped) return;
      stopped = true;
      const held = await lease;
      const isLast = await held?.release().catch(() => false);
      if (isLast === true) await stopServer(cluster);
      await held?.close();
    },
  };
}

/** Decides where the cluster lies: in the data folder or, where the server's user cannot reach that, in a shared folder. */
async function placeCluster(dataDir: string, onProgress: (message: string) => void): Promise<ClusterRecord> {
  const account = await findAccount(path.join(dataDir, 'postgres'));
  const port = await freePort();
  if (await canEnter(account, dataDir)) return createRecord(dataDir, 'postgres', port);
  const place = await makeSharedFolder(`data-${randomBytes(6).toString('hex')}`);
  const record = await createRecord(dataDir, path.join(place, 'postgres'), port);
  onProgress(`The database is kept in ${record.cluster}, because its user cannot reach ${dataDir}.`);
  return record;
}

async function ensureRunning(
  cluster: Cluster,
  record: ClusterRecord,
  onLost: () => void,
): Promise<{ lease: Lease; port: number; startedHere: boolean }> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let startedHere = false;
  let lastFault: unknown;
  while (performance.now() < deadline) {
    const port = await findRunningPort(cluster);
    if (port === undefined) {
      lastFault = await startServer(cluster, await freePort(record.port)).then(
        () => undefined,
        (fault: unknown) => fault,
      );
      startedHere = lastFault === undefined;
      if (lastFault !== undefined && !isPassing(lastFault)) break;
      if (startedHere) continue;
    } else {
      const lease = await takeLease(urlOf(record, port, 'postgres'), onLost).catch(async (cause: unknown) => {
        if (startedHere) await stopServer(cluster);
        throw new OperatorError(
          `The embedded PostgreSQL on ${cluster.dir} does not let the service in: ${String(cause)}`,
          { cause },
        );
      });
      if (lease !== undefined) return { lease, port, startedHere };
    }
    await sleep(RETRY_MS);
  }
  throw new OperatorError(
    `The embedded PostgreSQL did not start on ${cluster.dir}: ${
      lastFault instanceof Error ? lastFault.message : 'it does not answer'
    }`,
    { cause: lastFault },
  );
}

/** Another process starting the same cluster, processes of a killed server about to end, a port taken meanwhile. */
function isPassing(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    /lock file .* already exists|shared memory block|could not create any TCP\/IP sockets/.test(fault.message)
  );
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const known = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
    if (known.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } catch (fault) {
    const isDuplicate =
      fault instanceof Error && 'code' in fault && /^(42P04|23505)$/.test(String(fault.code));
    if (!isDuplicate) throw fault;
  } finally {
    await client.end();
  }
}

function urlOf(record: ClusterRecord, port: number, database: string): string {
  return `postgres://postgres:${record.password}@127.0.0.1:${port}/${database}`;
}
