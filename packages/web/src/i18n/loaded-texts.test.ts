import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const SOURCE = path.join(import.meta.dirname, '..');
const IMPORT = /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+)';/gm;
const LAZY = /lazyPart\(\s*\(\) => import\('([^']+)'\),\s*'\w+',?([^)]*)\)/g;
const USED = /(?:useMessages|translator|wordsOf)\(\s*'([a-z-]+)\.|useLocale\('([a-z-]+)'\)/g;

const known = new Map<string, string>();

function read(file: string): string {
  const text = known.get(file) ?? readFileSync(file, 'utf8');
  known.set(file, text);
  return text;
}

/** The files that come with a file: all that it imports, and what these import. */
function filesOf(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file) || !file.startsWith(SOURCE) || !/\.tsx?$/.test(file)) return;
    seen.add(file);
    for (const [, name = ''] of read(file).matchAll(IMPORT)) visit(path.resolve(path.dirname(file), name));
  };
  visit(entry);
  return [...seen];
}

/** Of a part and the parts in it: where a text is used that is not loaded by then, which would blank what is around the part. */
function lacking(entry: string, areas: ReadonlySet<string>, above: ReadonlySet<string>): string[] {
  const own = filesOf(entry).filter((file) => !above.has(file));
  const faults: string[] = [];
  for (const file of own) {
    const name = path.relative(SOURCE, file);
    for (const [, ofTexts, ofLocale] of read(file).matchAll(USED)) {
      const area = ofTexts ?? ofLocale ?? '';
      if (!areas.has(area)) faults.push(`${name} needs ${area} in ${path.relative(SOURCE, entry)}`);
    }
    for (const [, part = '', named = ''] of read(file).matchAll(LAZY)) {
      const loaded = [...named.matchAll(/'([a-z-]+)'/g)].map(([, area = '']) => area);
      const at = path.resolve(path.dirname(file), part);
      faults.push(...lacking(at, new Set([...areas, ...loaded]), new Set([...above, ...own])));
    }
  }
  return faults;
}

test('a part that is loaded when it is needed brings the texts that it shows', () => {
  const entry = path.join(SOURCE, 'main.tsx');
  assert.ok(filesOf(entry).length > 50, `${filesOf(entry).length} files`);
  assert.deepEqual([...new Set(lacking(entry, new Set(['shell']), new Set()))], []);
});
