import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDay } from './read-day.ts';

test('a day is read with the day first, whatever stands between', () => {
  for (const text of ['05/03/2026', '5/3/2026', '5.3.2026', '5-3-2026', ' 05 03 2026 ', '2026-03-05']) {
    assert.equal(readDay(text), '2026-03-05', text);
  }
});

test('what is no day of the calendar is not read', () => {
  for (const text of ['', '31/02/2026', '13/13/2026', '05/03/26', '5/3', 'tomorrow']) {
    assert.equal(readDay(text), undefined, text);
  }
});
