import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUCTION_CALENDAR } from './products.ts';
import { earlierRunsOf, isScheduledRun, latestScheduledRun, scheduledRunsBetween } from './schedule.ts';

const { da, ida3 } = AUCTION_CALENDAR;
const utc = (instant: number) => new Date(instant).toISOString().slice(0, 16);

test('a day-ahead run belongs to the day after it, an IDA3 run to its own day', () => {
  assert.deepEqual(latestScheduledRun(da, Date.parse('2026-03-30T10:05:00Z')), {
    scheduledFor: Date.parse('2026-03-30T10:05:00Z'),
    firstDay: '2026-03-31',
  });
  assert.deepEqual(latestScheduledRun(da, Date.parse('2026-03-30T10:04:59Z')), {
    scheduledFor: Date.parse('2026-03-30T09:40:00Z'),
    firstDay: '2026-03-31',
  });
  assert.equal(latestScheduledRun(ida3, Date.parse('2026-03-30T07:00:00Z')).firstDay, '2026-03-30');
});

test('the local schedule holds across both clock changes', () => {
  const spring = scheduledRunsBetween(da, Date.parse('2026-03-27T23:00Z'), Date.parse('2026-03-29T22:00Z'));
  assert.deepEqual(
    spring.map((run) => utc(run.scheduledFor)),
    [
      ['2026-03-28T05:05', '2026-03-28T09:30', '2026-03-28T10:40', '2026-03-28T11:05', '2026-03-28T12:30'],
      ['2026-03-29T04:05', '2026-03-29T08:30', '2026-03-29T09:40', '2026-03-29T10:05', '2026-03-29T11:30'],
    ].flat(),
  );
  const autumn = scheduledRunsBetween(da, Date.parse('2025-10-25T12:00Z'), Date.parse('2025-10-26T12:30Z'));
  assert.deepEqual(
    autumn.map((run) => utc(run.scheduledFor)),
    ['2025-10-26T05:05', '2025-10-26T09:30', '2025-10-26T10:40', '2025-10-26T11:05', '2025-10-26T12:30'],
  );
});

test('the end of a span belongs to it and its beginning does not', () => {
  const noon = Date.parse('2026-03-30T10:05:00Z');
  assert.equal(scheduledRunsBetween(da, noon - 1, noon).length, 1);
  assert.equal(scheduledRunsBetween(da, noon, noon + 1).length, 0);
});

test('earlier runs keep the local time and end with the day before', () => {
  const earlier = earlierRunsOf(da, latestScheduledRun(da, Date.parse('2026-03-30T10:05:00Z')), 3);
  assert.deepEqual(
    earlier.map((run) => [utc(run.scheduledFor), run.firstDay]),
    [
      ['2026-03-27T11:05', '2026-03-28'],
      ['2026-03-28T11:05', '2026-03-29'],
      ['2026-03-29T10:05', '2026-03-30'],
    ],
  );
  assert.throws(
    () => earlierRunsOf(da, { scheduledFor: 0, firstDay: '2026-03-31' }, 1),
    /not a scheduled run/,
  );
});

test('a run that answers an input is none of the schedule', () => {
  const run = latestScheduledRun(da, Date.parse('2026-03-30T08:20:00Z'));
  assert.equal(isScheduledRun(da, run), true);
  assert.equal(isScheduledRun(da, { ...run, scheduledFor: Date.parse('2026-03-30T08:04:11Z') }), false);
});
