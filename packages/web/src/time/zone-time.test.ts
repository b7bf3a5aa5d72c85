import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zonedInstant } from './zone-time.ts';

const at = (local: string, zone: string) => new Date(zonedInstant(local, zone)).toISOString();

test('a local time is an instant in its zone, in winter and in summer', () => {
  assert.equal(at('2026-01-15T08:30', 'Europe/Madrid'), '2026-01-15T07:30:00.000Z');
  assert.equal(at('2026-07-15T08:30', 'Europe/Madrid'), '2026-07-15T06:30:00.000Z');
  assert.equal(at('2026-07-15T08:30', 'Atlantic/Canary'), '2026-07-15T07:30:00.000Z');
  assert.equal(at('2026-07-15T08:30', 'UTC'), '2026-07-15T08:30:00.000Z');
});

test('midnight before a change of the clock has the offset of that midnight', () => {
  assert.equal(at('2026-03-29T00:00', 'Europe/Madrid'), '2026-03-28T23:00:00.000Z');
  assert.equal(at('2026-03-30T00:00', 'Europe/Madrid'), '2026-03-29T22:00:00.000Z');
  assert.equal(at('2026-10-25T00:00', 'Europe/Madrid'), '2026-10-24T22:00:00.000Z');
  assert.equal(at('2026-10-26T00:00', 'Europe/Madrid'), '2026-10-25T23:00:00.000Z');
});

test('of the hour that comes twice it is the first, and the hour that is skipped counts from the one before', () => {
  assert.equal(at('2026-10-25T02:30', 'Europe/Madrid'), '2026-10-25T00:30:00.000Z');
  assert.equal(at('2026-03-29T02:30', 'Europe/Madrid'), '2026-03-29T01:30:00.000Z');
});
