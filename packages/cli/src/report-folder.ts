import {
  access,
  constants,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from './errors.ts';
import { reasonOf } from './files.ts';

const STAGE_PREFIX = '.lonja-partial-';

/** The file that says that a folder holds a report, and how it begins. It is put in place last. */
export interface FolderMark {
  file: string;
  firstLine: string;
}

/**
 * Refuses a folder before a long run rather than after it: one that cannot be written to, and one that holds files but not
 * the mark of an earlier report.
 */
export async function requireReportFolder(folder: string, mark: FolderMark): Promise<void> {
  if (folder === '') throw new UsageError('The report folder has no name.');
  const found = await stat(folder).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) throw refusal(folder, 'it is a file');
  try {
    await access(found === undefined ? await nearestFolder(folder) : folder, constants.W_OK);
  } catch (error) {
    throw refusal(folder, reasonOf(error), error);
  }
  if (found === undefined) return;
  const entries = await readdir(folder);
  if (entries.every((name) => name.startsWith(STAGE_PREFIX))) return;
  const marked = await readFile(path.join(folder, mark.file), 'utf8').catch(() => '');
  if (!marked.startsWith(mark.firstLine))
    throw refusal(folder, 'it holds files that are not a report; name a new or an empty folder');
}

/**
 * Writes all files aside first and then puts each in its place, the marked one last, so no half-written file is ever seen
 * and a full disk leaves an earlier report as it was. Other files in the folder stay.
 */
export async function writeReportFolder(
  folder: string,
  files: Readonly<Record<string, string>>,
  mark: FolderMark,
): Promise<void> {
  let stage: string | undefined;
  try {
    await mkdir(folder, { recursive: true });
    stage = await mkdtemp(path.join(folder, STAGE_PREFIX));
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(stage, name), content);
    const names = Object.keys(files).filter((name) => name !== mark.file);
    for (const name of [...names, mark.file]) await rename(path.join(stage, name), path.join(folder, name));
  } catch (error) {
    throw refusal(folder, reasonOf(error), error);
  } finally {
    if (stage !== undefined) await rm(stage, { recursive: true, force: true });
  }
}

async function nearestFolder(folder: string): Promise<string> {
  const parent = path.dirname(path.resolve(folder));
  const found = await stat(parent).catch(() => undefined);
  return found === undefined && parent !== path.dirname(parent) ? nearestFolder(parent) : parent;
}

function refusal(folder: string, reason: string, cause?: unknown): UsageError {
  return new UsageError(`The report cannot be written to ${folder}: ${reason}.`, { cause });
}
