import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../errors.ts';
import { type Account, runAs, runInheriting } from './account.ts';
import { type Binaries, exists } from './binaries.ts';

/** A database cluster on disk and what it takes to run it. */
export interface Cluster {
  /** Without symbolic links. */
  dir: string;
  account: Account;
  binaries: Binaries;
  password: string;
  /** False only for throwaway clusters: nothing is forced to disk, so a crash of the machine loses data. */
  durable: boolean;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The usual 4 is that of discs that seek: with it the server sorts again what an index has in order.
  random_page_cost: '1.1',
};
/** A longer log of the server is put aside at its next start. */
const LARGEST_LOG_BYTES = 10e6;
const UNSAFE_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Every connection repeats them, and nobody shall be kept from guessing the password of a cluster that is thrown away.
  scram_iterations: '1',
};

/**
 * Makes the cluster in its place. It is built beside its place and moved there when it is whole, so one that was
 * cut short is never used; of two processes that do this at once, one wins and the other uses the winner's.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  if (await isWhole(cluster.dir)) return handOver(cluster);
  const draft = `${cluster.dir}.${randomBytes(6).toString('hex')}`;
  const passwordFile = `${draft}.password`;
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await writeFile(passwordFile, cluster.password, { mode: 0o600 });
    if (cluster.account !== undefined) {
      await chown(draft, cluster.account.uid, cluster.account.gid);
      await chown(passwordFile, cluster.account.uid, cluster.account.gid);
    }
    await runAs(cluster.account, cluster.binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(cluster.durable ? [] : ['--no-sync']),
      ...Object.entries({ ...SETTINGS, ...(cluster.durable ? {} : UNSAFE_SETTINGS) }).map(
        ([name, value]) => `--set=${name}=${value}`,
      ),
    ]);
    await rename(draft, cluster.dir);
  } catch (cause) {
    if (await isWhole(cluster.dir)) return;
    throw new OperatorError(`The database could not be created in ${cluster.dir}: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Whether a folder has a cluster. One whose making was cut short is none. */
export async function isWhole(clusterDir: string): Promise<boolean> {
  return exists(path.join(clusterDir, 'PG_VERSION'));
}

/** Gives a cluster of root's, as a restored copy is, to the account that runs it. */
async function handOver({ dir, account }: Cluster): Promise<void> {
  if (account === undefined || (await stat(dir)).uid !== 0) return;
  await runAs(undefined, 'chown', ['-R', `${account.uid}:${account.gid}`, dir]);
}

/**
 * Starts the server and waits until it answers. Throws with what the server said when it did not come up. The server inherits
 * the open file `fd` and keeps it open.
 */
export async function startServer(cluster: Cluster, port: number, fd: number): Promise<void> {
  const log = path.join(cluster.dir, 'server.log');
  const sizeOfLog = () =>
    stat(log).then(
      ({ size }) => size,
      () => 0,
    );
  if ((await sizeOfLog()) > LARGEST_LOG_BYTES) await rename(log, `${log}.old`);
  const logged = await sizeOfLog();
  try {
    await runInheriting(fd, cluster.account, cluster.binaries.pgCtl, [
      'start',
      `--pgdata=${cluster.dir}`,
      `--log=${log}`,
      '--wait',
      '--timeout=120',
      `--options=-p ${port}`,
    ]);
  } catch (cause) {
    const said = await readFile(log).then(
      (bytes) => bytes.subarray(logged).toString('utf8').trim(),
      () => reasonOf(cause),
    );
    throw new Error(said === '' ? reasonOf(cause) : said, { cause });
  }
}

/** Stops the server: sessions are ended, what was committed is on disk. */
export async function stopServer(cluster: Cluster): Promise<void> {
  await runAs(cluster.account, cluster.binaries.pgCtl, [
    'stop',
    `--pgdata=${cluster.dir}`,
    '--mode=fast',
    '--wait',
    '--timeout=60',
  ]);
}

/** A server process, and its port once it listens. */
export interface FoundServer {
  pid: number;
  port: number | undefined;
}

/**
 * The server that runs on the cluster, by the file that it keeps there; undefined when there is none among the processes that this
 * one sees. A file that came with a copy of another cluster names that one's folder.
 */
export async function findServer(cluster: Cluster): Promise<FoundServer | undefined> {
  const { pid, startedOn, port } = await readPidFile(cluster);
  if (!isAlive(pid) || !(await isServerOn(cluster, { pid, startedOn }))) return undefined;
  return { pid, port: port > 0 ? port : undefined };
}

/** Whether the cluster was left, or copied, without its server having been stopped in order. */
export async function wasLeftRunning(cluster: Cluster): Promise<boolean> {
  return exists(pidFileOf(cluster));
}

/**
 * Removes the server's file where its process number belongs to another program, as in a new container: PostgreSQL would take that
 * program for a running server. Call it only with the claim on the cluster, because without that file a second server would start.
 */
export async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const { pid, startedOn } = await readPidFile(cluster);
  if (isAlive(pid) && !(await isServerOn(cluster, { pid, startedOn })))
    await rm(pidFileOf(cluster), { force: true });
}

function pidFileOf({ dir }: Cluster): string {
  return path.join(dir, 'postmaster.pid');
}

async function readPidFile(cluster: Cluster): Promise<{ pid: number; startedOn: string; port: number }> {
  const text = await readFile(pidFileOf(cluster), 'utf8').catch(() => '');
  const [pid = '', startedOn = '', , port = ''] = text.split('\n');
  return { pid: Number(pid), startedOn, port: Number(port) };
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
}

/** Whether a process is the server started on the cluster; where that cannot be found out, its file is believed. */
async function isServerOn(
  cluster: Cluster,
  { pid, startedOn }: { pid: number; startedOn: string },
): Promise<boolean> {
  if ((await realpath(startedOn).catch(() => undefined)) !== cluster.dir) return false;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    runAs(undefined, 'ps', ['-p', String(pid), '-o', 'args=']).catch(() => undefined),
  );
  return command === undefined || command.includes(startedOn);
}

function reasonOf(fault: unknown): string {
  if (
    fault instanceof Error &&
    'stderr' in fault &&
    typeof fault.stderr === 'string' &&
    fault.stderr !== ''
  ) {
    return fault.stderr.trim();
  }
  return fault instanceof Error ? fault.message : String(fault);
}
