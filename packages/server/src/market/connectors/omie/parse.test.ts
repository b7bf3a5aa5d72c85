import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS, dayStart } from '@lonja/forecasting/market';
import { count, omieText } from '../../../../test/omie-text.ts';
import { FileFault } from '../payload-fault.ts';
import { parseOmiePrices } from './parse.ts';

function parse(text: string, day = '2025-01-15', product: 'da' | 'ida1' | 'ida3' = 'da') {
  return parseOmiePrices(text, { file: 'marginalpdbc', product, day });
}

test('an hourly file gives Portugal first, then Spain, from local midnight on', () => {
  const prices = parse(omieText('2025-01-15', count(24), { lineEnd: '\n' }));
  assert.equal(prices?.resolution, 'PT1H');
  assert.deepEqual([prices?.portugal[5], prices?.spain[5]], [1005, 5]);
  assert.equal(prices?.start[0], Date.UTC(2025, 0, 14, 23));
  assert.equal(prices?.start[23], Date.UTC(2025, 0, 15, 22));
});

for (const [day, hours, zoneChange] of [
  ['2025-03-30', 23, 'loses an hour'],
  ['2025-10-25', 24, 'is plain'],
  ['2025-10-26', 25, 'gains an hour'],
] as const) {
  test(`a day that ${zoneChange} has ${hours} hours or ${4 * hours} quarters of real time`, () => {
    const start = dayStart(day);
    const hourly = parse(omieText(day, count(hours)), day);
    assert.deepEqual(
      [...(hourly?.start ?? [])],
      count(hours).map((i) => start + i * HOUR_MS),
    );
    const quarterly = parse(omieText(day, count(4 * hours)), day);
    assert.equal(quarterly?.resolution, 'PT15M');
    assert.equal(quarterly?.start.at(-1), start + hours * HOUR_MS - 15 * MINUTE_MS);
  });
}

test('days and months without leading zeros, signs and decimals are read', () => {
  const text = omieText('2018-01-02', count(24), { lineEnd: '\n' })
    .replaceAll('2018;01;02', '2018;1;2')
    .replace(';1000;0;', ';-0.05;6.74;');
  const prices = parse(text, '2018-01-02');
  assert.deepEqual([prices?.portugal[0], prices?.spain[0]], [-0.05, 6.74]);
});

test('the third intraday auction starts at local noon, also on the day that loses an hour', () => {
  const header = 'MARGINALPIBC;';
  const plain = parse(omieText('2025-06-01', count(48), { header, firstPeriod: 49 }), '2025-06-01', 'ida3');
  assert.equal(plain?.start[0], dayStart('2025-06-01') + 12 * HOUR_MS);
  const spring = parse(omieText('2026-03-29', count(48), { header, firstPeriod: 45 }), '2026-03-29', 'ida3');
  assert.equal(spring?.start[0], dayStart('2026-03-29') + 11 * HOUR_MS);
});

test('prices without a zero before the dot are read, as OMIE writes those of Spain in intraday files', () => {
  const day = '2025-01-12';
  const text = omieText(day, count(24), { header: 'MARGINALPIBC;', lineEnd: '\n' })
    .replace(';1000;0;', ';0.84;.84;')
    .replace(';1001;1;', ';-0.07;-.07;')
    .replace(';1002;2;', ';0.00;.00;');
  const prices = parse(text, day, 'ida1');
  assert.deepEqual([...(prices?.spain.slice(0, 4) ?? [])], [0.84, -0.07, 0, 3]);
  assert.deepEqual([...(prices?.portugal.slice(0, 3) ?? [])], [0.84, -0.07, 0]);
});

test('a whole file without prices is no fault', () => {
  for (const text of [
    'MARGINALPIBC;\r\n*\r\n',
    'MARGINALPIBC;\n*\n',
    'marginalpibc\r\n*',
    '\uFEFFMARGINALPIBC;\n* \n\n',
  ]) {
    assert.equal(parse(text, '2026-10-01', 'ida1'), undefined, JSON.stringify(text));
  }
});

