import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { canEnter, findAccount } from './account.ts';
import { findBinaries, makeSharedFolder } from './binaries.ts';
import { findSurroundings } from './claim.ts';
import type { Cluster } from './cluster.ts';
import type { Wanted } from './ensure-running.ts';
import { hasRecordedCluster } from './has-cluster.ts';
import { keepRunning } from './keep-running.ts';
import { OWNER, ownerPassword, prepareOwner } from './owner.ts';
import { freePort } from './ports.ts';
import { type ClusterRecord, createRecord, findRecord } from './record.ts';
import { settleFolder } from './settle-folder.ts';

export interface EmbeddedPostgres {
  databaseUrl: string;
  /** The cluster's database `postgres`, as the user who may do anything: for what administers the server, not for the service. */
  adminUrl: string;
  /** Where its files are. */
  folder: string;
  /** Whether this process started the server, rather than finding it running. */
  startedHere: boolean;
  /** Gives the server up, and stops it when no other process uses it. Close every pool on it first. */
  stop(): Promise<void>;
}

/**
 * Makes PostgreSQL run on the data folder and gives its address, as an ordinary role that owns the database. A server that already runs there (started by another
 * process, or left over by one that was killed) is used as it is. Several processes may use one data folder at once;
 * the last one to stop stops the server. Processes in another container or on another machine may not: for them the folder is in use.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  onProgress?: (message: string) => void;
  /** Called when a server that was lost does not start again, as often as that is tried. */
  onFault?: (message: string) => void;
  /** See `Cluster.durable`. */
  durable?: boolean;
  /** See `takeClaim`. */
  patienceMs?: number;
}): Promise<EmbeddedPostgres> {
  const { onProgress = () => undefined, onFault = onProgress, durable = true, patienceMs } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const found = (await findRecord(dataDir)) ?? (await placeCluster(dataDir, onProgress));
  const isMade = await hasRecordedCluster(dataDir, found);
  const dir = await clusterDirOf(dataDir, found);
  const account = await findAccount(dir);
  const binaries = await findBinaries(account, onProgress);
  const cluster: Cluster = { dir, account, binaries, password: found.password, durable };
  const record = isMade ? await settleFolder(dataDir, found, cluster) : found;
  const here = await findSurroundings();
  const urlOn = (port: number, database = 'postgres') =>
    `postgres://postgres:${record.password}@127.0.0.1:${port}/${database}`;
  const wanted: Wanted = {
    dataDir,
    cluster,
    here,
    port: record.port,
    isPortFixed: false,
    urlOn,
    onProgress,
    patienceMs,
  };
  const kept = await keepRunning(wanted, onFault);
  const { port, startedHere } = kept.running;
  try {
    await settleFolder(dataDir, (await findRecord(dataDir)) ?? record, cluster);
    await prepareOwner((database) => urlOn(port, database), { password: ownerPassword(record.password) });
  } catch (error) {
    await kept.stop();
    throw error;
  }
  const databaseUrl = `postgres://${OWNER}:${ownerPassword(record.password)}@127.0.0.1:${port}/lonja`;
  return { databaseUrl, adminUrl: urlOn(port), folder: dir, startedHere, stop: () => kept.stop() };
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

/** The cluster's folder without symbolic links, whether it has been made or not. */
async function clusterDirOf(dataDir: string, { cluster }: ClusterRecord): Promise<string> {
  const dir = path.resolve(dataDir, cluster);
  await mkdir(path.dirname(dir), { recursive: true });
  return realpath(dir).catch(async () => path.join(await realpath(path.dirname(dir)), path.basename(dir)));
}
