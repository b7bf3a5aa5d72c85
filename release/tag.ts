/**
 * Tags the present commit as the release whose version package.json has. The tag's message is the changelog's section.
 * Run: npm run release:tag, then push it: git push origin vX.Y.Z
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { releaseNotes } from './changelog.ts';
import { VERSION_FILES, versionsIn } from './version-files.ts';

const root = path.join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const read = (file: string) => readFile(path.join(root, file), 'utf8');

const { version } = JSON.parse(await read('package.json')) as { version: string };
const tag = `v${version}`;
if (git('status', '--porcelain') !== '')
  throw new Error('The working tree has changes. Commit or remove them first.');
if (git('tag', '--list', tag) !== '')
  throw new Error(`There is a tag ${tag}. Prepare another version first.`);
for (const versionFile of VERSION_FILES) {
  const other = versionsIn(await read(versionFile.file), versionFile).find((named) => named !== version);
  if (other !== undefined) {
    throw new Error(
      `${versionFile.file} names ${other}, package.json ${version}. Run "npm run release:prepare".`,
    );
  }
}
const notes = releaseNotes(await read('CHANGELOG.md'), version);
execFileSync('npm', ['run', '--silent', 'check:generated'], { cwd: root, stdio: 'inherit' });
// The changelog has headings, which git would take for comments.
git('tag', '--annotate', tag, '--cleanup=whitespace', '--message', `Lonja ${version}\n\n${notes}`);
console.log(`Tagged ${tag}. Push it: git push origin ${tag}`);
