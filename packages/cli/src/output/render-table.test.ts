import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixed, instant, list, plain, yesOrNo } from './cell.ts';
import { printable, printableJson } from './printable.ts';
import { renderCsv } from './render-csv.ts';
import { lengthOf, renderRecord, renderTable } from './render-table.ts';
import { recordTable, startColumn, tableOf } from './view.ts';

const table = tableOf(
  [
    { name: 'Parque eólico ñ', price: 7.126, note: 'a long note that needs room' },
    { name: 'b', price: null, note: '' },
    { name: 'c', price: -112.5, note: 'x,"y"' },
  ],
  {
    name: ({ name }) => plain(name),
    price: ({ price }) => fixed(price, 2),
    note: ({ note }) => plain(note),
  },
);

test('numbers are aligned at the right and text at the left', () => {
  assert.equal(
    renderTable(table, Infinity),
    [
      'name               price  note',
      'Parque eólico ñ     7.13  a long note that needs room',
      'b',
      'c                -112.50  x,"y"',
    ].join('\n'),
  );
});

test('a narrow terminal cuts text, the longest first, and never a number', () => {
  for (const width of [50, 45, 40]) {
    const lines = renderTable(table, width).split('\n');
    assert.ok(
      lines.every((line) => lengthOf(line) <= width),
      `${width}: ${lines.join('|')}`,
    );
    assert.match(lines[3] ?? '', /-112\.50/);
  }
  assert.match(renderTable(table, 40), /a long .*…$/m);
  assert.match(renderTable(table, 5), /-112\.50/, 'what cannot fit is printed all the same');
});

test('an instant, an identifier and a key are never cut', () => {
  const id = '0b0a7a52-3c4e-4a39-9d0e-6a3fb0a7f1de';
  const rows = tableOf([{}], {
    id: () => plain(id),
    at: () => instant('2026-03-30T10:05:00Z'),
    note: () => plain('a long note that needs room'),
  });
  assert.equal(
    renderTable(rows, 50),
    [
      'at                     note',
      '  id',
      '2026-03-30 12:05 CEST  a long note that needs room',
      `  ${id}`,
    ].join('\n'),
    'where they do not fit beside each other a row has several lines, the identifier last',
  );
  const key = `svc_${'k'.repeat(36)}`;
  assert.match(renderRecord(recordTable({ key: plain(key) })), new RegExp(key));
});

test('CSV has an instant in UTC and in the time of Spain, on both hours 2 of the longest day', () => {
  const times = ['2026-10-25T02:00:00+02:00', '2026-10-25T01:00:00Z', null];
  const rows = tableOf(times, { start: startColumn((time) => time) });
  assert.equal(
    renderCsv(rows),
    [
      'time (UTC),start (Europe/Madrid)',
      '2026-10-25T00:00:00Z,2026-10-25T02:00:00+02:00',
      '2026-10-25T01:00:00Z,2026-10-25T02:00:00+01:00',
      ',',
      '',
    ].join('\n'),
  );
  const record = recordTable({ id: plain('a'), 'last used': instant(null) });
  assert.equal(renderCsv(record), 'id,last_used (UTC),last_used (Europe/Madrid)\na,,\n');
});

test('CSV for a spreadsheet with Spanish settings has semicolons, decimal commas and times without offset', () => {
  const rows = tableOf([{ at: '2026-10-25T02:00:00+02:00', price: -1234.5, note: 'a;b, 1.5', key: '3.5' }], {
    start: startColumn(({ at }) => at),
    price: ({ price }) => fixed(price, 2),
    note: ({ note }) => plain(note),
    key: ({ key }) => plain(key),
  });
  assert.equal(
    renderCsv(rows, 'es'),
    [
      'time (UTC);start (Europe/Madrid);price;note;key',
      '2026-10-25 00:00:00;2026-10-25 02:00:00;-1234,5;"a;b, 1.5";3.5',
      '',
    ].join('\n'),
  );
});

test('CSV has every decimal, quotes what needs it, and holds no formula', () => {
  assert.equal(
    renderCsv(table),
    'name,price,note\nParque eólico ñ,7.126,a long note that needs room\nb,,\nc,-112.5,"x,""y"""\n',
  );
  const hostile = tableOf(
    ['=1+1', '-cmd', '-5', '-5.25', "-5+cmd|' /C calc'!A0", '+1', '@x'].map((name) => ({ name })),
    { name: ({ name }) => plain(name) },
  );
  assert.equal(renderCsv(hostile), "name\n'=1+1\n'-cmd\n-5\n-5.25\n'-5+cmd|' /C calc'!A0\n'+1\n'@x\n");
});

test('text from elsewhere cannot steer the terminal', () => {
  assert.equal(plain('\u001B[31mred\u0007\nsecond\u202Eline').text, '[31mred second line');
  assert.equal(printable('\u009B2J\u001B[31mred\nsecond\tcell\u202E'), ' 2J [31mred\nsecond\tcell ');
  const record = { name: '\u001B[31m\u009B\u202Ex', city: 'Málaga' };
  const json = printableJson(record);
  assert.doesNotMatch(json, /[^\P{Cc}\n]|\u202E/u);
  assert.deepEqual(JSON.parse(json), record);
});

test('instants, lists and answers read well', () => {
  assert.deepEqual(
    [instant('2026-10-25T00:00:00Z'), instant('2026-10-25T01:00:00Z')].map(({ text }) => text),
    ['2026-10-25 02:00 CEST', '2026-10-25 02:00 CET'],
  );
  assert.equal(instant(null).text, '');
  assert.equal(list(['a', 'b']).text, 'a, b');
  assert.equal(yesOrNo(false).text, 'no');
});
