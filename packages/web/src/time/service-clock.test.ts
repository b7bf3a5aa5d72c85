import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countdown, roughSpan, serviceNow, serviceTime, setServiceClock } from './service-clock.ts';

const MINUTE_MS = 60_000;

test('the time is the service’s, however far the browser is from it', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-21T08:00:00Z') });
  setServiceClock('2026-03-28T22:59:30Z');
  assert.equal(serviceNow(), Date.parse('2026-03-28T22:59:30Z'));
  t.mock.timers.tick(45_000);
  assert.equal(serviceNow(), Date.parse('2026-03-28T23:00:15Z'));
  assert.equal(serviceTime(Date.parse('2026-11-21T08:00:00Z')), Date.parse('2026-03-28T22:59:30Z'));
});

test('what is left is counted in days, hours, minutes and seconds and never below nothing', () => {
  assert.equal(countdown(2 * 3_600_000 + 14 * 60_000 + 9000), '02:14:09');
  assert.equal(countdown(86_400_000 + 1000), '1 d 00:00:01');
  assert.equal(countdown(-5), '00:00:00');
});

test('a span is said in minutes, hours and days, without what no longer matters', () => {
  const spans = [0, 59_999, 4 * MINUTE_MS, 125 * MINUTE_MS, 14.9 * 60 * MINUTE_MS, 74.5 * 60 * MINUTE_MS];
  assert.deepEqual(spans.map(roughSpan), ['0 min', '0 min', '4 min', '2 h 5 min', '14 h', '3 d 2 h']);
});
