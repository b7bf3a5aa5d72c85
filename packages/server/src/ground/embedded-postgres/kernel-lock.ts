import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

/**
 * `free`: it is ours as long as the handle, or a copy of it in a child process, is open. `held`: somebody else's.
 * `unknown`: this system has no such locks.
 */
export type KernelLock = { state: 'free' | 'unknown'; handle: FileHandle } | { state: 'held' };

/** What `flock` ends with, saying nothing, where the lock is held. */
const HELD_EXIT_CODE = 1;

/**
 * Takes the kernel's lock (flock) on a file, which is made where it is missing. The lock belongs to the open file, so processes that
 * inherit the handle hold it too, it ends with the last of them however they end, and it holds across containers. Node cannot
 * ask for it; the program `flock` does so for a handle that it inherits.
 */
export async function takeKernelLock(file: string): Promise<KernelLock> {
  const handle = await open(file, 'a+', 0o600);
  const asked = await flock(handle).catch(() => ({ code: undefined, said: '' }));
  if (asked.code === HELD_EXIT_CODE && asked.said === '') {
    await handle.close();
    return { state: 'held' };
  }
  return { state: asked.code === 0 ? 'free' : 'unknown', handle };
}

async function flock(handle: FileHandle): Promise<{ code: unknown; said: string }> {
  const child = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', handle.fd] });
  const [[code], said] = await Promise.all([once(child, 'close'), child.stderr ? text(child.stderr) : '']);
  return { code, said };
}
