import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualSolarShare } from './plant-share.ts';

test('the sun of a place rises in the east first, stands higher in the south and never gives more than the plant has', () => {
  const shareAt = (iso: string, latitude: number, longitude: number) =>
    usualSolarShare(Date.parse(iso), { latitude, longitude });
  assert.ok(shareAt('2026-03-31T06:30:00Z', 39, 3) > shareAt('2026-03-31T06:30:00Z', 39, -7));
  assert.ok(shareAt('2026-12-21T12:00:00Z', 36.8, -2.5) > shareAt('2026-12-21T12:00:00Z', 43.3, -2.5));
  assert.equal(shareAt('2026-06-21T00:00:00Z', 39, -3), 0);
  const year = Array.from({ length: 365 * 24 }, (_, i) =>
    usualSolarShare(Date.parse('2026-01-01T00:30:00Z') + i * 3_600_000, { latitude: 39, longitude: -3.7 }),
  );
  assert.ok(Math.max(...year) < 0.8);
  const equivalentHours = year.reduce((sum, share) => sum + share, 0);
  assert.ok(equivalentHours > 1_300 && equivalentHours < 1_900, String(equivalentHours));
});
