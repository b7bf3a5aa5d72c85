import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDateOrder } from '../backtest/date-order.ts';
import { parseLocalTime } from '../backtest/local-times.ts';
import { readIsoOrDayFirst, readTimeText } from './time-text.ts';

const instantIn = (text: string) => {
  const time = readTimeText(text, readIsoOrDayFirst);
  if (time === undefined || time.offsetMs === null) return undefined;
  return new Date(time.wallMs - time.offsetMs).toISOString();
};

test('an instant is read in every spelling of databases, spreadsheets and languages', () => {
  const spellings = [
    '2026-10-25T02:45:00+02:00',
    '2026-10-25 02:45:00+02',
    '2026-10-25 02:45:00 +02',
    '2026-10-25 02:45:00 +0200',
    '2026-10-25 02:45+0200',
    '2026-10-25  2:45:00.000000+02',
    '2026-10-25 02:45:00,000 +02:00',
    '2026-10-25T00:45Z',
    '2026-10-25t00:45:00z',
    '2026-10-25 00:45:00 UTC',
    '2026-10-25 00:45:00+00',
    '2026-10-24 19:45:00-05',
    '25/10/2026 02:45 (CEST)',
    '25/10/2026 2:45 CEST',
    '2026-10-25 01:45 (WEST)',
    '2026-10-25T02:45+02:00[Europe/Madrid]',
    '2026-10-25T00:45:00Z[Etc/UTC]',
    ' 2026-10-25 02:45:00+02 ',
  ];
  for (const text of spellings) assert.equal(instantIn(text), '2026-10-25T00:45:00.000Z', text);
  assert.equal(instantIn('25/10/2026 02:45 (CET)'), '2026-10-25T01:45:00.000Z');
  assert.equal(instantIn('2026-10-25 02:45:00.123456+02'), '2026-10-25T00:45:00.124Z');
});

test('a time without offset says none, and 24:00 is the end of its day', () => {
  assert.equal(readTimeText('2026-10-25 02:45')?.offsetMs, null);
  assert.equal(readTimeText('2026-10-25 24:00')?.wallMs, Date.UTC(2026, 9, 26));
});

test('what is no time is not read', () => {
  const texts = [
    '',
    '2026-10-25',
    '02:45',
    '2026-10-25 24:15',
    '2026-10-25 25:00',
    '2026-10-25 02:60',
    '2026-10-25 02:45:60',
    '2026-10-25T02:45[Europe/Madrid]',
    '2026-10-25 02:45:00+2',
    '2026-10-25 02:45:00+15',
    '2026-10-25 02:45:00+02:60',
    '2026-10-25 02:45 (CEST',
    '2026-10-25 02:45 BST',
    '2026-10-25 02:45 PM',
    '2026-13-25 02:45',
    '2026-02-29T10:00Z',
    '20261025 02:45',
    '2026-10-25T',
  ];
  for (const text of texts) assert.equal(readTimeText(text), undefined, text);
});

test('the back-test reads times with this grammar', () => {
  const dates = findDateOrder([]);
  const { hour, minute, offsetMs } = parseLocalTime('2026-10-25 02:45:00 +0200', { line: 2, dates });
  assert.deepEqual([hour, minute, offsetMs], [2, 45, 7_200_000]);
  assert.throws(
    () => parseLocalTime('2026-10-25 24:00', { line: 2, dates }),
    /Line 2: "2026-10-25 24:00" is not a local time/,
  );
  assert.throws(
    () => parseLocalTime('2026-10-25 02:45:00.5', { line: 2, dates }),
    /not the start of an hour/,
  );
});
