import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

export interface Pooler {
  /** Address of the same database through the pooler. */
  url: string;
  stop(): Promise<void>;
}

export function hasPgbouncer(): boolean {
  return spawnSync(PROGRAM, ['--version']).status === 0;
}

/** Starts PgBouncer before a database, in transaction mode by default: a connection is a client's own only for a transaction. */
export async function startPgbouncer(
  databaseUrl: string,
  { mode = 'transaction', size = 10 }: { mode?: 'transaction' | 'session'; size?: number } = {},
): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), 'lonja-pgbouncer-'));
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}${password && ` password=${password}`}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${size}`,
    'ignore_startup_parameters = extra_float_digits, options',
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  const asUser = process.getuid?.() === 0 ? ['--user', 'nobody'] : [];
  const child = spawn(PROGRAM, [...asUser, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await untilListening(child);
  return {
    url: `postgres://${username}@127.0.0.1:${listenPort}${pathname}`,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function untilListening(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('process up')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}:\n${said}`)));
  });
}
