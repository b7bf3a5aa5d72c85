import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockChanges } from './clock-changes.ts';

test('the days of a range on which the clock changes are found, at its ends too', () => {
  assert.deepEqual(clockChanges({ from: '2026-03-29', to: '2026-03-29' }), ['2026-03-29']);
  assert.deepEqual(clockChanges({ from: '2025-10-26', to: '2026-10-25' }), [
    '2025-10-26',
    '2026-03-29',
    '2026-10-25',
  ]);
  assert.deepEqual(clockChanges({ from: '2026-03-30', to: '2026-10-24' }), []);
});
