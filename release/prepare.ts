/**
 * Makes the working tree that of a release: its version everywhere, its day in the changelog, generated files.
 * Run: npm run release:prepare -- 1.1.0
 * Then look at the changes, run .ci/run, commit, and tag with "npm run release:tag".
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withRelease } from './changelog.ts';
import { VERSION_FILES, withVersion } from './version-files.ts';

const root = path.join(import.meta.dirname, '..');
const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version ?? ''))
  throw new Error('Give the version: npm run release:prepare -- 1.1.0');

const change = async (file: string, changed: (text: string) => string): Promise<void> => {
  const target = path.join(root, file);
  await writeFile(target, changed(await readFile(target, 'utf8')));
};

const day = new Date().toISOString().slice(0, 10);
await change('CHANGELOG.md', (text) => withRelease(text, version, day));
for (const versionFile of VERSION_FILES) {
  await change(versionFile.file, (text) => withVersion(text, versionFile, version));
}
const npm = (...args: string[]) => execFileSync('npm', args, { cwd: root, stdio: 'inherit' });
npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
npm('run', '--silent', 'generate');
console.log(
  `The working tree is that of ${version}. Look at "git diff", run .ci/run, commit, then "npm run release:tag".`,
);
