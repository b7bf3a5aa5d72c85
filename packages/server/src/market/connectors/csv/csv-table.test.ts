import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileFault } from '../payload-fault.ts';
import { csvRows } from './csv-table.ts';

function rowsOf(text: string, delimiter = ',') {
  return [...csvRows(text, delimiter, 'file.csv')].map(({ cells, line }) => [line, ...cells]);
}

test('line ends, empty lines and a byte-order mark do not matter', () => {
  assert.deepEqual(rowsOf('\uFEFFa,b\r\n1,2\n\n3,\r\n'), [
    [1, 'a', 'b'],
    [2, '1', '2'],
    [4, '3', ''],
  ]);
  assert.deepEqual(rowsOf('a;b\n1;2', ';'), [
    [1, 'a', 'b'],
    [2, '1', '2'],
  ]);
});

test('a quoted cell holds delimiters, quotes and line breaks', () => {
  assert.deepEqual(rowsOf('x,"one(two,three)",y\n"say ""no""",,"a\r\nb"\n1,2,3\n'), [
    [1, 'x', 'one(two,three)', 'y'],
    [2, 'say "no"', '', 'a\r\nb'.replace('\r', '')],
    [4, '1', '2', '3'],
  ]);
});

test('an empty quoted cell and a quote inside a plain cell are kept as they are', () => {
  assert.deepEqual(rowsOf('"",5" pipe,""\n'), [[1, '', '5" pipe', '']]);
});

test('a quote that is never closed is refused where it opens', () => {
  assert.throws(
    () => rowsOf('a,b\n1,"2\n3,4\n'),
    (fault) => fault instanceof FileFault && fault.line === 2,
  );
});
