import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type RunningService,
  readFirstRun,
  removeData,
  startSmallService,
} from '../../../e2e/running-service.ts';
import { createApiKey } from '../../../packages/server/src/people/access/create-identities.ts';
import { openDatabase } from '../../../packages/server/src/ground/database/database.ts';
import { freePort } from '../../../packages/server/test/free-port.ts';
import { untilReady } from '../until-ready.ts';

/** One service with small models on the simulator, which is stopped and started on the same port. */
export interface Installation {
  dataDir: string;
  port: number;
  baseUrl: string;
  /** Of the first tenant's administrator, without a limit that anybody here reaches. */
  key: string;
  /** With the usual limit of 60 requests a minute. */
  limitedKey: string;
  service(): RunningService;
  /** Starts it again, with its clock moved where that is asked for, and waits until it is ready. */
  start(clockMovedMs?: number): Promise<void>;
  /** Everything that its processes have printed. */
  log(): string;
  remove(): Promise<void>;
}

/** Between two forecasts, so that none falls due by itself. */
export const CLOCK_START = '2026-10-24T10:20:00Z';

/** The clock of a start: it goes on from `began` (ms of `performance.now()`) while nothing runs. */
export function clockAfter(began: number, movedMs = 0): string {
  return new Date(Date.parse(CLOCK_START) + performance.now() - began + movedMs).toISOString();
}

export async function createInstallation(
  settings: Record<string, string> = {},
  dataDir?: string,
): Promise<Installation> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'lonja-fault-')));
  // The database's own user must reach it.
  await chmod(folder, 0o755);
  const port = await freePort();
  const environment = {
    DATA_DIR: folder,
    PORT: String(port),
    SOURCES: 'simulator',
    STOP_NOTICE_S: '2',
    // As users have it: overload is told, not hidden.
    OVERLOAD_DELAY_MS: '1000',
    ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
    ...settings,
  };
  const outputs: RunningService[] = [];
  const began = performance.now();
  const start = async (clockMovedMs = 0) => {
    const clock = { CLOCK_START: clockAfter(began, clockMovedMs) };
    outputs.push(await startSmallService({ ...environment, ...clock }));
    await untilReady([port]);
  };
  await start();
  const databaseUrl = async () => settings['DATABASE_URL'] ?? (await findDatabase({ dataDir: folder })).url;
  const { admin_email: admin = '', api_key: limitedKey = '' } = await readFirstRun(folder);
  const key = await createKey(await databaseUrl(), admin);
  const service = () => outputs[outputs.length - 1];
  return {
    dataDir: folder,
    port,
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    key,
    limitedKey,
    service,
    start,
    log: () => outputs.map((run) => run.output()).join(''),
    async remove() {
      await service().stop('SIGTERM');
      await removeData(folder);
    },
  };
}

/** A key of a user's tenant without a limit that anybody here reaches. */
export async function createKey(databaseUrl: string, adminEmail: string): Promise<string> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  const { tenant_id: tenantId } = await db
    .selectFrom('app_user')
    .select('tenant_id')
    .where('email', '=', adminEmail)
    .executeTakeFirstOrThrow();
  const context = { db, clock: { now: () => Date.parse(CLOCK_START) } };
  const { key } = await createApiKey(context, {
    tenantId,
    label: 'faults',
    role: 'admin',
    requestsPerMinute: 100_000,
  });
  await db.destroy();
  return key;
}

/** The process of the embedded database, and its address. */
export async function findDatabase({ dataDir }: Pick<Installation, 'dataDir'>) {
  const record: { cluster: string; password: string } = JSON.parse(
    await readFile(path.join(dataDir, 'postgres.json'), 'utf8'),
  );
  const [pid, , , port] = (
    await readFile(path.resolve(dataDir, record.cluster, 'postmaster.pid'), 'utf8')
  ).split('\n');
  return { pid: Number(pid), url: `postgres://postgres:${record.password}@127.0.0.1:${port}/lonja` };
}

/** Whether a process is there and has not ended, even where nobody has asked yet how. */
export async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return state !== '' && !/\) Z /.test(state);
}

/** Waits until something holds. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string, ms = 120_000) {
  const deadline = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what}: not within ${ms / 1000} s`);
    await sleep(100);
  }
}
