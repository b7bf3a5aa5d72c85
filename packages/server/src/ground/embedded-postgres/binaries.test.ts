import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { linkLibraries } from './binaries.ts';

const root = await mkdtemp(path.join(tmpdir(), 'lonja-libraries-'));
after(() => rm(root, { recursive: true }));

/** A package as npm unpacks it, without its script. */
async function unpack(target: string): Promise<string> {
  const folder = await mkdtemp(path.join(root, 'package-'));
  await mkdir(path.join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(path.join(folder, 'native', 'lib', 'libpq.so.5.18'), 'a library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target }];
  await writeFile(path.join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  return folder;
}

test('libraries that were installed without scripts are linked, also by two starters at once', async () => {
  const folder = await unpack('native/lib/libpq.so.5');
  await Promise.all([linkLibraries(folder), linkLibraries(folder)]);
  await linkLibraries(folder);
  assert.equal(await readFile(path.join(folder, 'native', 'lib', 'libpq.so.5'), 'utf8'), 'a library');
});

test('a package without a list of links is left alone, and a link that cannot be made says what to do', async () => {
  await linkLibraries(await mkdtemp(path.join(root, 'bare-')));
  await assert.rejects(linkLibraries(await unpack('native/absent/libpq.so.5')), {
    name: 'OperatorError',
    message: /lack their links.* run "npm rebuild"/,
  });
});
