import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOf } from '../../../ground/reasons/reasons.ts';
import { readNumber } from './series-collector.ts';

const COMMA = { decimal: ',', thousands: false } as const;
const POINT = { decimal: '.', thousands: false } as const;

test('numbers are read in the notation of the mapping', () => {
  for (const [cell, notation, value] of [
    ['1234,5', COMMA, 1234.5],
    [',84', COMMA, 0.84],
    ['-0,07', COMMA, -0.07],
    ['1234.5', POINT, 1234.5],
    ['.84', POINT, 0.84],
    ['1.234,5', { ...COMMA, thousands: true }, 1234.5],
    ['1.234', { ...COMMA, thousands: true }, 1234],
    ['987', { ...COMMA, thousands: true }, 987],
    ['-12.345.678', { ...COMMA, thousands: true }, -12_345_678],
    ['1 234,5', { ...COMMA, thousands: true }, 1234.5],
    ['1,234.5', { ...POINT, thousands: true }, 1234.5],
  ] as const) {
    assert.equal(readNumber(cell, notation), value, cell);
  }
});

test('a number in another notation is refused with what to set', () => {
  const advice = (cell: string, notation: Parameters<typeof readNumber>[1]) => {
    const read = readNumber(cell, notation);
    assert.ok(typeof read !== 'number', cell);
    return sentenceOf(read.expectation).replace(
      /^expected a number with the decimal sign "[.,]", found "[^"]*"; in the mapping set /,
      '',
    );
  };
  assert.equal(advice('1.234', COMMA), '"thousands": true if it is 1234, or "decimal": "." if it is 1.234');
  assert.equal(advice('1.23', COMMA), '"decimal": "." if it is 1.23');
  assert.equal(advice('0.123', { ...COMMA, thousands: true }), '"decimal": "." if it is 0.123');
  assert.equal(advice('1.234.567', COMMA), '"thousands": true if it is 1234567');
  assert.equal(advice('1.234,5', COMMA), '"thousands": true if it is 1234.5');
  assert.equal(advice('1,234', POINT), '"thousands": true if it is 1234, or "decimal": "," if it is 1.234');
  assert.equal(advice('0,5', POINT), '"decimal": "," if it is 0.5');
  for (const cell of ['x1', '1.23.4', '1,2,3', '--1', '12€']) {
    assert.equal(advice(cell, COMMA), `expected a number, found "${cell}"`);
  }
});
