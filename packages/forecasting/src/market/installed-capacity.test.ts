import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installedCapacityMw } from './installed-capacity.ts';

test('installed capacity is that of the year it is asked for', () => {
  const at2019 = installedCapacityMw('solar', '2019-01-01');
  assert.ok(Math.abs(at2019 - 4_800) < 50);
  assert.ok(installedCapacityMw('solar', '2025-06-30') > 6 * at2019);
  assert.ok(Math.abs(installedCapacityMw('wind', '2024-01-01') - 30_600) < 50);
});
