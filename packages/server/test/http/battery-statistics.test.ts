import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { batteryEarnings, earningsOfDay } from '@lonja/forecasting/backtest';
import { addDays, dayRange, type DeliveryDay, deliveryPeriods } from '@lonja/forecasting/market';
import { priceKey } from '@lonja/forecasting/intraday';
import { BatteryStatistics } from '../../src/forecasts/statistics/schemas.ts';
import { saveBacktestedHours } from '../../src/forecasts/runs/backtested-runs.ts';
import { addCalibrationForecasts } from '../../src/forecasts/runs/calibration-forecasts.ts';
import { registerModels } from '../../src/forecasts/runs/model-versions.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { publishTestRun, type RunFixture, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-04-10T10:00:00Z');
after(() => api.close());

const BATTERY = { powerMw: 1, capacityMwh: 2, efficiency: 0.85, wearEurPerMwh: 17 };
/** 35 days with both clock changes of the quarter-hour market in or before them; 29 March has 23 hours. */
const FIRST = '2026-03-03';
const LAST = '2026-04-06';
let key = '';

/** Two peaks and the sun between them, each day a little otherwise. */
function priceOf(day: DeliveryDay, hour: number, quarter: number): number {
  const turn = Number(day.slice(8)) % 7;
  const sun = hour >= 9 && hour < 18 ? -40 - 3 * turn : 0;
  const evening = hour >= 19 && hour < 22 ? 60 - 20 * (turn % 3) : 0;
  return 70 + sun + evening + (hour < 7 ? -15 + 6 * turn : 0) + quarter;
}

const forecastOf = (day: DeliveryDay) => (hour: number) =>
  priceOf(addDays(day, -1), hour, 0) + 4 * Math.sin(hour);

async function storePrices(
  day: DeliveryDay,
  {
    resolution,
    shift = 0,
    at = `${addDays(day, -1)}T12:00:00Z`,
    product = 'da' as const,
  }: {
    resolution: 'PT15M' | 'PT1H';
    shift?: number;
    at?: string;
    product?: 'da' | 'pt-da';
  },
): Promise<void> {
  const periods = deliveryPeriods(day, resolution);
  await appendObservations(
    api.db,
    { series: priceKey(product), source: 'csv', resolution, unit: 'EUR/MWh' },
    {
      start: Float64Array.from(periods, ({ start }) => start),
      value: Float64Array.from(
        periods,
        ({ hour, index }) => priceOf(day, hour, resolution === 'PT15M' ? index % 4 : 0) + shift,
      ),
      availableAt: new Float64Array(periods.length).fill(Date.parse(at)),
    },
  );
}

const publish = (day: DeliveryDay, fixture: Partial<RunFixture> = {}) =>
  publishTestRun(api.db, {
    issuedAt: `${addDays(day, -1)}T09:05:00Z`,
    firstDay: day,
    days: 1,
    level: 0,
    shape: forecastOf(day),
    withQuarters: true,
    ...fixture,
  });

/** What the library says of the days when it is given what was known of them. */
function figuresOf(
  days: readonly DeliveryDay[],
  known: (day: DeliveryDay) => readonly DeliveryDay[],
  resolution: 'PT15M' | 'PT1H' = 'PT15M',
  shift: (day: DeliveryDay) => number = () => 0,
) {
  return batteryEarnings(
    days.map((day) => {
      const periods = deliveryPeriods(day, resolution);
      const quarterOf = (index: number) => (resolution === 'PT15M' ? index % 4 : 0);
      // Of the past, hours: a quarter lies 1.5 above the first on average. Of October and March nobody else is known.
      const past = known(day).filter((other) => other.slice(5, 7) === day.slice(5, 7));
      const means = past.length > 0 ? past : known(day);
      const usual = (hour: number) =>
        means.reduce((sum, other) => sum + priceOf(other, hour, 1.5) + shift(other), 0) / means.length;
      return earningsOfDay(
        {
          forecast: periods.map(
            ({ hour, index }) => forecastOf(day)(hour) + index / (resolution === 'PT15M' ? 4 : 1),
          ),
          usual: periods.map(({ hour }) => usual(hour)),
          actual: periods.map(({ hour, index }) => priceOf(day, hour, quarterOf(index))),
          periodHours: resolution === 'PT15M' ? 0.25 : 1,
        },
        BATTERY,
      );
    }),
    BATTERY,
  );
}

