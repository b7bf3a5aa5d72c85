import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS, dayStart } from '@lonja/forecasting';
import { count, omieText } from '../../../test/omie-text.ts';
import { FileFault } from '../file-fault.ts';
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

test('a whole file without prices is no fault', () => {
  assert.equal(parse('MARGINALPIBC;\r\n*\r\n', '2026-10-01', 'ida1'), undefined);
});

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
