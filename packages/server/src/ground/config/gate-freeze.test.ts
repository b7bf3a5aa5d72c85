import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findGateFreeze } from './gate-freeze.ts';

const productAt = (instant: string, minutes = 30) => findGateFreeze(Date.parse(instant), minutes)?.product;

test('the half hour before a gate is frozen, by Madrid time, the minute of the gate no more', () => {
  assert.equal(productAt('2026-02-10T10:29:59Z'), undefined);
  assert.equal(productAt('2026-02-10T10:30:00Z'), 'da');
  assert.equal(productAt('2026-02-10T10:59:59Z'), 'da');
  assert.equal(productAt('2026-02-10T11:00:00Z'), undefined);
});

test('on both days on which the clock changes the gates are where the clock of Madrid shows them', () => {
  // The day before has 12:00 at 11:00Z, 2026-03-29 at 10:00Z.
  assert.equal(productAt('2026-03-29T09:45:00Z'), 'da');
  assert.equal(productAt('2026-03-29T10:45:00Z'), undefined);
  assert.equal(productAt('2025-10-26T10:45:00Z'), 'da');
  assert.equal(productAt('2025-10-26T09:45:00Z'), undefined);
  // 10:00 in Madrid on the day itself, and 22:00.
  assert.equal(productAt('2026-03-29T07:45:00Z'), 'ida3');
  assert.equal(productAt('2025-10-26T08:45:00Z'), 'ida3');
  assert.equal(productAt('2025-10-26T20:45:00Z'), 'ida2');
});

test('no minutes are no freeze', () => {
  assert.equal(productAt('2026-02-10T10:59:59Z', 0), undefined);
});
