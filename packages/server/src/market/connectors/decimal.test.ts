import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDecimal } from './decimal.ts';

test('every notation of the sources is read, with or without a digit before the decimal sign', () => {
  const known = [
    ['84', 84],
    ['0.84', 0.84],
    ['.84', 0.84],
    ['-.07', -0.07],
    ['+.5', 0.5],
    ['.00', 0],
    ['-.00', 0],
    ['84.', 84],
    ['-500.00', -500],
    ['1e3', 1000],
    ['2.5E-1', 0.25],
  ] as const;
  for (const [text, value] of known) assert.ok(Object.is(parseDecimal(text), value), text);
});

test('what is no number is not read', () => {
  const texts = [
    '',
    '.',
    '-',
    '-.',
    '1.2.3',
    '1,5',
    ' 1',
    '1 ',
    '0x10',
    'NaN',
    'Infinity',
    '1e',
    '--1',
    '1e999',
  ];
  for (const text of texts) assert.equal(parseDecimal(text), undefined, text);
});

test('under a decimal comma a dot is refused unless groups are allowed', () => {
  assert.equal(parseDecimal('0,84', { sign: ',' }), 0.84);
  assert.equal(parseDecimal(',84', { sign: ',' }), 0.84);
  assert.equal(parseDecimal('1.234', { sign: ',' }), undefined);
  assert.equal(parseDecimal('1.234', { sign: ',', grouped: true }), 1234);
  assert.equal(parseDecimal('-1.234.567,5', { sign: ',', grouped: true }), -1_234_567.5);
  assert.equal(parseDecimal('987', { sign: ',', grouped: true }), 987);
  for (const slip of ['12.34', '1.23.456', '1234.567', '.234', '1,234.5']) {
    assert.equal(parseDecimal(slip, { sign: ',', grouped: true }), undefined, slip);
  }
  assert.equal(parseDecimal('1,234.5', { grouped: true }), 1234.5);
  for (const blank of [' ', '\u00A0', '\u2009', '\u202F']) {
    assert.equal(parseDecimal(`1${blank}234${blank}567,5`, { sign: ',', grouped: true }), 1_234_567.5);
    assert.equal(parseDecimal(`1${blank}234,5`, { sign: ',' }), undefined);
  }
  for (const slip of ['0.123', '012.345', '1.234 567', '1 234.567']) {
    assert.equal(parseDecimal(slip, { sign: ',', grouped: true }), undefined, slip);
  }
});
