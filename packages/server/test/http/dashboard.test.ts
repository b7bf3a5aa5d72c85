import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Contributions } from '@lonja/forecasting';
import { Drivers } from '../../src/desk/dashboard/drivers-routes.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-28T12:00:00Z');
after(() => api.close());

const byHour = (valueOf: (hour: number) => number) =>
  Float64Array.from({ length: 24 }, (_, hour) => valueOf(hour));

/** 50 and the hour, with wind taking off `wind` and the calendar adding 2.5. */
function explanationOf(wind: number): Contributions {
  return {
    baseline: byHour((hour) => 50 + hour),
    contributions: [
      { group: 'wind.forecast', values: byHour(() => -wind) },
      { group: 'price', values: byHour((hour) => hour / 8) },
      { group: 'calendar', values: byHour(() => 2.5) },
    ],
  };
}

let key = '';
let runs: string[] = [];

before(async () => {
  key = await api.createKey();
  const publish = (issuedAt: string, firstDay: string, rest: object) =>
    publishTestRun(api.db, { issuedAt, firstDay, ...rest });
  runs = [
    await publish('2026-03-27T04:05:00Z', '2026-03-28', {
      days: 2,
      level: 54,
      explanation: explanationOf(10),
    }),
    await publish('2026-03-27T10:05:00Z', '2026-03-28', { days: 3, explanation: explanationOf(14) }),
  ];
  await publish('2026-03-28T10:05:00Z', '2026-04-02', { days: 1 });
  await publish('2026-03-28T12:00:01Z', '2026-03-28', { days: 2, explanation: explanationOf(99) });
});

suite('drivers of a delivery day', () => {
  async function driversOf(query: string): Promise<Drivers> {
    const answer = await api.get(`/dashboard/drivers?${query}`, key);
    assert.equal(answer.status, 200, answer.text);
    return Drivers.parse(answer.body);
  }

  test('each hour is its baseline and what drives it, with the change against the run before', async () => {
    const drivers = await driversOf('date=2026-03-28');
    assert.deepEqual([drivers.forecast_id, drivers.previous_forecast_id], [runs[1], runs[0]]);
    assert.equal(drivers.hours.length, 24);
    assert.deepEqual(drivers.hours[20], {
      hour: 20,
      start: '2026-03-28T20:00:00+01:00',
      value: 61,
      baseline: 70,
      drivers: [
        { input: 'calendar', value: 2.5, change: 0 },
        { input: 'recent_prices', value: 2.5, change: 0 },
        { input: 'wind', value: -14, change: -4 },
      ],
    });
  });

  test('the day of 23 hours has no hour 2', async () => {
    const { hours } = await driversOf('date=2026-03-29&product=da&market_id=es');
    assert.deepEqual(
      hours.map(({ hour }) => hour),
      [0, 1, ...Array.from({ length: 21 }, (_, i) => i + 3)],
    );
  });

  test('without an earlier run there are no changes', async () => {
    const { previous_forecast_id, hours } = await driversOf('date=2026-03-30');
    assert.equal(previous_forecast_id, null);
    assert.ok(hours.every(({ drivers }) => drivers.every(({ change }) => change === null)));
  });

  test('a day without a run, or whose run has no explanation, is not found', async () => {
    for (const date of ['2026-04-02', '2026-05-01']) {
      const answer = await api.get(`/dashboard/drivers?date=${date}`, key);
      assert.deepEqual(errorOf(answer), [404, 'not_found']);
    }
  });

  test('a malformed day, a missing one and an unknown name are refused', async () => {
    for (const [query, status, error] of [
      ['date=2026-02-30', 400, 'invalid_request'],
      ['', 400, 'invalid_request'],
      ['date=2026-03-28&produkt=da', 400, 'unknown_parameter'],
    ] as const) {
      const answer = await api.get(`/dashboard/drivers?${query}`, key);
      assert.deepEqual(errorOf(answer), [status, error], query);
    }
  });
});
