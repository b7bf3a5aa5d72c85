import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  addDays,
  AUCTION_CALENDAR,
  coveredPeriods,
  dayRange,
  type DeliveryDay,
  instantOf,
  type Product,
} from '@lonja/forecasting/market';
import { AlertRulePreview } from '../../src/desk/alerts/schemas.ts';
import { saveBacktestedHours } from '../../src/forecasts/runs/backtested-runs.ts';
import { addCalibrationForecasts } from '../../src/forecasts/runs/calibration-forecasts.ts';
import { registerModels } from '../../src/forecasts/runs/model-versions.ts';
import type { DataOrigin } from '../../src/ground/database/service-state.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { type TestApi, createTestApi, errorOf } from './test-api.ts';

const NEGATIVE = { kind: 'negative_hours', product: 'da', threshold: 1 };

let api: TestApi;
before(async () => {
  api = await createTestApi('2025-10-27T09:00:00Z');
});
after(() => api.close());

const madrid = (day: DeliveryDay, time: string) => new Date(instantOf(day, time)).toISOString();

interface Backtest {
  firstDay: DeliveryDay;
  /** In Madrid on the day before, of IDA3 on the day itself. */
  time: string;
  price: (day: DeliveryDay, hour: number) => number;
  product?: Product;
  dataOrigin?: DataOrigin;
}

/** Makes up a past run as calibration does, with what would have been published of it. */
async function backtest({ firstDay, time, price, product = 'da', dataOrigin = 'market' }: Backtest) {
  const calendar = AUCTION_CALENDAR[product];
  const scheduledFor = instantOf(addDays(firstDay, product === 'ida3' ? 0 : -1), time);
  const { champion } = await registerModels(api.db, {
    product,
    manifests: [{ version: 1 }],
    now: scheduledFor,
  });
  const set = { product, dataOrigin, modelVersionId: champion.id };
  const nothing = { values: new Float64Array(), members: [], quantiles: undefined };
  await addCalibrationForecasts(api.db, set, [{ firstDay, scheduledFor, ...nothing }]);
  const points = dayRange(firstDay, addDays(firstDay, calendar.horizonDays - 1)).flatMap((day) =>
    coveredPeriods(calendar, day, 'PT1H').map(({ start, hour }) => {
      const value = price(day, hour);
      return { start, value, p10: value - 9, p90: value + 9 };
    }),
  );
  await saveBacktestedHours(api.db, { ...set, scheduledFor, restsOn: 21 }, points);
}

async function preview(rule: object) {
  const { token } = await api.createSession({ role: 'trader' });
  const answer = await api.send('POST', '/notifications/rules/preview', token, rule);
  assert.equal(answer.status, 200, answer.text);
  return AlertRulePreview.parse(answer.body);
}

const found = ({ days }: AlertRulePreview) =>
  days.map(({ date, figure, hours, issued_at, basis }) => [date, figure, hours, issued_at, basis]);
const counts = (answer: AlertRulePreview) => [
  answer.runs,
  answer.days_looked_at,
  answer.days_backtested,
  answer.notifications,
];

