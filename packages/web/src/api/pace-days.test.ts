import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paceDays } from './pace-days.ts';

test('of quick steps through days the first and the last are asked, and those given up never', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: number[] = [];
  let step = new AbortController();
  const steps = [1, 2, 3, 4].map(async (day) => {
    step.abort(new Error('the reader went on'));
    step = new AbortController();
    await paceDays(`/api/v1/dashboard/summary?date=2026-03-0${day}`, step.signal).then(
      () => asked.push(day),
      () => undefined,
    );
  });
  await Promise.all(steps.slice(0, 3));
  assert.deepEqual(asked, [1]);
  t.mock.timers.tick(500);
  await Promise.all(steps);
  assert.deepEqual(asked, [1, 4]);
});

test('requests that name no day, and those of other routes, go at once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  await paceDays('/api/v1/sites?page=1', undefined);
  await paceDays('/api/v1/sites?page=2', undefined);
  await paceDays('/api/v1/weather?date=2026-03-01', undefined);
  await paceDays('/api/v1/market/fundamentals?date=2026-03-01', undefined);
});
