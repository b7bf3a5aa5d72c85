import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayRange } from '@lonja/forecasting/market';
import { AccuracyPage } from '../../src/desk/dashboard/dashboard-accuracy-schemas.ts';
import { AccuracyStatistics } from '../../src/forecasts/statistics/schemas.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi } from './test-api.ts';

const LAST = '2026-04-01';
const FIRST = addDays(LAST, -104);
const api = await createTestApi('2026-04-02T10:00:00Z');
after(() => api.close());
let key = '';

/** A hundred quiet days, of which forecasts of the last ones err by 2; then a week 60 EUR/MWh dearer, of which they err by 20. */
before(async () => {
  key = await api.createKey();
  for (const day of dayRange(FIRST, LAST)) {
    const level = day > addDays(LAST, -7) ? 110 : 50;
    await storeTestPrices(api.db, { day, level, availableAt: `${addDays(day, -1)}T12:00:00Z` });
    if (day < addDays(LAST, -40)) continue;
    const error = day > addDays(LAST, -3) ? 20 : 2;
    await publishTestRun(api.db, {
      issuedAt: `${addDays(day, -1)}T09:05:00Z`,
      firstDay: day,
      days: 1,
      level: level + error,
    });
  }
});

async function driftAt(to: string, query = '') {
  const answer = await api.get(`/statistics/accuracy?date_from=${to}&date_to=${to}${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return AccuracyStatistics.parse(answer.body).drift;
}

test('a dearer week is told with what it was held against, whatever span is asked for', async () => {
  // Prices of a day are its level and the number of the hour, of which 29 March has 23.
  assert.deepEqual(await driftAt(LAST), {
    until: LAST,
    level: { mean: 121.43, lowest: 61.5, highest: 61.5, days: 98, outside: 'above' },
    errors: {
      last: [-2, -1, 0].map((days) => ({ date: addDays(LAST, days), mae: 20 })),
      usual: 2,
      days: 38,
      beyond: true,
    },
  });
});

test('before it nothing had left what it was; figures of days to come are those of the last day with prices', async () => {
  const before = await driftAt(addDays(LAST, -7));
  assert.deepEqual([before.level?.outside, before.errors?.beyond], [null, false]);
  // 91 days and a week: one day less says nothing, nor do errors of fewer than 31 days.
  assert.equal((await driftAt(addDays(LAST, -8))).level, null);
  assert.equal((await driftAt(addDays(LAST, -11))).errors, null);
  assert.equal((await driftAt(addDays(LAST, 3))).until, LAST);
  assert.deepEqual(await driftAt('2020-01-01'), { until: null, level: null, errors: null });
  assert.equal((await driftAt(LAST, '&basis=backtested')).errors, null, 'of the basis that is asked for');
});

test('an auction without prices or forecasts has none', async () => {
  assert.deepEqual(await driftAt(LAST, '&market=intraday-1'), { until: null, level: null, errors: null });
});

test('figures by the mean price of the day, in the order of the levels', async () => {
  const span = `date_from=${addDays(LAST, -9)}&date_to=${LAST}`;
  const answer = await api.get(`/statistics/accuracy?${span}&group_by=price_level`, key);
  assert.deepEqual(
    AccuracyStatistics.parse(answer.body).items.map(({ group, n_observations: hours, mae }) => [
      group,
      hours,
      mae,
    ]),
    [
      ['50 to 75', 72, 2],
      // Four days of 2 and three of 20.
      ['100 to 150', 167, 9.76],
    ],
  );
  const page = await api.get(`/dashboard/accuracy?${span}`, key);
  const { by_price_level: levels, drift } = AccuracyPage.parse(page.body);
  assert.deepEqual(levels.group, ['50 to 75', '100 to 150']);
  assert.equal(drift.level?.outside, 'above');
});
