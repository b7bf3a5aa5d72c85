import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRange, shiftRange } from './day-range.ts';

test('a range is taken from the address only where it is one, and cut to what is served at once', () => {
  assert.deepEqual(readRange({ from: '2026-03-01', to: '2026-03-31' }, 90), {
    from: '2026-03-01',
    to: '2026-03-31',
  });
  assert.deepEqual(readRange({ from: '2026-03-31', to: '2026-03-01' }, 90), {});
  assert.deepEqual(readRange({ from: 'yesterday', to: '2026-03-01' }, 90), {});
  assert.deepEqual(readRange({ from: '2026-01-01', to: '2026-12-31' }, 90), {
    from: '2026-01-01',
    to: '2026-04-01',
  });
});

test('the range before or after has the same length and touches this one', () => {
  assert.deepEqual(shiftRange({ from: '2026-03-29', to: '2026-03-29' }, 1), {
    from: '2026-03-30',
    to: '2026-03-30',
  });
  assert.deepEqual(shiftRange({ from: '2026-03-01', to: '2026-03-07' }, -1), {
    from: '2026-02-22',
    to: '2026-02-28',
  });
});
