import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madridInstant } from './madrid-time.ts';
import { readHour } from './read-hour.ts';

function read(text: string, usualDay = '2026-03-19'): string | undefined {
  const start = readHour(text, usualDay);
  return start === undefined ? undefined : madridInstant(start);
}

test('an hour is read alone, of the usual day, and behind a day', () => {
  for (const text of ['18', '18h', '18 h', '18:00', ' 18:45 '])
    assert.equal(read(text), '2026-03-19T18:00:00+01:00', text);
  for (const text of ['24/11/2026 7:00', '2026-11-24 7', '24-11-2026, 07:00'])
    assert.equal(read(text), '2026-11-24T07:00:00+01:00', text);
});

test('the hour that comes twice is told apart, and the one that is left out is none', () => {
  assert.equal(read('2', '2026-10-25'), '2026-10-25T02:00:00+02:00');
  assert.equal(read('2b', '2026-10-25'), '2026-10-25T02:00:00+01:00');
  assert.equal(read('2b', '2026-10-24'), undefined);
  assert.equal(read('2', '2026-03-29'), undefined);
});

test('what is no hour is read as none', () => {
  for (const text of ['', '24', '18:20', 'market', '31/02/2026 10:00', '24/11/2026', '2026-11-24'])
    assert.equal(read(text), undefined, text);
});
