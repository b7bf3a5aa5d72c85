import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, type DeliveryDay, instantFor } from '@lonja/forecasting/market';
import { seenArrivals, usualArrivalOf } from './polling.ts';

const arrivalsFrom = (first: DeliveryDay, times: string[], dayOffset = -1) =>
  times.map((time, i) => {
    const day = addDays(first, i);
    return { day, at: instantFor(day, { dayOffset, time }) };
  });

test('three of four days came by the usual arrival, which takes two weeks to be known', () => {
  const times = Array.from({ length: 16 }, (_, i) => (i < 12 ? '09:41' : '17:00'));
  assert.equal(usualArrivalOf(arrivalsFrom('2026-05-01', times.slice(0, 13))), undefined);
  assert.deepEqual(usualArrivalOf(arrivalsFrom('2026-05-01', times)), { dayOffset: -1, time: '09:45' });
});

test('it is by the clock: a change of the clock moves nothing, and neither does midnight', () => {
  for (const first of ['2026-03-20', '2025-10-18']) {
    const times = Array.from({ length: 20 }, () => '20:00');
    assert.deepEqual(usualArrivalOf(arrivalsFrom(first, times)), { dayOffset: -1, time: '20:00' });
  }
  const night = Array.from({ length: 14 }, () => '00:58');
  assert.deepEqual(usualArrivalOf(arrivalsFrom('2026-05-01', night, 0)), { dayOffset: 0, time: '01:00' });
});

test('a day that nobody saw come says nothing', () => {
  const expectedAt = instantFor('2026-05-01', { dayOffset: -1, time: '18:00' });
  const line = { day: '2026-05-01', expectedAt };
  const early = expectedAt - 60_000;
  assert.deepEqual(
    seenArrivals([
      { ...line, publishedAt: undefined },
      { ...line, publishedAt: expectedAt },
      { ...line, publishedAt: early },
    ]),
    [{ day: '2026-05-01', at: early }],
  );
});
