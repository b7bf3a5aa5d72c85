import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../errors.ts';

const recordSchema = z.object({
  password: z.string().min(1),
  /** The cluster's folder, relative to the data folder when it lies inside. */
  cluster: z.string().min(1),
  /** The port that the server listens on unless another program has it. */
  port: z.int().min(1).max(65_535),
  /** PostgreSQL's identifier of the cluster; missing until that has been made. */
  system_identifier: z.string().optional(),
  /**
   * Where this file was written: the data folder and the file's number on its disk. Both differ in a copy. A folder that was moved keeps
   * the number, one that is seen under another path (a mounted volume) too.
   */
  written: z.object({ folder: z.string(), inode: z.string() }).optional(),
});

/** What is fixed for a data folder: the superuser's password, the place of the cluster, the port. */
export type ClusterRecord = z.infer<typeof recordSchema>;

const FILE_NAME = 'postgres.json';

export async function findRecord(dataDir: string): Promise<ClusterRecord | undefined> {
  const file = fileIn(dataDir);
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT' || fault.code === 'ENOTDIR') return undefined;
    throw new OperatorError(`Cannot read ${file}: ${fault.message}`, { cause: fault });
  });
  if (text === undefined) return undefined;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorError(
      `${file} is damaged; restore it, because it holds the password of the database.`,
      { cause },
    );
  }
}

/** Writes the record with a new password, unless another process wrote one first; gives the one that stands. */
export async function createRecord(dataDir: string, cluster: string, port: number): Promise<ClusterRecord> {
  const password = randomBytes(24).toString('base64url');
  const { draft, record } = await writeDraft(dataDir, { password, cluster, port });
  try {
    await link(draft, fileIn(dataDir));
  } catch (fault) {
    const standing = await findRecord(dataDir);
    if (standing === undefined) throw fault;
    return standing;
  } finally {
    await rm(draft);
  }
  return record;
}

/** Writes the record anew, as that of this folder. */
export async function updateRecord(dataDir: string, changed: ClusterRecord): Promise<ClusterRecord> {
  const { draft, record } = await writeDraft(dataDir, changed);
  await rename(draft, fileIn(dataDir));
  return record;
}

/** Whether the record was written in this folder, which may have been moved since; undefined for one of before that was noted. */
export async function isOfFolder(dataDir: string, { written }: ClusterRecord): Promise<boolean | undefined> {
  if (written === undefined) return undefined;
  if (written.folder === dataDir) return true;
  const { ino } = await stat(fileIn(dataDir), { bigint: true });
  return String(ino) === written.inode;
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, FILE_NAME);
}

async function writeDraft(
  dataDir: string,
  values: ClusterRecord,
): Promise<{ draft: string; record: ClusterRecord }> {
  const draft = `${fileIn(dataDir)}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    const { ino } = await handle.stat({ bigint: true });
    const record = { ...values, written: { folder: dataDir, inode: String(ino) } };
    await handle.writeFile(`${JSON.stringify(record, null, 2)}\n`);
    await handle.sync();
    return { draft, record };
  } finally {
    await handle.close();
  }
}
