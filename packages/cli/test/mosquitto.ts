import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PROGRAM = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].find(existsSync);

/** Why tests with a broker are skipped; false where none is. */
export const WITHOUT_MOSQUITTO: string | false = PROGRAM === undefined && 'needs mosquitto';

/** A broker on loopback that keeps nothing on disk, so that a restart forgets what was retained. */
export interface Mosquitto {
  port: number;
  /** The path of one of its files. */
  fileOf(name: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** `settings` are lines of its configuration; FOLDER in them is where `files` are. */
export async function createMosquitto(
  settings: string[] = ['allow_anonymous true'],
  files: Record<string, string> = {},
): Promise<Mosquitto> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-mosquitto-'));
  const port = await freePort();
  const lines = [`listener ${port} 127.0.0.1`, 'persistence false', 'user root', ...settings];
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const file = path.join(folder, 'mosquitto.conf');
  await writeFile(file, `${lines.join('\n').replaceAll('FOLDER', folder)}\n`);
  let broker: ChildProcess | undefined;
  const stop = async () => {
    if (broker === undefined) return;
    const exited = once(broker, 'exit');
    broker.kill('SIGKILL');
    await exited;
    broker = undefined;
  };
  return {
    port,
    fileOf: (name) => path.join(folder, name),
    async start() {
      const started = spawn(PROGRAM ?? '', ['-c', file], { stdio: 'ignore' });
      broker = started;
      process.once('exit', () => started.kill('SIGKILL'));
      started.unref();
      while (!(await answers(port))) await delay(20);
    },
    stop,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });
}