async function read(query: string) {
  const answer = await api.get(`/statistics/battery?${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return BatteryStatistics.parse(answer.body);
}
const cents = (value: number | undefined) => (value === undefined ? null : Math.round(value * 100) / 100);

before(async () => {
  key = await api.createKey();
  for (const day of dayRange(FIRST, LAST)) {
    await storePrices(day, { resolution: 'PT15M' });
    await publish(day);
  }
});

suite('what a battery earns by the forecasts', () => {
  test('the figures are those of the library on the same days, the day of 23 hours among them', async () => {
    const days = dayRange(FIRST, LAST);
    const expected = figuresOf(days, (day) => (day === FIRST ? [] : dayRange(FIRST, addDays(day, -1))));
    assert.ok(expected?.gap?.interval);
    const { battery, floor, forecast, optimum, captured, gap, ...rest } = await read(
      `date_from=${FIRST}&date_to=${LAST}`,
    );
    assert.deepEqual(battery, { power_mw: 1, energy_mwh: 2, efficiency: 0.85, wear_eur_per_mwh: 17 });
    assert.deepEqual(
      [floor, forecast, optimum, captured],
      [expected.floor, expected.forecast, expected.optimum, expected.capturedPercent ?? 0].map(cents),
    );
    const { low, high } = expected.gap.interval;
    assert.deepEqual(gap, {
      share: cents(expected.gap.percent),
      interval: { level: 95, low: cents(low), high: cents(high) },
    });
    assert.deepEqual(rest, {
      market: 'day-ahead',
      date_from: FIRST,
      date_to: LAST,
      quarter_hour_days: 35,
      prices_since: FIRST,
      cutoff: 'gate',
      basis: 'issued',
      day_counts: { asked: 35, settled: 35, counted: 35, without_forecast: 0 },
      provisional: false,
      simulated: false,
    });
    assert.ok(
      floor !== null && forecast !== null && optimum !== null && floor < forecast && forecast < optimum,
    );
  });

  test('fewer than four weeks have no interval, and days that are not there nothing', async () => {
    const week = await read(`date_from=${FIRST}&date_to=2026-03-09`);
    assert.deepEqual([week.day_counts.counted, week.gap?.interval], [7, null]);
    assert.ok(week.gap !== null && week.floor !== null);
    // Of its first day nothing is known, and a plan without prices stands still.
    assert.equal((await read(`date=${FIRST}`)).floor, 0);
    const none = await read('date_from=2026-04-08&date_to=2026-04-09');
    assert.deepEqual(
      [none.floor, none.forecast, none.optimum, none.captured, none.gap],
      [null, null, null, null, null],
    );
    assert.deepEqual(none.day_counts, { asked: 2, settled: 0, counted: 0, without_forecast: 0 });
    assert.equal((await read('date=1999-01-01')).prices_since, null);
  });

  test('CSV has the days behind the figures', async () => {
    const answer = await api.get(`/statistics/battery?date=2026-03-29&format=csv`, key);
    const [head, row] = answer.text.split('\r\n');
    assert.match(
      head ?? '',
      /^date \(Europe\/Madrid\),resolution,floor \(EUR\/MW\),forecast \(EUR\/MW\),optimum/,
    );
    const { floor, forecast, optimum } = await read('date=2026-03-29');
    const ofYear = (eur: string | undefined) => Number(eur) * 365.25;
    const [day, resolution, ...eur] = (row ?? '').split(',');
    assert.deepEqual([day, resolution], ['2026-03-29', 'PT15M']);
    for (const [i, figure] of [floor, forecast, optimum].entries()) {
      assert.ok(Math.abs(ofYear(eur[i]) - (figure ?? 0)) < 2, `${eur[i]} ${figure}`);
    }
  });

  test('what cannot be asked for is refused with what can', async () => {
    const long = await api.get('/statistics/battery?date_from=2023-01-01&date_to=2026-01-01', key);
    assert.deepEqual(errorOf(long), [400, 'invalid_request']);
    assert.match(long.text, /at most 731/);
    const cutoff = await api.get(`/statistics/battery?date=${FIRST}&cutoff=official`, key);
    assert.deepEqual(errorOf(cutoff), [400, 'unknown_parameter']);
    const ofSpain = await api.createKey({ products: ['es-da'] });
    assert.equal((await api.get(`/statistics/battery?date=${FIRST}&market_id=pt`, ofSpain)).status, 403);
  });
});

suite('what could be known', () => {
  test('only what was issued before the gate, and only days whose every period has price and forecast', async () => {
    // After its gate at 10:00 UTC in winter, and at 9:00 of a run that lacks the morning.
    const [late, part, unpriced] = ['2025-11-03', '2025-11-04', '2025-11-05'];
    await storePrices(late, { resolution: 'PT15M' });
    await publish(late, { issuedAt: '2025-11-02T11:05:00Z' });
    await storePrices(part, { resolution: 'PT15M' });
    await publish(part, { fromHour: 8 });
    await publish(unpriced);
    const { day_counts: counts, floor } = await read(`date_from=${late}&date_to=${unpriced}`);
    assert.deepEqual(counts, { asked: 3, settled: 2, counted: 0, without_forecast: 1 });
    assert.equal(floor, null);
  });

  test('the floor knows prices and corrections from when they came, on the day of 25 hours too', async () => {
    const days = dayRange('2025-10-24', '2025-10-26');
    for (const day of days) await publish(day);
    await storePrices('2025-10-20', { resolution: 'PT15M' });
    // Came after the run of the 25th, and was corrected after that of the 26th.
    await storePrices('2025-10-21', { resolution: 'PT15M', shift: -90, at: '2025-10-24T18:00:00Z' });
    await storePrices('2025-10-22', { resolution: 'PT15M' });
    await storePrices('2025-10-22', { resolution: 'PT15M', shift: 400, at: '2025-10-27T12:00:00Z' });
    for (const day of days) await storePrices(day, { resolution: 'PT15M' });
    const shift = (day: DeliveryDay) => (day === '2025-10-21' ? -90 : 0);
    const known: Record<DeliveryDay, DeliveryDay[]> = {
      '2025-10-24': ['2025-10-20'],
      '2025-10-25': ['2025-10-20', '2025-10-24'],
      '2025-10-26': ['2025-10-20', '2025-10-21', '2025-10-24', '2025-10-25'],
    };
    const expected = figuresOf(days, (day) => known[day] ?? [], 'PT15M', shift);
    const { floor, forecast, optimum, prices_since } = await read(`date_from=${days[0]}&date_to=${days[2]}`);
    assert.deepEqual(
      [floor, forecast, optimum],
      [expected?.floor, expected?.forecast, expected?.optimum].map(cents),
    );
    assert.equal(prices_since, '2025-10-20');
  });

  test('days that cleared in hours are planned in hours, and Portugal by its own forecasts and prices', async () => {
    const days = dayRange('2025-09-10', '2025-09-11');
    for (const day of days) {
      await storePrices(day, { resolution: 'PT1H' });
      await publish(day);
    }
    const expected = figuresOf(days, (day) => (day === days[0] ? [] : ['2025-09-10']), 'PT1H');
    // The means of past prices are those of hours: no quarters stand above them.
    const { floor, forecast, optimum, quarter_hour_days } = await read(
      `date_from=${days[0]}&date_to=${days[1]}`,
    );
    assert.deepEqual([forecast, optimum], [expected?.forecast, expected?.optimum].map(cents));
    assert.equal(floor, cents(expected?.floor));
    assert.equal(quarter_hour_days, 0);

    const [day] = days;
    await storePrices(day, { resolution: 'PT1H', product: 'pt-da', shift: 5 });
    await publish(day, { product: 'pt-da' });
    const portugal = await read(`market_id=pt&date_from=${days[0]}&date_to=${days[1]}`);
    assert.deepEqual(portugal.day_counts, { asked: 2, settled: 1, counted: 1, without_forecast: 0 });
    // Dearer by 5 both ways: what is sold brings 0.85 of it more than what is bought costs less.
    const spain = await read(`date=${day}`);
    assert.ok(spain.optimum !== null && portugal.optimum !== null && portugal.optimum < spain.optimum);
    assert.equal(portugal.floor, 0);
  });

  test('an intraday auction of half a day is planned on that half', async () => {
    const day = '2026-03-20';
    await storeTestPrices(api.db, {
      day,
      product: 'ida3',
      resolution: 'PT15M',
      availableAt: '2026-03-20T09:30:00Z',
    });
    await publish(day, { product: 'ida3', issuedAt: '2026-03-20T08:30:00Z', fromHour: 12 });
    const { day_counts: counts, optimum } = await read(`market=intraday-3&date=${day}`);
    assert.equal(counts.counted, 1);
    // Prices rise by 1 a quarter: bought in the first eight quarters from the 48th on, and sold in the last.
    const mwh = 0.25;
    const sum = (from: number) => Array.from({ length: 8 }, (_, i) => from + i).reduce((a, b) => a + b, 0);
    assert.equal(optimum, cents(mwh * (0.85 * (sum(88) - 8 * 17) - sum(48)) * 365.25));
  });

  test('back-tested forecasts of the same schedule are planned in hours', async () => {
    const day = '2026-03-28';
    const scheduledFor = Date.parse('2026-03-27T10:40:00Z');
    const { champion } = await registerModels(api.db, {
      product: 'da',
      manifests: [{ version: 1 }],
      now: scheduledFor,
    });
    const set = { product: 'da', dataOrigin: 'market', modelVersionId: champion.id } as const;
    const nothing = { values: new Float64Array(), members: [], quantiles: undefined };
    await addCalibrationForecasts(api.db, set, [{ firstDay: day, scheduledFor, ...nothing }]);
    // The prices themselves, so that the plan is the best one in hours.
    const points = dayRange(day, addDays(day, 6))
      .flatMap((other) => deliveryPeriods(other, 'PT1H').map((period) => ({ ...period, day: other })))
      .map(({ start, hour, day: other }) => ({ start, value: priceOf(other, hour, 1.5), p10: 0, p90: 0 }));
    await saveBacktestedHours(api.db, { ...set, scheduledFor, restsOn: 21 }, points);
    const backtested = await read(`date_from=${FIRST}&date_to=${LAST}&basis=backtested`);
    assert.deepEqual([backtested.basis, backtested.quarter_hour_days], ['backtested', 0]);
    assert.deepEqual(backtested.day_counts, { asked: 35, settled: 35, counted: 1, without_forecast: 34 });
    assert.equal(backtested.captured, 100);
    assert.equal(backtested.forecast, backtested.optimum);
  });
});