const plain = omieText('2025-01-15', count(24), { lineEnd: '\n' });
for (const [name, text] of [
  ['a byte order mark', `\uFEFF${plain}`],
  ['a byte order mark read as Latin-1', `\u00EF\u00BB\u00BF${plain}`],
  ['a header in small letters', plain.replace('MARGINALPDBC', 'marginalpdbc')],
  ['a header without its semicolon', plain.replace('PDBC;', 'PDBC')],
  ['a header that names the day', plain.replace('PDBC;', 'PDBC;15/01/2025;')],
  ['blanks at the ends of lines', plain.replaceAll(';\n', ';  \n').replace('*\n', '* \n')],
  ['blanks around fields', plain.replaceAll(';', ' ; ')],
  ['rows without their last semicolon', plain.replaceAll(/(\d);\n/g, '$1\n')],
  ['an end with a semicolon', plain.replace('*\n', '*;\n')],
  ['no line end at the end', plain.trimEnd()],
  ['empty lines at the end', `${plain}\r\n\r\n`],
  ['line ends of both kinds', plain.replace('\n', '\r\n')],
] as const) {
  test(`${name} makes no difference`, () => assert.deepEqual(parse(text), parse(plain)));
}

const whole = omieText('2025-01-15', count(24), { lineEnd: '\n' });
const damages: [name: string, text: string, line: number, message: RegExp][] = [
  ['an empty file', '', 1, /expected "MARGINALPDBC;", found ""/],
  ['the header of another market', whole.replace('PDBC', 'PIBC'), 1, /expected "MARGINALPDBC;"/],
  ['a web page', '<!doctype html>\n<html>', 1, /expected "MARGINALPDBC;"/],
  ['a file cut between rows', whole.slice(0, whole.indexOf('2025;01;15;4;')), 5, /cut short/],
  ['a file cut within a row', whole.slice(0, whole.indexOf('2025;01;15;4;') + 5), 5, /expected "year;month/],
  ['a file cut before its end', whole.replace('*\n', ''), 26, /cut short/],
  ['a missing field', whole.replace(';1003;3;', ';1003;'), 5, /expected "year;month/],
  ['a decimal comma', whole.replace(';1003;3;', ';1003;3,5;'), 5, /expected "year;month/],
  ['a text for a price', whole.replace(';1003;3;', ';1003;n/a;'), 5, /expected "year;month/],
  ['a header of another day', whole.replace('PDBC;', 'PDBC;16/01/2025;'), 1, /expected "MARGINALPDBC;"/],
  ['a price that is a dot', whole.replace(';1003;3;', ';1003;.;'), 5, /expected "year;month/],
  [
    'a price with a sign between thousands',
    whole.replace(';1003;3;', ';1.003.00;3;'),
    5,
    /expected "year;month/,
  ],
  ['a price too many', whole.replace(';1003;3;', ';1003;3;4;'), 5, /expected "year;month/],
  ['a last row cut within its price', whole.slice(0, whole.indexOf('023;23;') + 5), 25, /cut short/],
  ['another day', whole.replace('2025;01;15;4;', '2025;01;16;4;'), 5, /expected the day 2025-01-15/],
  ['a gap', whole.replace('2025;01;15;4;1003;3;\n', ''), 5, /expected period 4, found 5/],
  ['a repeated period', whole.replace('15;4;', '15;3;'), 5, /expected period 4, found 3/],
  [
    'a late start',
    omieText('2025-01-15', count(24), { firstPeriod: 2 }),
    2,
    /expected period 1 first, found 2/,
  ],
  [
    'a missing last hour',
    omieText('2025-01-15', count(23)),
    25,
    /expected 24 hours or 96 quarter hours .* found 23/,
  ],
  [
    'an hour too many',
    omieText('2025-01-15', count(25)),
    27,
    /expected 24 hours or 96 quarter hours .* found 25/,
  ],
  ['rows after the end', `${whole}2025;01;15;25;1;1;\n`, 27, /nothing after/],
];
for (const [name, text, line, message] of damages) {
  test(`${name} is refused with its line`, () => {
    assert.throws(
      () => parse(text),
      (fault) => fault instanceof FileFault && fault.line === line && message.test(fault.message),
    );
  });
}
