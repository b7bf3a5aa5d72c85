import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AUCTIONS } from '@lonja/forecasting/market';
import { makeRecords } from './make-records.ts';
import { type Records, ROUTES } from './routes.ts';

export const CALLS = 20;
const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));

export interface RunningService {
  baseUrl: string;
  pid: number;
  answersS: number;
  readyS: number;
  stop(): Promise<void>;
}

/** The service as `npm start` runs it, with its embedded server, which stops with it. */
export async function startService(environment: Record<string, string>): Promise<RunningService> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const baseUrl = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, ...environment, PORT: String(port), STOP_NOTICE_S: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const answersS = await until(child, `${baseUrl}/api/v1/health`, startedAt);
  const readyS = await until(child, `${baseUrl}/api/v1/ready`, startedAt);
  return {
    baseUrl,
    pid: child.pid ?? 0,
    answersS,
    readyS,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function until(child: ChildProcess, url: string, startedAt: number): Promise<number> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok === true) return (performance.now() - startedAt) / 1000;
    if (child.exitCode !== null) throw new Error(`The service has ended with code ${child.exitCode}.`);
    await sleep(20);
  }
}

export interface Timing {
  path: string;
  status: number;
  p50: number;
  p95: number;
  /** Of the service and its database's server, ms a call. */
  processorMs: number;
  bytes: number;
}

/** Calls every route of a service that was just started, and gives the times of all calls but the first. */
export async function measureRoutes(
  { baseUrl, pid }: Pick<RunningService, 'baseUrl' | 'pid'>,
  dataDir: string,
  report: (text: string) => void,
): Promise<Timing[]> {
  const firstRun: unknown = JSON.parse(await readFile(path.join(dataDir, 'first-run.json'), 'utf8'));
  const { tokens, records } = await makeRecords(`${baseUrl}/api/v1`, dataDir, firstRun);
  // What a start has left to do is done by then.
  await sleep(20_000);
  const timings: Timing[] = [];
  for (const route of ROUTES) {
    const headers = route.as === 'nobody' ? {} : { authorization: `Bearer ${tokens[route.as]}` };
    const times: number[] = [];
    let [status, bytes, spent] = [0, 0, 0];
    // The first call warms up.
    for (let call = 0; call <= CALLS; call++) {
      const url = `${baseUrl}/api/v1${fillIn(route.path, { ...records, ...variables(call) })}`;
      if (call === 1) spent = -(await spentMs([pid, await serverOf(dataDir)]));
      const startedAt = performance.now();
      const reply = await fetch(url, { headers });
      const text = await reply.text();
      if (call > 0) times.push(performance.now() - startedAt);
      if (call === 1) [status, bytes] = [reply.status, text.length];
      if (call === 1 && status !== 200) report(`${status} ${url} ${text.slice(0, 300)}`);
    }
    const processorMs = (spent + (await spentMs([pid, await serverOf(dataDir)]))) / CALLS;
    times.sort((a, b) => a - b);
    timings.push({
      path: route.path,
      status,
      bytes,
      processorMs,
      p50: times[CALLS / 2],
      p95: times[CALLS - 2],
    });
  }
  return timings;
}

/** Days of the last two years, a month and a day apart. */
function variables(call: number): Records {
  const day = Date.parse('2026-03-30') - call * 32 * 86_400_000;
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return {
    call: String(call + 1),
    day: dayOf(day),
    from: dayOf(day - 89 * 86_400_000),
    instant: new Date(day).toISOString(),
    hours: String(24 + call),
    hourOfDay: String(call),
    product: AUCTIONS[call % AUCTIONS.length],
  };
}

function fillIn(template: string, values: Records): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** The process of the embedded server. */
async function serverOf(dataDir: string): Promise<number> {
  const { cluster } = Object(JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8')));
  const folder = path.resolve(dataDir, typeof cluster === 'string' ? cluster : 'postgres');
  return Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Processor time of processes and of their children, those that have ended among them, ms; Linux counts it in hundredths of a second. */
async function spentMs(pids: readonly number[]): Promise<number> {
  let ticks = 0;
  for (const name of await readdir('/proc')) {
    const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    if (pids.includes(Number(name))) ticks += user + system + childUser + childSystem;
    else if (pids.includes(parent)) ticks += user + system;
  }
  return ticks * 10;
}
