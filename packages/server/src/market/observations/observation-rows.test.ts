import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timestampText } from './observation-rows.ts';

test('instants that PostgreSQL cannot read are infinite', () => {
  assert.equal(timestampText(Date.UTC(2026, 2, 29)), '2026-03-29T00:00:00.000Z');
  assert.equal(timestampText(Date.parse('0001-01-01T00:00:00Z')), '0001-01-01T00:00:00.000Z');
  assert.equal(timestampText(Date.parse('0000-12-31T23:59:59Z')), '-infinity');
  assert.equal(timestampText(Number.NEGATIVE_INFINITY), '-infinity');
  assert.equal(timestampText(Date.parse('+010000-01-01T00:00:00Z')), 'infinity');
  assert.equal(timestampText(Number.POSITIVE_INFINITY), 'infinity');
});
