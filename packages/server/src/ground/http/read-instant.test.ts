import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInstant } from './read-instant.ts';

const NINE = Date.parse('2026-03-31T09:00:00Z');

test('an instant is read in every spelling that is accepted', () => {
  const cases: [string, number][] = [
    ['2026-03-31T09:00:00Z', NINE],
    ['2026-03-31T09:00Z', NINE],
    ['2026-03-31T09:00:00.000000000Z', NINE],
    ['2026-03-31T09:00:00.250Z', NINE + 250],
    ['2026-03-31t09:00:00z', NINE],
    ['2026-03-31 09:00:00Z', NINE],
    ['2026-03-31T10:00:00+01:00', NINE],
    ['2026-03-31T10:00:00+0100', NINE],
    ['2026-03-31T10:00:00 01:00', NINE],
    ['2026-03-31T10:00:00 0100', NINE],
    ['2026-03-31 10:00:00 01:00', NINE],
    ['2026-03-31 10:00 01:00', NINE],
    ['2026-03-31T04:30:00-0430', NINE],
    ['2026-03-31t04:30:00.0-04:30', NINE],
    ['2026-04-01T08:59:00+23:59', NINE],
  ];
  for (const [text, instant] of cases) assert.equal(readInstant(text), instant, text);
});

test('a text that is not an instant with an offset is refused', () => {
  const cases = [
    '',
    '2026-03-31',
    '2026-03-31T09:00:00',
    '2026-03-31 09:00',
    '2026-03-31T09Z',
    '2026-03-31T0900Z',
    '20260331T090000Z',
    '2026-03-31  09:00:00Z',
    '2026-03-31_09:00:00Z',
    ' 2026-03-31T09:00:00Z',
    '2026-03-31T09:00:00Z ',
    '2026-03-31T09:00:00 Z',
    '2026-03-31T09:00:00 +01:00',
    '2026-03-31T09:00:00+01',
    '2026-03-31T09:00:00+1:00',
    '2026-03-31T09:00:00+24:00',
    '2026-03-31T09:00:00+01:60',
    '2026-03-31T09:00:00.Z',
    '2026-03-31T09:00:00,5Z',
    '2026-03-31T25:00:00Z',
    '2026-03-31T09:60:00Z',
    '2026-03-31T09:00:60Z',
    '2026-02-29T09:00:00Z',
    '2026-13-01T09:00:00Z',
    '9999-12-31T23:00:00-05:00',
    '0000-01-01T00:00:00+05:00',
    '1774947600000',
    'tomorrow',
  ];
  for (const text of cases) assert.equal(readInstant(text), undefined, text);
});
