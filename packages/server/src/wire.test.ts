import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant, roundPrice } from './wire.ts';

test('an instant is UTC to the second, and keeps its milliseconds where it has any', () => {
  assert.equal(formatInstant(Date.UTC(2026, 2, 30, 10, 5)), '2026-03-30T10:05:00Z');
  assert.equal(formatInstant(Date.UTC(2026, 2, 30, 10, 5, 0, 7)), '2026-03-30T10:05:00.007Z');
});

test('prices have two decimals, and rounding never swaps two of them', () => {
  assert.deepEqual([61.274_999, -0.005, -12.346, 4000].map(roundPrice), [61.27, -0, -12.35, 4000]);
  for (let i = -5000; i < 5000; i++) assert.ok(roundPrice(i / 997) <= roundPrice((i + 1) / 997));
});
