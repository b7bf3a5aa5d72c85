import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoneContribution } from './zone-contribution.ts';

const pointsFrom = (first: string, values: number[]) =>
  values.map((value, i) => ({ start: Date.parse(first) + i * 3_600_000, value }));

test('on the day of 25 hours the hour that occurs twice has the mean, and an hour without the zone nothing', () => {
  // 00, 01, 02 in summer time, 02 in winter time.
  const first = '2026-10-24T22:00:00Z';
  const spreads = zoneContribution(
    pointsFrom(first, [11, 12, 14, 10]),
    pointsFrom(first, [10, 12, 10, 12]),
    '2026-10-25',
  );
  assert.deepEqual([...spreads], [1, 0, 1, ...Array.from({ length: 21 }, () => 0)]);
  assert.ok(
    zoneContribution(pointsFrom(first, [11]), pointsFrom(first, [10]), '2026-10-26').every((v) => v === 0),
  );
});
