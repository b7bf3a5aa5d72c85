import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TIME_HEADS, csvOf, fileNameOf, timeCells } from './save-file.ts';
import { loadTexts } from '../i18n/texts.ts';

await Promise.all([loadTexts('en', 'shell'), loadTexts('es', 'shell')]);

test('cells are quoted where they must be, and no text becomes a formula', () => {
  const rows = [
    ['a,b', -12.5],
    ['=1+1', 'say "x"'],
    ['-cmd', null],
  ];
  const table = {
    head: ['name', 'value'],
    rowCount: rows.length,
    fileRow: (index: number) => rows[index] ?? [],
  };
  assert.equal(csvOf(table, 'en'), 'name,value\r\n"a,b",-12.5\r\n\'=1+1,"say ""x"""\r\n\'-cmd,\r\n');
});

test('in Spanish a file is as a spreadsheet with Spanish settings opens it, both hours 2 with their instants', () => {
  const starts = [Date.parse('2025-10-26T00:00:00Z'), Date.parse('2025-10-26T01:00:00Z')];
  const table = {
    head: ['shown'],
    fileHead: [...TIME_HEADS, 'price; (EUR/MWh)'],
    rowCount: 2,
    fileRow: (index: number) => [...timeCells(starts[index] ?? 0), -3.25],
  };
  assert.equal(
    csvOf(table, 'es'),
    '\uFEFFhora (UTC);inicio (Europe/Madrid);"price; (EUR/MWh)"\r\n' +
      '2025-10-26 00:00:00;2025-10-26 02:00:00;-3,25\r\n2025-10-26 01:00:00;2025-10-26 02:00:00;-3,25\r\n',
  );
  assert.match(csvOf(table, 'en'), /^2025-10-26T01:00:00Z,2025-10-26T02:00:00\+01:00,-3.25\r$/m);
});

test('the name of a file says product, days and run', () => {
  const run = '2026-03-30T10:05:00.123Z';
  const days = ['2026-03-30', '2026-03-31'];
  assert.equal(
    fileNameOf({ what: 'forecast', product: 'da', days, run }),
    'lonja-forecast-da-2026-03-30-2026-03-31-run-20260330T100500Z.csv',
  );
  assert.equal(
    fileNameOf({ what: 'plan-Peñón 1', days: days.slice(0, 1) }),
    'lonja-plan-Penon-1-2026-03-30.csv',
  );
});
