import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChannelTimes, dueAt } from './due-at.ts';

const ANY: ChannelTimes = { time_zone: 'Europe/Madrid', quiet_from: null, quiet_to: null, digest_at: null };
const due = (now: string, times: Partial<ChannelTimes>) =>
  new Date(dueAt(Date.parse(now), { ...ANY, ...times })).toISOString().replace(':00.000Z', 'Z');

test('without quiet hours and digest an alert is due at once, to the millisecond', () => {
  assert.equal(dueAt(1_774_865_100_123, ANY), 1_774_865_100_123);
});

test('in quiet hours an alert waits until they end, over midnight too; their end is no part of them', () => {
  const night = { quiet_from: '22:00', quiet_to: '07:00' };
  assert.equal(due('2026-01-15T20:59Z', night), '2026-01-15T20:59Z');
  assert.equal(due('2026-01-15T21:00Z', night), '2026-01-16T06:00Z');
  assert.equal(due('2026-01-16T05:59Z', night), '2026-01-16T06:00Z');
  assert.equal(due('2026-01-16T06:00Z', night), '2026-01-16T06:00Z');
  const noon = { quiet_from: '13:00', quiet_to: '15:30' };
  assert.equal(due('2026-01-15T12:00Z', noon), '2026-01-15T14:30Z');
  assert.equal(due('2026-01-15T11:59Z', noon), '2026-01-15T11:59Z');
});

test('on the days on which the clock changes quiet hours end at their local time', () => {
  const night = { quiet_from: '22:00', quiet_to: '07:00' };
  assert.equal(due('2026-03-28T22:00Z', night), '2026-03-29T05:00Z', '23 hours');
  assert.equal(due('2026-10-24T21:00Z', night), '2026-10-25T06:00Z', '25 hours');
  const early = { quiet_from: '00:00', quiet_to: '02:30' };
  assert.equal(due('2026-03-29T00:30Z', early), '2026-03-29T01:30Z', '02:30 is not there: 03:30');
  assert.equal(due('2026-10-24T23:00Z', early), '2026-10-25T00:30Z', 'the first of two');
  assert.equal(
    due('2026-10-25T01:10Z', early),
    '2026-10-25T01:30Z',
    'the second of two, from the second 02:10',
  );
});

test('a digest comes once a day at its local time, on days of 23 and 25 hours as well', () => {
  const digest = { digest_at: '08:00' };
  assert.equal(due('2026-01-15T07:00Z', digest), '2026-01-15T07:00Z');
  assert.equal(due('2026-01-15T07:01Z', digest), '2026-01-16T07:00Z');
  assert.equal(due('2026-03-28T07:01Z', digest), '2026-03-29T06:00Z');
  assert.equal(due('2026-10-24T06:01Z', digest), '2026-10-25T07:00Z');
  const night = { digest_at: '02:30' };
  assert.equal(due('2026-10-25T00:00Z', night), '2026-10-25T00:30Z');
  assert.equal(due('2026-10-25T00:31Z', night), '2026-10-26T01:30Z', 'not again at the second 02:30');
  assert.equal(due('2026-03-29T00:00Z', night), '2026-03-29T01:30Z');
});

test('a digest within quiet hours comes at their end, and other zones have their own clock', () => {
  assert.equal(
    due('2026-01-15T10:00Z', { digest_at: '06:00', quiet_from: '22:00', quiet_to: '07:00' }),
    '2026-01-16T06:00Z',
  );
  assert.equal(
    due('2026-01-15T10:00Z', { digest_at: '08:00', time_zone: 'Atlantic/Canary' }),
    '2026-01-16T08:00Z',
  );
  assert.equal(
    due('2026-01-15T10:00Z', { digest_at: '08:00', time_zone: 'Asia/Kathmandu' }),
    '2026-01-16T02:15Z',
  );
});
