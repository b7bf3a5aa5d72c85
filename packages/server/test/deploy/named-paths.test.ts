import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { PROJECT } from './dockerfile.ts';

/** Documents that rest what they say on files and tests. */
const DOCUMENTS = ['SECURITY.md', 'docs/asvs.md'];
const FOLDERS = '(?:src|test|packages|docs|deploy|benchmarks|e2e|\\.ci)/[^`\\s]+';
const FILES = 'package-lock\\.json|\\.npmrc|\\.oxlintrc\\.json|\\.dockerignore';
const NAMED = new RegExp(`\`(${FOLDERS}|${FILES})\``, 'g');
const LINKED = /\]\((?!https?:)([^)#\s]+)(?:#[^)\s]*)?\)/g;

for (const document of DOCUMENTS) {
  test(`every path that ${document} names is there`, async () => {
    const text = await readFile(path.join(PROJECT, document), 'utf8');
    const named = [...text.matchAll(NAMED)].map(([, name]) =>
      // Those of the server go without its folder.
      /^(src|test)\//.test(name) ? `packages/server/${name}` : name,
    );
    const linked = [...text.matchAll(LINKED)].map(([, link]) => path.join(path.dirname(document), link));
    const paths = [...new Set([...named, ...linked])];
    assert.ok(paths.length > 3, document);
    const missing = paths.filter((name) => !existsSync(path.join(PROJECT, name)));
    assert.deepEqual(
      missing,
      [],
      `${document} names what is not there: mend the name, or what was said of it.`,
    );
  });
}
