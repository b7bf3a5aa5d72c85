import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Fault } from './fault.ts';
import { CLOCK_START, findDatabase, type Installation } from './installation.ts';

const PROGRAM = fileURLToPath(new URL('../../../packages/server/test/small-service.ts', import.meta.url));
/** As in another container. */
const IN_NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child'];

export const START_FAULTS: readonly Fault[] = [
  {
    name: 'data folder used twice',
    skip: () =>
      spawnSync('unshare', [...IN_NAMESPACE, 'true']).status === 0
        ? undefined
        : 'this process may not make process namespaces',
    async run(shared) {
      const second = await tryStart({ DATA_DIR: shared.dataDir }, ['unshare', ...IN_NAMESPACE]);
      return refused('a second container starts on the data folder', { ...second, shared });
    },
  },
  {
    name: 'data folder copied',
    async run(shared) {
      const copy = await copyOf(shared);
      const second = await tryStart({ DATA_DIR: copy });
      await rm(copy, { recursive: true });
      return refused('a service starts on a copy of the folder of one that runs', { ...second, shared });
    },
  },
  {
    name: 'cluster missing',
    async run(shared) {
      const copy = await copyOf(shared);
      const firstRun = () => readFile(path.join(copy, 'first-run.json'), 'utf8');
      const before = await firstRun();
      await rm(path.join(copy, 'postgres'), { recursive: true });
      const second = await tryStart({ DATA_DIR: copy });
      const isKept = (await firstRun()) === before;
      await rm(copy, { recursive: true });
      const promised = await refused('a service starts on a folder whose database is gone', {
        ...second,
        shared,
      });
      return {
        promise: `${promised.promise}; first-run.json is kept`,
        seen: `${promised.seen}; first-run.json ${isKept ? 'is as before' : 'was overwritten'}`,
        holds: promised.holds && isKept,
      };
    },
  },
  {
    name: 'secrets missing',
    async run(shared) {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'lonja-without-secrets-'));
      const second = await tryStart({ DATA_DIR: dataDir, DATABASE_URL: (await findDatabase(shared)).url });
      await rm(dataDir, { recursive: true });
      return refused('a process on a database of others has no secrets', { ...second, shared });
    },
  },
  {
    name: "the database's port taken",
    async run(shared) {
      const port = Number(new URL((await findDatabase(shared)).url).port);
      await shared.service().stop('SIGTERM');
      const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
      await once(other, 'listening');
      await shared.start();
      const now = Number(new URL((await findDatabase(shared)).url).port);
      const status = await statusOfLatest(shared);
      other.close();
      return {
        promise:
          "another program has the database's port at the next start: it listens on another and serves",
        seen: `port ${port}, then ${now}; the latest forecast is answered ${status}`,
        holds: now !== port && status === 200,
      };
    },
  },
];

async function statusOfLatest({ baseUrl, key }: Installation): Promise<number> {
  const reply = await fetch(`${baseUrl}/forecasts/latest?market_id=es&product=da`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await reply.arrayBuffer();
  return reply.status;
}

async function copyOf({ dataDir }: Installation): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'lonja-copy-'));
  await cp(dataDir, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/** Starts the service where it should be refused, and gives how it ended and the last thing it said. */
export async function tryStart(
  settings: Record<string, string>,
  [program, ...args]: string[] = [],
): Promise<{ code: unknown; said: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const command = [...(program === undefined ? [] : [program, ...args]), process.execPath, PROGRAM];
  const child = spawn(command[0], command.slice(1), {
    env: { PATH, HOME, PORT: '0', SOURCES: 'simulator', CLOCK_START, LOG_FORMAT: 'text', ...settings },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  const patience = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const [code]: unknown[] = await once(child, 'close');
  clearTimeout(patience);
  return { code, said: said.trim().split('\n').at(-1) ?? '' };
}

/** What is promised of a start that ends with a reason, while the one that runs answers. */
export async function refused(
  what: string,
  { code, said, shared }: { code: unknown; said: string; shared: Installation },
) {
  const status = await statusOfLatest(shared);
  return {
    promise: `${what}: it is refused with a reason, and the one that runs serves on`,
    seen: `ended with ${String(code)}: "${said
      .replaceAll(shared.dataDir, 'DATA_DIR')
      .replaceAll(/\/tmp\/[\w-]+/g, 'COPY')
      .replaceAll('|', '/')}"; the other answers ${status}`,
    holds: code === 1 && said !== '' && status === 200,
  };
}
