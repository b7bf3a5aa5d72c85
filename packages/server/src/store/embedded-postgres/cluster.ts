import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../../errors.ts';
import { type Account, runAs } from './account.ts';
import { type Binaries, exists } from './binaries.ts';

/** A database cluster on disk and what it takes to run it. */
export interface Cluster {
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
const UNSAFE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Creates the cluster where it is missing. It is built beside its place and moved there when it is whole, so one that was
 * cut short is never used; of two processes that do this at once, one wins and the other uses the winner's.
 */
export async function createCluster(cluster: Cluster): Promise<void> {
  if (await exists(path.join(cluster.dir, 'PG_VERSION'))) return handOver(cluster);
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
    if (await exists(path.join(cluster.dir, 'PG_VERSION'))) return;
    throw new OperatorError(`The database could not be created in ${cluster.dir}: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Gives a cluster of root's, as a restored copy is, to the account that runs it. */
async function handOver({ dir, account }: Cluster): Promise<void> {
  if (account === undefined || (await stat(dir)).uid !== 0) return;
  await runAs(undefined, 'chown', ['-R', `${account.uid}:${account.gid}`, dir]);
}

/** Starts the server and waits until it answers. Throws with what the server said when it did not come up. */
export async function startServer(cluster: Cluster, port: number): Promise<void> {
  const log = path.join(cluster.dir, 'server.log');
  const logged = await stat(log).then(
    ({ size }) => size,
    () => 0,
  );
  try {
    await runAs(cluster.account, cluster.binaries.pgCtl, [
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

/**
 * The port of the server that runs on the cluster, by the file that it keeps there; undefined when there is none or its
 * process is gone. A file whose process number now belongs to another program (as after a restart of a container) is
 * removed, because PostgreSQL itself would take that program for a running server.
 */
export async function findRunningPort(cluster: Cluster): Promise<number | undefined> {
  const file = path.join(cluster.dir, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [pidText = '', startedOn = '', , portText = ''] = text.split('\n');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
  if (!(await isServerOf(pid, startedOn))) {
    await rm(file, { force: true });
    return undefined;
  }
  const port = Number(portText);
  return port > 0 ? port : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
}

/** Whether a process is the server started on a folder; where that cannot be found out, the file is believed. */
async function isServerOf(pid: number, startedOn: string): Promise<boolean> {
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
