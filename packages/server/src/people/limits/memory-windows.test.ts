import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryWindows } from './memory-windows.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-29T00:59:30Z');
const request = (key: string, wanted: number, limit = 3, tenantLimit = 100) => ({
  key: `credential ${key}`,
  wanted,
  limit,
  tenant: 'tenant one',
  tenantLimit,
});

test('a window lets in as many as its limit, and further ones as those leave it', () => {
  const windows = createMemoryWindows();
  const admitted = (wanted: number, now: number) =>
    windows.admit([request('a', wanted)], { windowMs: MINUTE, now })[0];
  assert.deepEqual(admitted(2, NOW), { used: 0, admitted: 2, oldestAt: NOW, tenantOldestAt: NOW });
  assert.equal(admitted(2, NOW + 10_000).admitted, 1);
  assert.equal(admitted(1, NOW + MINUTE - 1).admitted, 0);
  assert.equal(admitted(5, NOW + MINUTE).admitted, 2);
});

test('the limit of a tenant holds over its credentials, and what it refuses counts for none', () => {
  const windows = createMemoryWindows();
  const both = [request('a', 3, 10, 4), request('b', 3, 10, 4)];
  const first = windows.admit(both, { windowMs: MINUTE, now: NOW });
  assert.deepEqual(
    first.map(({ admitted }) => admitted),
    [3, 1],
  );
  const later = windows.admit([request('b', 9, 10, 100)], { windowMs: MINUTE, now: NOW + 1 });
  assert.deepEqual([later[0].used, later[0].admitted], [1, 9]);
});

test('a large limit takes few instants, and an event counts a 120th longer at most', () => {
  const windows = createMemoryWindows();
  const admitted = (now: number) =>
    windows.admit([request('a', 600, 1200, 100_000)], { windowMs: MINUTE, now })[0].admitted;
  assert.deepEqual([admitted(NOW + 1), admitted(NOW + 100), admitted(NOW + 200)], [600, 600, 0]);
  assert.equal(admitted(NOW + MINUTE + 500), 600);
});

test('the windows that are the longest unused are forgotten', () => {
  const windows = createMemoryWindows(3);
  const ask = (key: string) => windows.admit([request(key, 1)], { windowMs: MINUTE, now: NOW })[0].used;
  assert.deepEqual(['a', 'b', 'a', 'c', 'a', 'b'].map(ask), [0, 0, 1, 0, 2, 0]);
});
