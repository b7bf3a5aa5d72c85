import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRowsOf, toCsv, wantsCsv } from './csv.ts';

test('values with separators, quotes or line ends are quoted, and null is empty', () => {
  assert.equal(
    toCsv(
      ['a', 'b, c'],
      [
        ['say "hi"', 1.5],
        ['two\nlines', null],
        [true, -0],
      ],
    ),
    'a,"b, c"\r\n"say ""hi""",1.5\r\n"two\nlines",\r\ntrue,0\r\n',
  );
});

test('CSV is for those who ask for it', () => {
  const cases: [string | undefined, 'json' | 'csv' | undefined, boolean][] = [
    [undefined, undefined, false],
    ['*/*', undefined, false],
    ['text/html,application/xhtml+xml,*/*;q=0.8', undefined, false],
    ['text/csv', undefined, true],
    ['text/csv;q=0', undefined, false],
    ['Text/CSV; charset=utf-8; q=0.9, application/json;q=0.5', undefined, true],
    ['text/csv;q=0.5, application/json', undefined, false],
    ['application/json', 'csv', true],
    ['text/csv', 'json', false],
  ];
  for (const [accept, format, expected] of cases) assert.equal(wantsCsv(accept, format), expected, accept);
});

test('Spanish and Portuguese CSV have a byte order mark, semicolons, decimal commas and times without offset', () => {
  for (const locale of ['es', 'pt'] as const)
    assert.equal(
      toCsv(
        ['time (UTC)', 'a;b'],
        [
          ['2025-10-26T00:30:00Z', -1.5],
          ['2025-10-26T02:30:00+02:00', null],
        ],
        locale,
      ),
      '\ufefftime (UTC);"a;b"\r\n2025-10-26 00:30:00;-1,5\r\n2025-10-26 02:30:00;\r\n',
    );
});

test('rows have their cells in the order of the columns, one for each record', () => {
  const columns = { day: (day: string) => day, 'letters (count)': (day: string) => day.length };
  assert.deepEqual(csvRowsOf(columns, ['Monday', 'Friday', '']), [
    ['Monday', 6],
    ['Friday', 6],
    ['', 0],
  ]);
});
