import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { moduleStateOf } from './module-state.ts';

const SOURCE = path.join(import.meta.dirname, '../src');

/** Starts to work as soon as a thread loads it: it is the thread's program. */
const PROGRAM = 'workers/forecast-worker.ts';

/** What an installation is of, like the clock of a computer: set before anything is computed, in one place. */
const INSTALLATION = 'market/installed-markets.ts';

test('no module of the library keeps anything that can change but its markets: caches are arguments', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ path: file, text: readFileSync(path.join(SOURCE, file), 'utf8') }));
  assert.ok(files.length > 100, `${files.length} files`);
  const found = moduleStateOf(files.filter((file) => file.path !== PROGRAM && file.path !== INSTALLATION));
  assert.deepEqual(found, []);
  const ofProgram = moduleStateOf(files.filter((file) => file.path === PROGRAM));
  assert.deepEqual(ofProgram, [
    `${PROGRAM}: "if (priority === 'background') giveWay();" runs as soon as the module is loaded`,
    `${PROGRAM}: "installMarkets(markets);" runs as soon as the module is loaded`,
    `${PROGRAM}: "serve();" runs as soon as the module is loaded`,
  ]);
});

const PLANTED: [name: string, text: string][] = [
  ['a variable', 'let kernel: Kernel | undefined;\n'],
  ['an exported variable', 'export let count = 0;\n'],
  ['an old variable', 'var latest = 1;\n'],
  ['an empty map', 'const kept = new Map<string, Map<string, number[]>>();\n'],
  ['an empty set', 'export const SEEN = new Set<string>();\n'],
  ['a weak map', 'const readings: WeakMap<Float64Array, number> = new WeakMap();\n'],
  ['an empty list', 'const fits: Fit[] = [];\n'],
  ['an empty object', 'const byName: Record<string, number> = {};\n'],
  ['a map within an object', 'const STATE = {\n  size: 3,\n  kept: new Map<string, number>(),\n};\n'],
  ['a cache', 'const CACHE = createFitCache();\n'],
  ['a memory', 'export const remembering = createFitMemory();\n'],
  ['a kernel', 'export const KERNEL: Kernel = createKernel();\n'],
  ['a search that remembers', 'export const search = rememberSearch((panel) => panel);\n'],
  ['a function with a hidden memory', 'const next = (() => {\n  let i = 0;\n  return () => i++;\n})();\n'],
  [
    'a table that is written',
    "const TABLE = new Map([['a', 1]]);\nfunction f() {\n  TABLE.set('b', 2);\n}\n",
  ],
  ['a list that grows', 'const LAST = [1];\nfunction f() {\n  LAST.push(2);\n}\n'],
  ['an element that is set', 'const LAST = [1];\nfunction f(i: number) {\n  LAST[i + 1] = 2;\n}\n'],
  ['a field that is set', 'const OPTIONS = { days: 7 };\nfunction f() {\n  OPTIONS.days += 1;\n}\n'],
  ['a field that is counted', 'const STATE = { count: 7 };\nfunction f() {\n  STATE.count++;\n}\n'],
  ['numbers that are filled', 'const ROOM = new Float64Array(9);\nfunction f() {\n  ROOM.fill(1);\n}\n'],
  ['a call', 'prepare();\n'],
];

for (const [name, text] of PLANTED) {
  test(`${name} outside of a function is found`, () => {
    const found = moduleStateOf([{ path: 'planted.ts', text }]);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0], /^planted\.ts: /);
  });
}

test('a table that another module writes is found there', () => {
  const table = { path: 'table.ts', text: 'export const TABLE = { days: [1] };\n' };
  const text =
    "import { TABLE } from '../src/report/table.ts';\n\nexport function f() {\n  TABLE.days.push(2);\n}\n";
  assert.deepEqual(moduleStateOf([table, { path: 'writer.ts', text }]), [
    'writer.ts: TABLE is written (TABLE.days.push()',
  ]);
});

test('tables, functions and what functions keep for themselves are no state of a module', () => {
  const text = `
import { z } from './z.ts';

/** A table. */
export const DAYS = ['monday', 'tuesday'] as const;
const BY_NAME = new Map([['a', 1]]);
const NOTHING = new Float64Array(0);
const doubled = (value: number) => 2 * value;
export const MODEL = {
  days: 7,
  read: () => new Map<string, number>(),
};

export function f(): number[] {
  const kept = new Map<string, number>();
  kept.set('a', BY_NAME.get('a') ?? 0);
  const days: number[] = [];
  days.push(doubled(MODEL.days), NOTHING.length);
  return days;
}
`;
  assert.deepEqual(moduleStateOf([{ path: 'sound.ts', text }]), []);
});
