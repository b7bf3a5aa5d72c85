import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeDaysEnd, resolveRelativeDay } from './relative-day.ts';

const at = (instant: string) => Date.parse(instant);

test('words are days in Madrid, over its midnight and both changes of the clock', () => {
  const days = (instant: string) =>
    ['yesterday', 'today', 'tomorrow'].map((word) => resolveRelativeDay(word, at(instant)));
  assert.deepEqual(days('2026-03-30T21:59:59Z'), ['2026-03-29', '2026-03-30', '2026-03-31']);
  assert.deepEqual(days('2026-03-30T22:00:00Z'), ['2026-03-30', '2026-03-31', '2026-04-01']);
  assert.deepEqual(days('2026-03-28T23:30:00Z'), ['2026-03-28', '2026-03-29', '2026-03-30']);
  assert.deepEqual(days('2025-10-26T22:30:00Z'), ['2025-10-25', '2025-10-26', '2025-10-27']);
  assert.deepEqual(days('2025-12-31T23:00:00Z'), ['2025-12-31', '2026-01-01', '2026-01-02']);
  for (const text of ['Tomorrow', ' today', 'now', '', '2026-03-31', undefined, 1]) {
    assert.equal(resolveRelativeDay(text, at('2026-03-30T10:00:00Z')), undefined);
  }
});

test('a word means the same day until midnight in Madrid: 23 and 25 hours on when the clock changes', () => {
  const end = (query: unknown, instant: string) => relativeDaysEnd(query, at(instant));
  const query = { market: 'es', date: 'tomorrow' };
  assert.equal(end(query, '2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'));
  assert.equal(end(query, '2025-10-25T22:00:00Z'), at('2025-10-26T23:00:00Z'));
  assert.equal(end({ date: '2026-03-31' }, '2026-03-29T10:00:00Z'), undefined);
  assert.equal(end(undefined, '2026-03-29T10:00:00Z'), undefined);
});
