import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';

/** Writes a file that only its owner reads, whole or not at all. */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  await withDraft(file, text, (draft) => rename(draft, file));
}

/**
 * The text of a file that only its owner reads. Where it is missing it is written first; of several processes that do so at once,
 * one writes it and the others read that.
 */
export async function keptInPrivateFile(file: string, create: () => string): Promise<string> {
  const kept = await readIfThere(file);
  if (kept !== undefined) return kept;
  const text = create();
  try {
    await withDraft(file, text, (draft) => link(draft, file));
    return text;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return readFile(file, 'utf8');
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}

async function withDraft(file: string, text: string, place: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await place(draft);
  } finally {
    await rm(draft, { force: true });
  }
}
