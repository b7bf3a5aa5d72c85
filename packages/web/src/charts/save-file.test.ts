import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './save-file.ts';

test('cells are quoted where they must be, and no text becomes a formula', () => {
  const rows = [
    ['a,b', '-12.5'],
    ['=1+1', 'say "x"'],
    ['-cmd', ''],
  ];
  const csv = csvOf({
    head: ['name', 'value'],
    rowCount: rows.length,
    plainRow: (index) => rows[index] ?? [],
  });
  assert.equal(csv, 'name,value\r\n"a,b",-12.5\r\n\'=1+1,"say ""x"""\r\n\'-cmd,\r\n');
});
