import { access, constants, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from './errors.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  EACCES: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};

export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

export async function writeTextFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`The file ${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Refuses an output file before a long run rather than after it; `source` is the file that must not be written over. */
export async function requireWritable(file: string, source: string | undefined): Promise<void> {
  if (file === '') throw new UsageError('The output file has no name.');
  const folder = path.dirname(file);
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`The folder ${folder} cannot be written to: ${reasonOf(error)}.`, { cause: error });
  }
  const existing = await stat(file).catch(() => undefined);
  const read = source === undefined ? undefined : await stat(source).catch(() => undefined);
  if (existing !== undefined && existing.dev === read?.dev && existing.ino === read.ino) {
    throw new UsageError(`The file ${file} cannot be written: it is the data file.`);
  }
  if (existing?.isDirectory()) throw new UsageError(`The file ${file} cannot be written: it is a folder.`);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? error.message;
}
