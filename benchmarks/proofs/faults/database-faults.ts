import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openSession } from '../../../packages/server/src/ground/database/session.ts';
import { hasDebianPostgres, startDebianPostgres } from '../debian-postgres.ts';
import { type Fault, underLoad } from './fault.ts';
import { CLOCK_START, createInstallation, findDatabase, type Installation } from './installation.ts';
import { doctorSays } from './observer.ts';

const run = promisify(execFile);
const FROZEN_MS = 20_000;
const LOCKED_MS = 10_000;
const STOPPED_MS = 60_000;
const FULL_MS = 10_000;
/** Between the end of one host and the promotion of the other. */
const UNPROMOTED_MS = 5000;
/** Room for the database and its write-ahead log. */
const DISK_MB = 1500;
/** A service without database says so once and then counts. */
const LINES_WITHOUT_DATABASE = 60;

const SECRETS = {
  SESSION_SECRET: randomBytes(32).toString('base64url'),
  SEALING_KEYS: randomBytes(32).toString('base64url'),
};

export const DATABASE_FAULTS: readonly Fault[] = [
  {
    name: 'database killed',
    run: (shared) =>
      underLoad(shared, { promise: 'the embedded database is killed', backWithinS: 30 }, async () => {
        process.kill((await findDatabase(shared)).pid, 'SIGKILL');
      }),
  },
  {
    name: 'database frozen',
    run: (shared) =>
      underLoad(
        shared,
        { promise: `the database is frozen for ${FROZEN_MS / 1000} s`, backWithinS: 15 },
        async () => {
          const { pid } = await findDatabase(shared);
          const { stdout } = await run('pgrep', ['-P', String(pid)]);
          const frozen = [pid, ...stdout.trim().split('\n').map(Number)];
          signal(frozen, 'SIGSTOP');
          await sleep(FROZEN_MS);
          signal(frozen, 'SIGCONT');
          return performance.now();
        },
      ),
  },
  {
    name: 'table locked',
    run: (shared) =>
      underLoad(
        shared,
        { promise: `a table is locked for ${LOCKED_MS / 1000} s`, backWithinS: 5 },
        async () => {
          const session = await openSession((await findDatabase(shared)).url);
          await session.client.query('begin');
          await session.client.query('lock table site in access exclusive mode');
          await sleep(LOCKED_MS);
          await session.client.query('rollback');
          await session.close();
          return performance.now();
        },
      ),
  },
  {
    name: 'database stopped for a minute',
    skip: () => (hasDebianPostgres() ? undefined : 'no PostgreSQL of the system here'),
    async run() {
      await using parts = new AsyncDisposableStack();
      const postgres = await startDebianPostgres();
      parts.defer(() => postgres.stop());
      const installation = await createInstallation({ DATABASE_URL: postgres.url, ...SECRETS });
      parts.defer(() => installation.remove());
      let lines = 0;
      const promised = await underLoad(
        installation,
        { promise: 'a database elsewhere is stopped for a minute', backWithinS: 15 },
        async () => {
          const before = installation.log().length;
          await postgres.stopPrimary();
          await sleep(STOPPED_MS);
          // Those of requests are each request's own.
          lines = installation
            .log()
            .slice(before)
            .split('\n')
            .filter((line) => line !== '' && !line.includes('"msg":"request"')).length;
          await postgres.startPrimary();
          return performance.now();
        },
      );
      return {
        promise: `${promised.promise}, and at most ${LINES_WITHOUT_DATABASE} lines of log about it`,
        seen: `${promised.seen}; ${lines} lines of log beside those of requests`,
        holds: promised.holds && lines <= LINES_WITHOUT_DATABASE,
      };
    },
  },
  {
    name: 'fail-over to the second host',
    skip: () => (hasDebianPostgres() ? undefined : 'no PostgreSQL of the system here'),
    async run() {
      await using parts = new AsyncDisposableStack();
      const postgres = await startDebianPostgres();
      parts.defer(() => postgres.stop());
      const [first, second] = [new URL(postgres.url), new URL(postgres.replicaUrl)];
      const variables = {
        DATABASE_URL: `postgresql://postgres@${first.host},${second.host}/lonja?target_session_attrs=read-write`,
        ...SECRETS,
      };
      const installation = await createInstallation(variables);
      parts.defer(() => installation.remove());
      const doctor = () =>
        doctorSays({ ...variables, DATA_DIR: installation.dataDir, CLOCK_START }, ['database hosts']);
      const before = await doctor();
      let between = '';
      const promised = await underLoad(
        installation,
        {
          promise: `the first of two hosts in DATABASE_URL is stopped, the second promoted ${UNPROMOTED_MS / 1000} s later`,
          backWithinS: 10,
        },
        async () => {
          await postgres.stopPrimary();
          await sleep(UNPROMOTED_MS);
          const { status } = await readForecast(installation);
          between = `a read before the promotion ${status}`;
          await postgres.promoteReplica();
          return performance.now();
        },
      );
      const after = await doctor();
      const move = `"to":"${second.host}"`;
      return {
        promise: `${promised.promise}; a read is answered before that, the log and doctor name the hosts`,
        seen: `${promised.seen}; ${between}; doctor before: ${before}; after: ${after}`,
        holds:
          promised.holds &&
          between.endsWith('200') &&
          before.includes('ok') &&
          after.includes('warning') &&
          installation.log().includes(move),
      };
    },
  },
  {
    name: 'disk full',
    skip: () => (process.getuid?.() === 0 ? undefined : 'only root mounts a small disk'),
    async run() {
      await using parts = new AsyncDisposableStack();
      const disk = await mkdtemp(path.join(tmpdir(), 'lonja-disk-'));
      parts.defer(() => rm(disk, { recursive: true }));
      await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]);
      parts.defer(async () => void (await run('umount', ['-l', disk])));
      const data = path.join(disk, 'data');
      await chmod(disk, 0o755);
      await mkdir(data);
      const installation = await createInstallation({}, data);
      parts.defer(async () => void (await installation.service().stop('SIGTERM')));
      return await underLoad(
        installation,
        { promise: `the disk is full for ${FULL_MS / 1000} s`, backWithinS: 60 },
        async () => {
          const { bavail, bsize } = await statfs(disk);
          const filler = path.join(disk, 'filler');
          await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
          await sleep(FULL_MS);
          await rm(filler);
          return performance.now();
        },
      );
    },
  },
];

async function readForecast({ baseUrl, key }: Installation): Promise<Response> {
  return fetch(`${baseUrl}/forecasts/latest?market_id=es&product=da`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(10_000),
  });
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // One that has ended since.
    }
  }
}