suite('a rule is held against back-tested runs of days without an issued one', () => {
  test('on a day of 25 hours, before anything was issued', async () => {
    await storeTestPrices(api.db, { day: '2025-10-26', availableAt: madrid('2025-10-25', '13:00') });
    await backtest({
      firstDay: '2025-10-26',
      time: '11:40',
      price: (_, hour) => (hour === 2 ? -3.456 : 10 + hour),
    });
    await backtest({
      firstDay: '2025-10-26',
      time: '12:05',
      price: (_, hour) => (hour === 2 ? -5 : -1),
    });
    const answer = await preview(NEGATIVE);
    assert.deepEqual(found(answer), [['2025-10-26', 2, 2, '2025-10-25T09:40:00Z', 'backtested']]);
    assert.deepEqual(counts(answer), [0, 1, 1, 1]);
    assert.deepEqual([answer.first_day, answer.last_day], ['2025-10-26', '2025-10-26']);
    assert.deepEqual([answer.days[0]?.forecast_id, answer.current], [null, null]);
    // The run after the gate alone has them all, and the day is notified of once.
    const all = await preview({ ...NEGATIVE, threshold: 25 });
    assert.deepEqual(found(all), [['2025-10-26', 25, 25, '2025-10-25T10:05:00Z', 'backtested']]);
    const lowest = await preview({ ...NEGATIVE, kind: 'price_below', threshold: -1 });
    assert.deepEqual(
      lowest.days.map(({ figure, hours, at }) => [figure, hours, at]),
      [[-3.46, 2, '2025-10-26T00:00:00Z']],
    );
    const spread = await preview({ ...NEGATIVE, kind: 'spread', threshold: 36 });
    assert.deepEqual(found(spread), [['2025-10-26', 36.46, 25, '2025-10-25T09:40:00Z', 'backtested']]);
  });

  test('on a day of 23 hours, beside days that were issued', async () => {
    api.clock.advance(Date.parse('2026-03-31T09:00:00Z') - api.clock.now());
    for (const day of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']) {
      await storeTestPrices(api.db, { day, availableAt: madrid(addDays(day, -1), '13:00') });
    }
    for (const firstDay of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31', '2026-04-01']) {
      await backtest({ firstDay, time: '11:40', price: (day) => (day === firstDay ? -1 : -2) });
    }
    // Of 30 March by a run that knew the results of that day: nobody could have been notified of it.
    const late = await publishTestRun(api.db, {
      issuedAt: madrid('2026-03-29', '20:00'),
      firstDay: '2026-03-30',
      level: -100,
    });
    const runId = await publishTestRun(api.db, {
      issuedAt: madrid('2026-03-30', '06:05'),
      firstDay: '2026-03-31',
      level: -10,
    });
    const answer = await preview(NEGATIVE);
    assert.deepEqual(found(answer), [
      ['2026-03-28', 24, 24, '2026-03-27T10:40:00Z', 'backtested'],
      ['2026-03-29', 23, 23, '2026-03-28T10:40:00Z', 'backtested'],
      ['2026-03-30', 24, 24, '2026-03-29T09:40:00Z', 'backtested'],
      ['2026-03-31', 10, 10, '2026-03-30T04:05:00Z', 'issued'],
    ]);
    assert.deepEqual(
      answer.days.map(({ forecast_id: id }) => id),
      [null, null, null, runId],
    );
    // The run of 1 April would be issued in half an hour, and is not looked at.
    assert.deepEqual(counts(answer), [2, 4, 3, 4]);
    assert.deepEqual([answer.first_day, answer.last_day], ['2026-03-28', '2026-03-31']);
    assert.deepEqual([answer.backtested_lack, answer.current?.forecast_id], [null, runId]);
    // Held against two days the late run has one to notify of, and the first run of a day notifies of it.
    const ahead = await preview({ ...NEGATIVE, days_ahead: 2 });
    assert.deepEqual(
      ahead.days.map(({ date, forecast_id: id, issued_at }) => [date, id, issued_at]),
      [
        ['2026-03-28', null, '2026-03-27T10:40:00Z'],
        ['2026-03-29', null, '2026-03-27T10:40:00Z'],
        ['2026-03-30', null, '2026-03-28T10:40:00Z'],
        ['2026-03-31', null, '2026-03-29T09:40:00Z'],
      ],
    );
    assert.deepEqual(counts(ahead), [2, 4, 3, 3]);
    const window = await preview({ ...NEGATIVE, from_hour: 1, to_hour: 4 });
    assert.deepEqual(
      window.days.map(({ date, figure }) => [date, figure]),
      [
        ['2026-03-28', 3],
        ['2026-03-29', 2],
        ['2026-03-30', 3],
        ['2026-03-31', 3],
      ],
    );
    assert.ok(!answer.days.some(({ forecast_id: id }) => id === late));
  });

  test('by what was public at the time: prices that came before the run end the day', async () => {
    const early = '2026-03-20';
    await storeTestPrices(api.db, { day: early, availableAt: madrid('2026-03-19', '11:30') });
    await backtest({ firstDay: early, time: '11:40', price: () => -1 });
    const answer = await preview(NEGATIVE);
    assert.ok(!answer.days.some(({ date }) => date === early));
    assert.deepEqual(counts(answer), [2, 4, 3, 4]);
  });

  test('of the last 30 days, of the same auction and of the same market alone', async () => {
    const price = () => -1;
    await backtest({ firstDay: '2026-03-01', time: '11:40', price });
    await backtest({ firstDay: '2026-03-10', time: '11:40', price, dataOrigin: 'simulator' });
    await backtest({ firstDay: '2026-03-11', time: '14:30', price, product: 'ida1' });
    // Neither the last run before the gate nor the last before the results.
    await backtest({ firstDay: '2026-03-12', time: '06:05', price });
    assert.deepEqual(counts(await preview(NEGATIVE)), [2, 4, 3, 4]);
    assert.deepEqual(counts(await preview({ ...NEGATIVE, product: 'ida1' })), [0, 1, 1, 1]);
  });

  test('of the third intraday auction over the hours from noon on', async () => {
    await backtest({ firstDay: '2026-03-29', time: '09:30', price: () => -1, product: 'ida3' });
    const answer = await preview({ ...NEGATIVE, product: 'ida3' });
    assert.deepEqual(found(answer), [['2026-03-29', 12, 12, '2026-03-29T07:30:00Z', 'backtested']]);
  });

  test('but not where it needs what they do not have, and the answer says so', async () => {
    const probability = { kind: 'probability_below', threshold: 0, hours: 3, probability: 20 };
    for (const [rule, lack] of [
      [{ resolution: 'PT15M' }, 'quarter_hours'],
      [probability, 'paths'],
      [{ ...probability, resolution: 'PT15M' }, 'paths'],
      [{ kind: 'forecast_change', threshold: 1 }, 'every_run'],
    ] as const) {
      const answer = await preview({ ...NEGATIVE, ...rule });
      assert.deepEqual([answer.backtested_lack, answer.days_backtested], [lack, 0], lack);
      assert.deepEqual([answer.runs, answer.days_looked_at, answer.first_day], [2, 1, '2026-03-31'], lack);
      assert.ok(answer.days.every(({ basis, forecast_id: id }) => basis === 'issued' && id !== null));
    }
  });

  test('and not outside the subscription', async () => {
    const { token, tenantId } = await api.createSession({ role: 'trader' });
    await api.db
      .updateTable('tenant')
      .set({ products: ['es-da'] })
      .where('id', '=', tenantId)
      .execute();
    const send = (product: string) =>
      api.send('POST', '/notifications/rules/preview', token, { ...NEGATIVE, product });
    assert.deepEqual(errorOf(await send('ida1')), [403, 'insufficient_scope']);
    assert.equal((await send('da')).status, 200);
  });
});
