import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const FOLDER = path.join(import.meta.dirname, '..', 'src', 'intervals');

/** Counting, halves, the median, and facts of the calendar: 24 hours in a day, 7 days in a week. */
const NO_SETTINGS = new Set(['0', '1', '2', '0.5', '24', '7']);

/** Without comments and texts. */
function codeOf(source: string): string {
  return source
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'/g, "''")
    .replaceAll(/`[^`]*`/g, '``');
}

test('bounds have no number of their own: all stand in the recipe', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  assert.ok(files.length > 10);
  const found = files.flatMap((name) => {
    const code = codeOf(readFileSync(path.join(FOLDER, name), 'utf8'));
    const numbers = code.match(/(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?/g) ?? [];
    return numbers.filter((number) => !NO_SETTINGS.has(number)).map((number) => `${name}: ${number}`);
  });
  assert.deepEqual(found, []);
});
