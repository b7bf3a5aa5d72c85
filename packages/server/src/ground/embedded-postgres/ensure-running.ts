import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { areSame, findOwner, FolderInUse, PATIENCE_MS, type Surroundings, takeClaim } from './claim.ts';
import {
  type Cluster,
  createCluster,
  findServer,
  removeStalePidFile,
  startServer,
  stopServer,
} from './cluster.ts';
import { readSystemIdentifier } from './identity.ts';
import { type Lease, takeLease } from './lease.ts';
import { freePort } from './ports.ts';

const START_TIMEOUT_MS = 120_000;
const RETRY_MS = 50;

/** The server of a data folder and how to come by it. */
export interface Wanted {
  dataDir: string;
  cluster: Cluster;
  here: Surroundings;
  port: number;
  /** Whether the server must be on that port, because this process uses it there. */
  isPortFixed: boolean;
  urlOn: (port: number) => string;
  onProgress: (message: string) => void;
  /** See `takeClaim`. */
  patienceMs?: number | undefined;
}

export interface Running {
  lease: Lease;
  pid: number;
  port: number;
  startedHere: boolean;
}

/**
 * Takes a lease on the server of the data folder, which is started where it does not run, after its cluster was made where there is
 * none. Throws FolderInUse where it runs and this process cannot see it.
 */
export async function ensureRunning(wanted: Wanted, onLost: () => void): Promise<Running> {
  const { cluster } = wanted;
  const deadline = performance.now() + START_TIMEOUT_MS;
  const awaitOther = otherOwnerOf(wanted);
  let startedHere = false;
  let lastFault: unknown;
  while (performance.now() < deadline) {
    const server = await findServer(cluster);
    if (server === undefined) {
      const started = await start(wanted);
      lastFault = started.fault ?? lastFault;
      startedHere = started.outcome === 'started';
      if (started.outcome === 'failed') break;
      if (startedHere) continue;
      if (started.outcome === 'held') await awaitOther();
    } else if (server.port !== undefined) {
      if (wanted.isPortFixed && server.port !== wanted.port)
        throw new Error(otherPortText(wanted, server.port));
      const lease = await leaseOn(wanted, server.port, { startedHere, onLost });
      if (lease !== undefined) return { lease, pid: server.pid, port: server.port, startedHere };
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

/** Starts the server where nobody else has claimed the folder. */
async function start(
  wanted: Wanted,
): Promise<{ outcome: 'started' | 'held' | 'again' | 'failed'; fault?: unknown }> {
  const { dataDir, cluster, here, onProgress, patienceMs } = wanted;
  const claim = await takeClaim(dataDir, { here, onWait: onProgress, patienceMs });
  if (claim === undefined) return { outcome: 'held' };
  try {
    if ((await findServer(cluster)) !== undefined) return { outcome: 'again' };
    await claim.sign();
    await createCluster(cluster);
    await removeStalePidFile(cluster);
    const port = await freePort(wanted.port);
    if (wanted.isPortFixed && port !== wanted.port) throw new Error(takenPortText(wanted.port));
    await startServer(cluster, port, claim.fd);
    return { outcome: 'started' };
  } catch (fault) {
    if (fault instanceof OperatorError) throw fault;
    return { outcome: isPassing(fault) ? 'again' : 'failed', fault };
  } finally {
    await claim.close();
  }
}

async function leaseOn(
  { cluster, urlOn }: Wanted,
  port: number,
  { startedHere, onLost }: { startedHere: boolean; onLost: () => void },
): Promise<Lease | undefined> {
  const identity = { systemIdentifier: await readSystemIdentifier(cluster.dir), dir: cluster.dir };
  return takeLease(urlOn(port), identity, onLost).catch(async (cause: unknown) => {
    if (startedHere) await stopServer(cluster);
    throw new OperatorError(
      `The embedded PostgreSQL on ${cluster.dir} does not let the service in at port ${port}: ${String(cause)}`,
      { cause },
    );
  });
}

/** Whether to wait on for somebody who has the folder: those whom this process sees will be done; others have a while to stop. */
function otherOwnerOf({ dataDir, here, onProgress, patienceMs = PATIENCE_MS }: Wanted) {
  let seenAt: number | undefined;
  return async () => {
    const owner = await findOwner(dataDir);
    if (owner === undefined || areSame(owner, here)) return;
    if (seenAt === undefined) {
      seenAt = performance.now();
      onProgress(`${new FolderInUse(dataDir, owner).message} Waiting whether it is being stopped.`);
    }
    if (performance.now() - seenAt >= patienceMs) throw new FolderInUse(dataDir, owner);
  };
}

function takenPortText(port: number): string {
  return (
    `another program listens on port ${port} of 127.0.0.1, where this process uses the database; ` +
    'end that program, or restart this one, which then takes another port'
  );
}

function otherPortText({ port }: Wanted, found: number): string {
  return `the database is now on port ${found} instead of ${port}; restart this process, which then finds it there`;
}

/** Another process starting the same cluster, processes of a killed server about to end, a port taken meanwhile. */
function isPassing(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    /lock file .* already exists|shared memory block|could not create any TCP\/IP sockets/.test(fault.message)
  );
}
