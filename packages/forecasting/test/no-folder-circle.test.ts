import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const SOURCE = path.join(import.meta.dirname, '../src');
const IMPORTED = / from '(\.[^']+)'/g;

/** The folders that the files of a folder import from; doors (`index.ts`) and tests may import from anywhere. */
function importsByFolder(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of globSync('*/**/*.ts', { cwd: SOURCE })) {
    if (file.endsWith('.test.ts') || path.basename(file) === 'index.ts') continue;
    const folder = folderOf(file);
    const of = imports.get(folder) ?? new Set();
    imports.set(folder, of);
    for (const [, target] of readFileSync(path.join(SOURCE, file), 'utf8').matchAll(IMPORTED)) {
      const other = folderOf(path.join(path.dirname(file), target));
      if (other !== folder) of.add(other);
    }
  }
  return imports;
}

function folderOf(file: string): string {
  return file.includes(path.sep) ? file.split(path.sep)[0] : '.';
}

/** A way through the folders that comes back to where it began; undefined where there is none. */
function findCircle(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (folder: string, way: string[]): string[] | undefined => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return undefined;
    for (const next of imports.get(folder) ?? []) {
      const circle = visit(next, [...way, folder]);
      if (circle !== undefined) return circle;
    }
    done.add(folder);
    return undefined;
  };
  for (const folder of imports.keys()) {
    const circle = visit(folder, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

test('no folder of the library imports, over others, from one that imports from it', () => {
  const imports = importsByFolder();
  assert.ok(imports.size > 15);
  assert.equal(findCircle(imports)?.join(' -> '), undefined);
});

test('a circle is found', () => {
  assert.deepEqual(
    findCircle(
      new Map([
        ['a', new Set(['b'])],
        ['b', new Set(['c'])],
        ['c', new Set(['b'])],
      ]),
    ),
    ['b', 'c', 'b'],
  );
});
