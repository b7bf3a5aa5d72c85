import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathPeriodsOf, slotOfPeriod } from './path-periods.ts';

const FIRST = { firstDay: '2026-10-25' } as const;

test('hours count among those that the auction covers, both hours 2 of the longest day as one', () => {
  const da = { product: 'da', ...FIRST } as const;
  const slots = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T23:00:00Z'].map((start) =>
    slotOfPeriod(da, Date.parse(start)),
  );
  assert.deepEqual(slots, [2, 2, 24]);
  assert.equal(slotOfPeriod({ product: 'ida3', ...FIRST }, Date.parse('2026-10-25T11:00:00Z')), 0);
});

test('quarters have their place in their own day beside the slot of their hour', () => {
  const distribution = new Float64Array(25);
  const quarter = { start: Date.parse('2026-10-25T23:30:00Z'), distribution, share: 0.5 };
  const run = { product: 'da', ...FIRST } as const;
  assert.deepEqual(pathPeriodsOf(run, [quarter], 'PT15M'), [
    { distribution, slot: 24, quarter: { day: 1, slot: 2, share: 0.5 } },
  ]);
  assert.deepEqual(pathPeriodsOf(run, [quarter], 'PT1H'), [{ distribution, slot: 24 }]);
});
