import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { findCircle, importsBetween, readImports } from '../../forecasting/test/folder-circle.ts';

/** The wings of the server, each of which imports from those before it alone. */
const WINGS = ['ground', 'people', 'outbound', 'market', 'forecasts', 'desk', 'operate', 'start'];

const imports = readImports(path.join(import.meta.dirname, '../src'));
/** What runs the service and the door for commands know everything; the version is read by all. */
const BESIDE: Readonly<Record<string, string>> = { 'package-version.ts': 'ground' };
const wingOf = (file: string) => (file.includes('/') ? file.split('/')[0] : (BESIDE[file] ?? 'start'));
const roomOf = (file: string) =>
  file.includes('/') ? file.split('/').slice(0, -1).slice(0, 2).join('/') : undefined;

test('a wing of the server imports from the wings before it alone', () => {
  const between = importsBetween(imports, wingOf);
  assert.deepEqual([...between.keys()].sort(), WINGS.toSorted());
  const back = [...between].flatMap(([wing, others]) =>
    [...others]
      .filter((other) => WINGS.indexOf(other) > WINGS.indexOf(wing))
      .map((other) => `${wing} -> ${other}`),
  );
  assert.deepEqual(back, []);
});

test('no room of the server imports, over others, from one that imports from it', () => {
  const between = importsBetween(imports, roomOf);
  assert.ok(between.size > 50);
  assert.equal(findCircle(between)?.join(' -> '), undefined);
});
