import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ErrorBody } from '../../src/ground/http/error.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

let key = '';
before(async () => {
  key = await api.createKey();
});

async function detailOf(path: string): Promise<string[]> {
  const { detail } = ErrorBody.parse((await api.get(path, key)).body);
  return typeof detail === 'string' ? [detail] : detail.map(({ msg }) => msg);
}

test('a fault names its parameter once and says what to send', async () => {
  const day = 'date=2026-03-31';
  const prices = '/market/prices?date_from=2026-03-01';
  const cases: [string, string[]][] = [
    ['/forecasts/day-ahead', ['Missing: send date.']],
    [
      '/forecasts/day-ahead?date=31-03-2026',
      ['date: Send a calendar day as YYYY-MM-DD, or yesterday, today or tomorrow.'],
    ],
    [
      '/forecasts/day-ahead?date=2026-03-31T00:00:00Z',
      ['date: Send a calendar day as YYYY-MM-DD, or yesterday, today or tomorrow.'],
    ],
    [`/forecasts/day-ahead?${day}&hour=24`, ['Send at most 23.']],
    [`/forecasts/day-ahead?${day}&hour=-1`, ['Send at least 0.']],
    [`/forecasts/day-ahead?${day}&hour=noon`, ['Send a whole number.']],
    [`/forecasts/intraday/4?${day}`, ['session: Send at most 3.']],
    [`/forecasts/intraday/one?${day}`, ['session: Send a whole number.']],
    ['/forecasts/latest?market_id=es&product=dax', ['Send one of da, ida1, ida2, ida3.']],
    ['/forecasts/latest?market_id=&product=da', ['Send a value, not an empty one.']],
    [`/forecasts/latest?market_id=${'x'.repeat(65)}&product=da`, ['Send at most 64 characters.']],
    [`${prices}&date_to=2026-02-28`, ['date_to must not be before date_from.']],
    [
      `${prices}&date_to=2026-03-01&market=ida1`,
      ['market: Send one of day-ahead, intraday-1, intraday-2, intraday-3.'],
    ],
  ];
  for (const [path, messages] of cases) assert.deepEqual(await detailOf(path), messages, path);
});

test('an instant whose UTC year has no four digits is malformed', async () => {
  const series = '/forecasts?market_id=es&product=da';
  for (const range of [
    'from=2026-03-31T00:00:00Z&to=9999-12-31T23:00:00-05:00',
    'from=0000-01-01T00:00:00%2B05:00&to=2026-03-31T00:00:00Z',
  ]) {
    assert.deepEqual(errorOf(await api.get(`${series}&${range}`, key)), [400, 'invalid_request'], range);
  }
});
