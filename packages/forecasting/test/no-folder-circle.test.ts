import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { findCircle, importsBetween, readImports } from './folder-circle.ts';

/** Doors (`index.ts`) may import from anywhere. */
function folderOf(file: string): string | undefined {
  if (path.basename(file) === 'index.ts') return undefined;
  return file.includes('/') ? file.split('/')[0] : '.';
}

test('no folder of the library imports, over others, from one that imports from it', () => {
  const imports = importsBetween(readImports(path.join(import.meta.dirname, '../src')), folderOf);
  assert.ok(imports.size > 15);
  assert.equal(findCircle(imports)?.join(' -> '), undefined);
});

test('a circle is found', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  assert.deepEqual(findCircle(imports), ['b', 'c', 'b']);
});
