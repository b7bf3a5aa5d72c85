import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../../errors.ts';

const recordSchema = z.object({
  password: z.string().min(1),
  /** The cluster's folder, relative to the data folder when it lies inside. */
  cluster: z.string().min(1),
  /** The port that the server listens on unless another program has it. */
  port: z.int().min(1).max(65_535),
});

/** What is fixed once for a data folder: the superuser's password, the place of the cluster, the port. */
export type ClusterRecord = z.infer<typeof recordSchema>;

const FILE_NAME = 'postgres.json';

export async function findRecord(dataDir: string): Promise<ClusterRecord | undefined> {
  const file = path.join(dataDir, FILE_NAME);
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
  const record = { password: randomBytes(24).toString('base64url'), cluster, port };
  const file = path.join(dataDir, FILE_NAME);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (fault) {
    const standing = await findRecord(dataDir);
    if (standing === undefined) throw fault;
    return standing;
  } finally {
    await rm(draft);
  }
  return record;
}
