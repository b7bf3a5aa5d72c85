import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeAfterThisProcess } from '../remove-after-process.ts';

/** A file system in memory, which Linux has. */
const IN_MEMORY = '/dev/shm';
/** More than the suite holds there at a time: databases, bundled programs, profiles of browsers. */
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * Makes the folder in which all processes of the suite keep what they write, in memory where there is room: a database is copied there
 * in a tenth of the time. It is removed with all that is in it after this process.
 */
export function makeScratchFolder(): string {
  const folder = mkdtempSync(path.join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'lonja-tests-'));
  // The account that PostgreSQL runs under, where tests are run by root, must get in.
  chmodSync(folder, 0o755);
  removeAfterThisProcess(folder);
  return folder;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_BYTES;
}
