import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../packages/server/test/free-port.ts';
import type { Program } from './releases.ts';

const START_MS = 180_000;

/** A running process of an installation. */
export interface Service {
  name: string;
  baseUrl: string;
  child: ChildProcess;
  log: string;
}

/** Where an installation keeps its data, and what its processes have in common. */
export interface Place {
  /** Data folder; without `databaseUrl` the database is in it. */
  dataDir: string;
  databaseUrl?: string;
  /** Further settings. */
  settings?: Record<string, string>;
  /** How far the service's clock is ahead of the machine's. */
  aheadMs: number;
}

/** Starts a program as a service; it may not answer yet. */
export async function launch(program: Program, place: Place): Promise<Service> {
  const { PATH = '', HOME = '' } = process.env;
  await mkdir(place.dataDir, { recursive: true });
  const port = await freePort();
  const log = path.join(path.dirname(place.dataDir), `${path.basename(place.dataDir)}-${program.name}.log`);
  const output = openSync(log, 'a');
  const clock = new Date(Date.now() + place.aheadMs).toISOString();
  const child = spawn(program.node, [program.service], {
    cwd: program.folder,
    env: {
      PATH,
      HOME,
      SOURCES: 'simulator',
      ALLOW_PRIVATE_WEBHOOK_TARGETS: 'true',
      STOP_NOTICE_S: '0',
      ...place.settings,
      DATA_DIR: place.dataDir,
      PORT: String(port),
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      ...(place.aheadMs !== 0 && { CLOCK_START: clock }),
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return { name: program.name, baseUrl: `http://127.0.0.1:${port}`, child, log };
}

/** Waits until a service says that it is ready. */
export async function untilReady({ name, baseUrl, child, log }: Service): Promise<void> {
  const deadline = performance.now() + START_MS;
  const isReady = () =>
    fetch(`${baseUrl}/api/v1/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      const said = (await readFile(log, 'utf8')).slice(-1500);
      throw new Error(`The ${name} release did not become ready (${log}):\n${said}`);
    }
    await sleep(200);
  }
}

/** Starts a program as a service and waits until it is ready. */
export async function start(program: Program, place: Place): Promise<Service> {
  const service = await launch(program, place);
  await untilReady(service);
  return service;
}

/** Ends a service as an operator does. Gives its exit code. */
export async function stop({ child }: Service): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  return child.exitCode;
}

/** Address of the database of an installation; that of an embedded one is in its data folder. */
export async function databaseOf({ dataDir, databaseUrl }: Place): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  const { password, port } = JSON.parse(await readFile(path.join(dataDir, 'postgres.json'), 'utf8'));
  return `postgres://postgres:${password}@127.0.0.1:${port}/lonja`;
}
