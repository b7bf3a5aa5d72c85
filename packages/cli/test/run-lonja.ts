import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The command's own file. */
export const BIN = fileURLToPath(new URL('../bin/lonja.mjs', import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command as a user does, in a process of its own without a terminal. */
export async function runLonja(args: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [BIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const exited = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  const [code, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
