import { access, constants, statfs } from 'node:fs/promises';
import { reasonOf } from '../../market/sources/polling.ts';
import { type Check, fault, ok, warning } from './check.ts';

const NAME = 'disk';
const GIB = 2 ** 30;
/** A month of operation takes far less; below it PostgreSQL may stop in the midst of its work. */
const LITTLE_BYTES = 2 * GIB;
const TOO_LITTLE_BYTES = 0.25 * GIB;

/** Whether the data folder can be written to, and how much room is left on its disk, or on that of the database's files. */
export async function checkDisk({
  dataDir,
  filesDir,
}: {
  dataDir: string;
  filesDir: string;
}): Promise<Check> {
  try {
    await access(dataDir, constants.W_OK | constants.X_OK);
    const { bavail, bsize, blocks } = await statfs(filesDir);
    const [free, size] = [bavail * bsize, blocks * bsize];
    const text = `${gibOf(free)} of ${gibOf(size)} GiB free at ${filesDir}`;
    if (free < TOO_LITTLE_BYTES)
      return fault(NAME, 'disk_room_short', text, 'make room, or the database will stop');
    return free < LITTLE_BYTES
      ? warning(NAME, 'disk_room_short', text, 'make room')
      : ok(NAME, 'disk_ok', text);
  } catch (error) {
    return fault(
      NAME,
      'disk_unusable',
      `${dataDir} cannot be used: ${reasonOf(error)}`,
      'check DATA_DIR and who owns it',
    );
  }
}

function gibOf(bytes: number): string {
  return (bytes / GIB).toFixed(1);
}
