import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const MAIN = path.join(PROJECT, 'packages/server/src/main.ts');
const SMALL = path.join(PROJECT, 'packages/server/test/small-service.ts');
const LONJA = path.join(PROJECT, 'packages/cli/bin/lonja.mjs');
const MOST_TRIES = 10;
const START_MS = 9 * 60_000;
/** What tests start with: no waiting, no made-up past, and no request turned away because the machine is busy with other tests. */
const CALM = { PORT: '0', STOP_NOTICE_S: '0', SIMULATED_PAST_DAYS: '0', OVERLOAD_DELAY_MS: '0' };

export interface RunningService {
  baseUrl: string;
  /** The service's own process, or that of npm which runs it. */
  process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Asks again, as often as a patient client, where the service is too busy for an answer. */
  get(route: string, key?: string): Promise<Response>;
  /** Ends the process and gives its exit code, null after SIGKILL. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts the service as `npm start` does, on a free port, and waits until it says where it answers. */
export function startService(environment: Record<string, string>): Promise<RunningService> {
  return startProgram(process.execPath, [MAIN], environment);
}

/** Starts it by `npm start` itself. */
export function startByNpm(environment: Record<string, string>): Promise<RunningService> {
  return startProgram('npm', ['start'], environment);
}

/** The same with models that are fitted in a moment. */
export function startSmallService(environment: Record<string, string>): Promise<RunningService> {
  return startProgram(process.execPath, [SMALL], environment);
}

async function startProgram(
  program: string,
  args: string[],
  environment: Record<string, string>,
): Promise<RunningService> {
  const env = environmentOf({ ...CALM, ...environment });
  const child = spawn(program, args, { env, cwd: PROJECT });
  let output = '';
  const answered = new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Lonja answers on ([^\s"]+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('exit', (code) => reject(new Error(`The service ended with code ${code}:\n${output}`)));
  });
  const patience = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const baseUrl = await answered.finally(() => clearTimeout(patience));
  return {
    baseUrl,
    process: child,
    output: () => output,
    async get(route, key) {
      const headers: Record<string, string> = key === undefined ? {} : { Authorization: `Bearer ${key}` };
      for (let tries = 1; ; tries++) {
        const reply = await fetch(`${baseUrl}/api/v1${route}`, { headers });
        const retryAfter = reply.headers.get('retry-after');
        if (reply.status !== 503 || retryAfter === null || tries === MOST_TRIES) return reply;
        await sleep(1000 * Number(retryAfter));
      }
    },
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      const [code] = await exited;
      return typeof code === 'number' ? code : null;
    },
  };
}

/** Runs a `lonja` command to its end. */
export async function runLonja(
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [LONJA, ...args], { env: environmentOf(environment) });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, stdout, stderr };
}

/** Removes a data folder and its database, which root's lies outside of it (see `postgres.json`). */
export async function removeData(dataDir: string): Promise<void> {
  const record = await readFile(path.join(dataDir, 'postgres.json'), 'utf8').catch(() => undefined);
  if (record !== undefined) {
    const { cluster }: { cluster: string } = JSON.parse(record);
    await rm(path.resolve(dataDir, cluster), { recursive: true, force: true });
  }
  await rm(dataDir, { recursive: true, force: true });
}

export async function readFirstRun(dataDir: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(path.join(dataDir, 'first-run.json'), 'utf8'));
}

/** Nothing of the machine's settings, except where Node keeps what it has compiled. */
function environmentOf(environment: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment };
}
