import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayStart, madridClock } from '../time/madrid-time.ts';
import { hourLabel, midnights, timeSplits } from './time-axis.ts';

const seconds = (day: string) => dayStart(day) / 1000;

test('an axis of one day is labelled at whole local hours as densely as there is room', () => {
  const wide = timeSplits(seconds('2026-11-24'), seconds('2026-11-25'), 1200);
  assert.equal(wide.length, 25);
  const narrow = timeSplits(seconds('2026-11-24'), seconds('2026-11-25'), 300);
  assert.deepEqual(
    narrow.map((at) => madridClock(at * 1000)),
    ['00:00', '06:00', '12:00', '18:00', '00:00'],
  );
});

test('the day of 25 hours keeps its labels on local hours and names the repeated hour twice where there is room', () => {
  const labels = timeSplits(seconds('2026-10-25'), seconds('2026-10-26'), 600).map((at) =>
    madridClock(at * 1000),
  );
  assert.deepEqual(labels.slice(0, 3), ['00:00', '02:00 CEST', '04:00']);
  const wide = timeSplits(seconds('2026-10-25'), seconds('2026-10-26'), 1000).map((at) =>
    madridClock(at * 1000),
  );
  assert.deepEqual(wide.slice(0, 4), ['00:00', '02:00 CEST', '02:00 CET', '04:00']);
});

test('of the repeated hour the second label names its zone', () => {
  const labels = (day: string) => [0, 1, 2, 3, 4].map((hour) => hourLabel(seconds(day) + hour * 3600));
  for (const day of ['2025-10-26', '2026-10-25'])
    assert.deepEqual(labels(day), ['00', '01', '02', '02 CET', '03']);
  assert.deepEqual(labels('2026-03-29'), ['00', '01', '03', '04', '05']);
  assert.deepEqual(labels('2026-03-28'), ['00', '01', '02', '03', '04']);
});

test('midnights of a span with both clock changes are 23, 24 or 25 hours apart', () => {
  const at = midnights(seconds('2026-03-01'), seconds('2026-11-01'));
  const gaps = new Set(at.slice(1).map((start, i) => (start - (at[i] ?? 0)) / 3600));
  assert.deepEqual(
    [...gaps].toSorted((a, b) => a - b),
    [23, 24, 25],
  );
});

test('a year is labelled by months', () => {
  const labels = timeSplits(seconds('2026-01-01'), seconds('2027-01-01'), 1200);
  assert.equal(labels.length, 13);
});
