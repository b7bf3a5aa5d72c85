import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../packages/server/test/free-port.ts';

const run = promisify(execFile);
const VERSIONS = [18, 17, 16, 15];

/** A PostgreSQL of Debian's packages with a streaming replica, in a folder that goes with it. */
export interface DebianPostgres {
  version: string;
  url: string;
  replicaUrl: string;
  /** Stops the first server alone, as an outage does. */
  stopPrimary(): Promise<void>;
  startPrimary(): Promise<void>;
  /** Makes the replica a primary, which goes on where the first server ended. */
  promoteReplica(): Promise<void>;
  /** Lets the replica take what the first server sends without applying it, until `resumeReplay`. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both servers. Throws with what to install where there is no server. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const version = findVersion();
  if (version === undefined) throw new Error('There is no PostgreSQL here; apt-get install postgresql.');
  const program = (name: string) => `/usr/lib/postgresql/${version}/bin/${name}`;
  const asOwner = await ownerOptions();
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-proof-'));
  await chmod(folder, 0o755);
  const primary = path.join(folder, 'primary');
  const replica = path.join(folder, 'replica');
  for (const dir of [primary, replica]) {
    await mkdir(dir, { mode: 0o700 });
    if (asOwner.uid !== undefined) await chown(dir, asOwner.uid, asOwner.gid ?? 0);
  }
  const [port, replicaPort] = [await freePort(), await freePort()];
  await run(program('initdb'), ['-D', primary, '-U', 'postgres', '--auth=trust', '--encoding=UTF8'], asOwner);
  const settings = "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 200\n";
  await appendFile(path.join(primary, 'postgresql.conf'), settings);
  await writeFile(
    path.join(primary, 'pg_hba.conf'),
    'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n',
  );
  const start = async (dir: string, on: number) => {
    const options = ['-w', '-D', dir, '-l', path.join(dir, 'log'), '-o', `-p ${on}`];
    await run(program('pg_ctl'), ['start', ...options], asOwner);
  };
  const stop = async (dir: string) => {
    await run(program('pg_ctl'), ['stop', '-w', '-D', dir, '-m', 'fast'], asOwner);
  };
  await start(primary, port);
  await run(program('createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'lonja'], asOwner);
  const source = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  await run(
    program('pg_basebackup'),
    [...source, '-D', replica, '-R', '-X', 'stream', '--checkpoint=fast'],
    asOwner,
  );
  await start(replica, replicaPort);
  const atReplica = async (call: string) => {
    const place = ['-h', '127.0.0.1', '-p', String(replicaPort), '-U', 'postgres', '-d', 'lonja'];
    const called = run(program('psql'), [...place, '-c', `select ${call}()`], asOwner);
    // The call takes effect; what it sets off can cancel the statement itself.
    await called.catch((error: unknown) => {
      if (!String(error).includes('conflict with recovery')) throw error;
    });
  };
  return {
    version: String(version),
    url: `postgres://postgres@127.0.0.1:${port}/lonja`,
    replicaUrl: `postgres://postgres@127.0.0.1:${replicaPort}/lonja`,
    stopPrimary: () => stop(primary),
    startPrimary: () => start(primary, port),
    promoteReplica: async () =>
      void (await run(program('pg_ctl'), ['promote', '-w', '-D', replica], asOwner)),
    pauseReplay: () => atReplica('pg_wal_replay_pause'),
    resumeReplay: () => atReplica('pg_wal_replay_resume'),
    async stop() {
      for (const dir of [replica, primary]) {
        if (existsSync(path.join(dir, 'postmaster.pid'))) await stop(dir);
      }
      await rm(folder, { recursive: true });
    },
  };
}

export function hasDebianPostgres(): boolean {
  return findVersion() !== undefined;
}

function findVersion(): number | undefined {
  return VERSIONS.find((candidate) => existsSync(`/usr/lib/postgresql/${candidate}/bin/postgres`));
}

/** PostgreSQL refuses to run as root. */
async function ownerOptions(): Promise<{ uid?: number; gid?: number; cwd: string }> {
  if (process.getuid?.() !== 0) return { cwd: '/' };
  const uid = await run('id', ['-u', 'postgres']);
  const gid = await run('id', ['-g', 'postgres']);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout), cwd: '/' };
}
