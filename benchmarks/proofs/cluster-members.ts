import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../packages/server/test/small-service.ts', import.meta.url));

export interface Member {
  name: string;
  role: 'api' | 'worker';
  port: number;
  child: ChildProcess;
}

/** Starts a process of the installation, whose log goes into the data folder; `environment` is what all of them have. */
export function startMember(
  { name, role, port }: Omit<Member, 'child'>,
  environment: Record<string, string>,
): Member {
  const { PATH = '', HOME = '' } = process.env;
  const log = openSync(path.join(environment['DATA_DIR'] ?? '', `${name}.log`), 'a');
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH,
      HOME,
      ...environment,
      ROLE: role,
      PORT: String(port),
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return { name, role, port, child };
}

export async function killMember(
  { child }: Member,
  signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
