import { lstat, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../errors.ts';

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
