import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { OperatorError } from '../errors.ts';

/** Where processes see the same process numbers: a kernel since it was started, and a namespace in it. */
export interface Surroundings {
  host: string;
  kernel: string;
  processes: string;
}

const ownerSchema = z.object({ host: z.string(), kernel: z.string(), processes: z.string() });

/** The right to start the server of a data folder. */
interface Claim {
  /** Inherited by the server, it keeps the lock as long as the server runs. */
  fd: number;
  /** Writes down that the server runs here. */
  sign(): Promise<void>;
  close(): Promise<void>;
}

/** How often those who use the server say that it runs. */
export const RENEWAL_MS = 5000;
/** How long a claim from elsewhere is watched before it counts as given up, or a server elsewhere may take to stop. */
export const PATIENCE_MS = 3 * RENEWAL_MS;
/** A claim from elsewhere that is this old is not watched. Clocks of two machines may differ by less. */
const LONG_GONE_MS = 600_000;
const WATCH_MS = 250;

export class FolderInUse extends OperatorError {
  constructor(dataDir: string, owner: Surroundings | undefined) {
    super(
      `The database of the data folder ${dataDir} is in use ${describe(owner)}; stop what runs there, or work with it there. ` +
        'Two servers on one database would destroy it.',
    );
  }
}

export async function findSurroundings(): Promise<Surroundings> {
  const host = hostname();
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => host);
  return { host, kernel: boot.trim(), processes: await readlink('/proc/self/ns/pid').catch(() => '') };
}

export function areSame(a: Surroundings, b: Surroundings): boolean {
  return a.kernel === b.kernel && a.processes === b.processes;
}

function claimFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.lock');
}

/** Who wrote last that the server runs; undefined where it was stopped in order. */
export async function findOwner(dataDir: string): Promise<Surroundings | undefined> {
  const text = await readFile(claimFile(dataDir), 'utf8').catch(() => '');
  return parseOwner(text);
}

/**
 * Claims a data folder for a server that is to be started. Undefined: another process has it. The kernel's lock decides between
 * all processes of a machine, at once. It may not reach another machine that shares the volume, so a claim from there is watched: one
 * that is still renewed is a FolderInUse.
 */
export async function takeClaim(
  dataDir: string,
  options: { here: Surroundings; onWait: (message: string) => void; patienceMs?: number | undefined },
): Promise<Claim | undefined> {
  const lock = await takeKernelLock(claimFile(dataDir)).catch((cause: unknown) => {
    throw new OperatorError(`Cannot write to ${claimFile(dataDir)}: ${String(cause)}`, { cause });
  });
  if (lock.state === 'held') return undefined;
  const { handle } = lock;
  const { here } = options;
  try {
    const owner = await ownerIn(handle);
    const isDecided =
      owner === undefined || areSame(owner, here) || (lock.state === 'free' && owner.kernel === here.kernel);
    if (!isDecided) await awaitSilence(dataDir, owner, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    fd: handle.fd,
    sign: () => sign(handle, here),
    close: () => handle.close(),
  };
}

/**
 * Says that the server of a data folder still runs. Gives the owner where that is somebody elsewhere, who took the silence of this
 * process (a suspended machine) for its end.
 */
export async function renewClaim(dataDir: string, here: Surroundings): Promise<Surroundings | undefined> {
  const handle = await open(claimFile(dataDir), 'a+', 0o600);
  try {
    const owner = await ownerIn(handle);
    if (owner === undefined) await sign(handle, here);
    else if (!areSame(owner, here)) return owner;
    const now = new Date();
    await handle.utimes(now, now);
    return undefined;
  } finally {
    await handle.close();
  }
}

/** Writes down that the server was stopped in order. */
export async function giveUpClaim(dataDir: string, here: Surroundings): Promise<void> {
  const handle = await open(claimFile(dataDir), 'a+', 0o600);
  try {
    const owner = await ownerIn(handle);
    if (owner !== undefined && areSame(owner, here)) await handle.truncate(0);
  } finally {
    await handle.close();
  }
}

async function sign(handle: FileHandle, here: Surroundings): Promise<void> {
  await handle.truncate(0);
  await handle.write(`${JSON.stringify(here)}\n`);
}

async function awaitSilence(
  dataDir: string,
  owner: Surroundings,
  {
    onWait,
    patienceMs = PATIENCE_MS,
  }: { onWait: (message: string) => void; patienceMs?: number | undefined },
): Promise<void> {
  const renewedAt = await renewalOf(dataDir);
  if (Date.now() - renewedAt > LONG_GONE_MS) return;
  onWait(
    `The database of the data folder ${dataDir} was last in use ${describe(owner)}; ` +
      `waiting ${Math.ceil(patienceMs / 1000)} s to see whether it still is.`,
  );
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    await sleep(Math.min(WATCH_MS, patienceMs));
    if ((await renewalOf(dataDir)) !== renewedAt) throw new FolderInUse(dataDir, owner);
  }
}

/** Opens the file, because only that makes a network file system ask its server. */
async function renewalOf(dataDir: string): Promise<number> {
  const handle = await open(claimFile(dataDir), 'r');
  try {
    return (await handle.stat()).mtimeMs;
  } finally {
    await handle.close();
  }
}

async function ownerIn(handle: FileHandle): Promise<Surroundings | undefined> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(4096), position: 0 });
  return parseOwner(buffer.toString('utf8', 0, bytesRead));
}

/** Undefined for an empty file, and for one that is just being written. */
function parseOwner(text: string): Surroundings | undefined {
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function describe(owner: Surroundings | undefined): string {
  return owner === undefined ? 'elsewhere' : `on the host or in the container "${owner.host}"`;
}

/**
 * `free`: it is ours as long as the handle, or a copy of it in a child process, is open. `held`: somebody else's.
 * `unknown`: this system has no such locks.
 */
type KernelLock = { state: 'free' | 'unknown'; handle: FileHandle } | { state: 'held' };

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
