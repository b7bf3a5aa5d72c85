import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMeteoAnswer } from '../../../../test/sources/answers.ts';
import { openMeteoAt } from '../../../../test/sources/open-meteo-source.ts';

const NOW = Date.parse('2026-03-25T10:00:00Z');
const { source, asked } = openMeteoAt(NOW, openMeteoAnswer);
const [outlook] = source.outlooks ?? [];

test('an outlook is known from the moment it was asked for, and covers days of 23 hours', async () => {
  const [day] = await source.fetch(outlook, { from: '2026-03-29', to: '2026-03-29' });
  assert.deepEqual(
    day.series.map(({ key, start }) => [key, start.length]),
    [
      ['temperature.forecast', 23],
      ['windspeed.forecast', 23],
      ['irradiance.forecast', 23],
    ],
  );
  assert.ok(day.series.every(({ availableAt }) => availableAt.every((instant) => instant === NOW)));
});

test('what was said of days past is never made up from what is said of them now', async () => {
  asked.length = 0;
  assert.deepEqual(await source.fetch(outlook, { from: '2026-03-01', to: '2026-03-24' }), []);
  const days = await source.fetch(outlook, { from: '2026-03-23', to: '2026-03-26' });
  assert.deepEqual(
    days.map(({ day }) => day),
    ['2026-03-25', '2026-03-26'],
  );
  assert.deepEqual(new Set(asked.map(({ hostname }) => hostname)), new Set(['forecast']));
});
