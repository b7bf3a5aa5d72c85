import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { addDays } from '@lonja/forecasting/market';
import { PriceChart } from '../../src/desk/dashboard/dashboard-charts-schemas.ts';
import { Weather } from '../../src/desk/dashboard/dashboard-weather-routes.ts';
import { publishTestRun, storeTestHours, storeTestPower, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

/** 12:30 in Madrid on the day before the clock goes forward. */
const api = await createTestApi('2026-03-28T11:30:00Z');
after(() => api.close());

let key = '';

before(async () => {
  key = await api.createKey();
  await storeTestPrices(api.db, { day: '2026-03-28', level: 40, availableAt: '2026-03-27T12:00:00Z' });
  await storeTestPrices(api.db, {
    day: '2026-03-28',
    level: 30,
    availableAt: '2026-03-27T15:00:00Z',
    product: 'ida1',
    resolution: 'PT15M',
  });
  const publish = (issuedAt: string, firstDay: string, rest: object) =>
    publishTestRun(api.db, { issuedAt, firstDay, ...rest });
  await publish('2026-03-27T11:05:00Z', '2026-03-28', {
    days: 3,
    level: 50,
    withQuarters: true,
    withDistributions: true,
  });
  // After the results were public: this run does not count for the day.
  await publish('2026-03-27T12:00:01Z', '2026-03-28', { days: 1, level: 99 });
  await publish('2026-03-28T05:05:00Z', '2026-03-29', { days: 2, level: 60 });
  await publish('2026-03-28T11:05:00Z', '2026-03-29', { days: 2, level: 70 });
  await publish('2026-03-28T11:30:01Z', '2026-03-29', { days: 2, level: 99 });
});

suite('the price chart', () => {
  async function chartOf(query: string, token = key): Promise<PriceChart> {
    const answer = await api.get(`/dashboard/charts/prices?${query}`, token);
    assert.equal(answer.status, 200, answer.text);
    return PriceChart.parse(answer.body);
  }

  test('holds prices and the forecasts before them over days of 23 hours without a gap', async () => {
    const chart = await chartOf('date_from=2026-03-28&date_to=2026-03-30&products=da');
    assert.deepEqual(
      [chart.start, chart.step_s, chart.periods],
      ['2026-03-27T23:00:00Z', 3600, 24 + 23 + 24],
    );
    const [{ price, value, p10, p90 }] = chart.series;
    for (const column of [price, value, p10, p90]) assert.equal(column.length, chart.periods);
    assert.deepEqual(price.slice(22, 26), [62, 63, null, null]);
    assert.deepEqual(value.slice(22, 26), [72, 73, 70, 71]);
    assert.deepEqual([p10[24], p90[24]], [60, 80]);
    assert.deepEqual(value.slice(46, 48), [92, 93]);
  });

  test('has the quantiles that are wanted, of stored distributions and of the bounds of older runs', async () => {
    const span = 'date_from=2026-03-28&date_to=2026-03-29&products=da,ida1&quantiles=2.5,25,75,97.5';
    const [{ quantiles = {} }, none] = (await chartOf(span)).series;
    assert.deepEqual(
      Object.keys(quantiles)
        .map(Number)
        .sort((a, b) => a - b),
      [2.5, 25, 75, 97.5],
    );
    for (const column of Object.values(quantiles)) assert.equal(column.length, 24 + 23);
    // The first day: uniform over 25 EUR/MWh around 50 + hour. The second: half normal through bounds 10 away from 70.
    assert.deepEqual([quantiles['25'][5], quantiles['97.5'][5]], [48.75, 66.88]);
    assert.deepEqual([quantiles['25'][24], quantiles['75'][24]], [64.74, 75.26]);
    assert.ok(none.quantiles?.['25'].every((price) => price === null));
    const plain = await chartOf('date_from=2026-03-28&date_to=2026-03-28&products=da');
    assert.equal(plain.series[0].quantiles, undefined);
    const quarters = await chartOf(
      'date_from=2026-03-28&date_to=2026-03-28&products=da&quantiles=25&resolution=PT15M',
    );
    assert.deepEqual(quarters.series[0].quantiles?.['25'].slice(0, 2), [43.75, 44]);
    const refused = await api.get(`/dashboard/charts/prices?${span},100`, key);
    assert.deepEqual(errorOf(refused), [422, 'validation_error']);
  });

  test('has the run that each day is compared with, and says where there is none', async () => {
    const days = 'date_from=2026-03-28&date_to=2026-03-29&products=da,ida1';
    const comparedOf = async (compare: string) => {
      const { compared } = (await chartOf(`${days}&compare=${compare}`)).series[0];
      assert.equal(compared?.value.length, 24 + 23);
      return [compared.days.map(({ issued_at: at }) => at), compared.value[23], compared.value[24]];
    };
    const [noon, dawn] = ['2026-03-27T11:05:00Z', '2026-03-28T05:05:00Z'];
    assert.deepEqual(await comparedOf('previous'), [[null, dawn], null, 60]);
    assert.deepEqual(await comparedOf('morning'), [[null, dawn], null, 60]);
    assert.deepEqual(await comparedOf('yesterday'), [[null, noon], null, 74]);
    const { series } = await chartOf(`${days}&compare=morning`);
    assert.deepEqual(series[1].compared?.days, [
      { date: '2026-03-28', forecast_id: null, issued_at: null },
      { date: '2026-03-29', forecast_id: null, issued_at: null },
    ]);
    const long = 'date_from=2026-03-28&date_to=2026-04-04&products=da&compare=morning';
    assert.deepEqual(errorOf(await api.get(`/dashboard/charts/prices?${long}`, key)), [
      400,
      'invalid_request',
    ]);
  });

  test('lays load, wind and the prices of a year before over it where they are wanted', async () => {
    const publish = (series: string, day: string, megawatts: number) =>
      storeTestPower(api.db, {
        series,
        day,
        availableAt: '2026-03-28T06:00:00Z',
        megawatts: (hour) => megawatts + hour,
      });
    await publish('load.forecast', '2026-03-28', 20_000);
    await publish('load.model', '2026-03-28', 1);
    await publish('load.model', '2026-03-29', 30_000);
    await publish('wind.model', '2026-03-27', 1);
    // 52 weeks before 2026-03-29, and like it a day of 23 hours.
    await storeTestPrices(api.db, { day: '2025-03-30', level: 10, availableAt: '2025-03-29T12:00:00Z' });
    const days = 'date_from=2026-03-28&date_to=2026-03-29&products=da';
    const { powers, series } = await chartOf(`${days}&powers=wind,load&last_year=true`);
    assert.deepEqual([powers?.load?.length, powers?.load?.[5], powers?.load?.[24]], [47, 20_005, 30_000]);
    assert.deepEqual(powers?.load?.slice(25, 28), [30_001, 30_003, 30_004]);
    assert.ok(powers?.wind?.every((value) => value === null));
    assert.equal(series[0].last_year?.[23], null);
    assert.deepEqual(series[0].last_year?.slice(24, 27), [10, 11, 12]);
    const quarters = await chartOf(`${days}&powers=load&resolution=PT15M`);
    assert.deepEqual(quarters.powers?.load?.slice(0, 5), [20_000, 20_000, 20_000, 20_000, 20_001]);
    const past = await chartOf('date_from=2026-03-27&date_to=2026-03-27&products=da&powers=wind');
    assert.equal(past.powers?.wind?.[0], null);
    const plain = await chartOf(days);
    assert.deepEqual([plain.powers, plain.series[0].last_year], [undefined, undefined]);
    assert.equal((await api.get(`/dashboard/charts/prices?${days}&powers=gas`, key)).status, 422);
  });

  test('has what ever cleared where it is wanted, by the newest revisions that are public', async () => {
    const query = 'date_from=2026-03-29&date_to=2026-03-29&products=da,ida2&extremes=true';
    assert.deepEqual(
      (await chartOf(query)).series.map(({ extremes }) => extremes),
      [null, null],
    );
    for (let i = 0; i < 28; i++) {
      const day = addDays('2026-01-01', i);
      await storeTestPrices(api.db, { day, level: i === 3 ? -40 : 20, availableAt: '2026-01-01T00:00:00Z' });
    }
    // A corrected price, one of the simulator and one that is not public yet do not count.
    await storeTestPrices(api.db, { day: '2026-01-11', level: -300, availableAt: '2026-01-02T00:00:00Z' });
    await storeTestPrices(api.db, { day: '2026-01-11', level: 21, availableAt: '2026-01-03T00:00:00Z' });
    await storeTestPrices(api.db, {
      day: '2026-01-20',
      level: 900,
      availableAt: '2026-01-03T00:00:00Z',
      source: 'simulator',
    });
    await storeTestPrices(api.db, { day: '2026-03-29', level: 900, availableAt: '2026-03-28T12:00:00Z' });
    const [da, ida2] = (await chartOf(query)).series;
    assert.deepEqual(da.extremes, {
      since: '2025-03-29T23:00:00Z',
      lowest: { time: '2026-01-03T23:00:00Z', value: -40 },
      highest: { time: '2026-03-28T22:00:00Z', value: 63 },
    });
    assert.equal(ida2.extremes, null);
  });

  test('has columns of nothing for a product without data and all of the subscription by default', async () => {
    const { series } = await chartOf('date_from=2026-03-28&date_to=2026-03-28');
    assert.deepEqual(
      series.map(({ product }) => product),
      ['da', 'ida1', 'ida2', 'ida3'],
    );
    assert.ok(series[3].price.every((price) => price === null));
    assert.equal(series[1].price[0], 31.5);
    const token = await api.createKey({ products: ['es-ida1'] });
    const own = await chartOf('date_from=2026-03-28&date_to=2026-03-28', token);
    assert.deepEqual(
      own.series.map(({ product }) => product),
      ['ida1'],
    );
    const refused = await api.get(
      '/dashboard/charts/prices?date_from=2026-03-28&date_to=2026-03-28&products=ida1,da',
      token,
    );
    assert.deepEqual(errorOf(refused), [403, 'insufficient_scope']);
  });

  test('comes in quarter hours too', async () => {
    const chart = await chartOf('date_from=2026-03-28&date_to=2026-03-29&products=ida1,da&resolution=PT15M');
    assert.deepEqual([chart.step_s, chart.periods], [900, 96 + 92]);
    const [da, ida1] = chart.series;
    assert.deepEqual(ida1.price.slice(0, 2), [30, 31]);
    assert.deepEqual(da.price.slice(0, 5), [40, 40, 40, 40, 41]);
    assert.deepEqual(da.value.slice(0, 2), [50, 50.25]);
  });

  test('is refused for too long a span, days far away and unknown products', async () => {
    for (const [query, status, error] of [
      ['date_from=2025-02-22&date_to=2026-03-29', 400, 'invalid_request'],
      ['date_from=2025-12-19&date_to=2026-03-29&resolution=PT15M', 400, 'invalid_request'],
      ['date_from=2026-03-29&date_to=2026-03-28', 400, 'invalid_request'],
      ['date_from=2026-03-29', 400, 'invalid_request'],
      ['date_from=2026-03-28&date_to=2026-03-28&products=', 422, 'validation_error'],
      ['date_from=2026-03-28&date_to=2026-03-28&products=da,xy', 422, 'validation_error'],
      ['date_from=1999-12-31&date_to=2000-01-02', 404, 'not_found'],
    ] as const) {
      assert.deepEqual(
        errorOf(await api.get(`/dashboard/charts/prices?${query}`, key)),
        [status, error],
        query,
      );
    }
    assert.equal((await chartOf('date_from=2025-02-23&date_to=2026-03-29')).periods, 400 * 24 - 1);
  });
});

suite('weather that nobody delivers', () => {
  test('is said to be absent where no source of it is set up, on any day of the calendar', async () => {
    for (const date of ['2026-03-29', '2026-04-20']) {
      const answer = await api.get(`/dashboard/weather?date=${date}`, key);
      assert.equal(answer.status, 200);
      const weather = Weather.parse(answer.body);
      assert.deepEqual([weather.has_weather, weather.hours], [false, []]);
    }
    assert.deepEqual(errorOf(await api.get('/dashboard/weather?date=0001-01-01', key)), [404, 'not_found']);
  });
});

suite('the weather behind a forecast', () => {
  before(async () => {
    const store = (series: string, unit: string, availableAt: string, level: number) =>
      storeTestHours(api.db, {
        series,
        unit,
        day: '2026-03-29',
        availableAt,
        valueOf: (hour) => level + hour,
      });
    await store('temperature.forecast', 'degC', '2026-03-27T23:00:00Z', 10);
    await store('temperature.forecast', 'degC', '2026-03-28T06:00:00Z', 11.26);
    await store('temperature.forecast', 'degC', '2026-03-28T11:20:00Z', 30);
    await store('windspeed.forecast', 'm/s', '2026-03-28T06:00:00Z', 5);
    await store('irradiance.archive', 'W/m2', '2026-03-28T11:00:00Z', 100);
  });

  test('is what the newest run knew, with the change against the run before and what it was', async () => {
    const answer = await api.get('/dashboard/weather?date=2026-03-29', key);
    const weather = Weather.parse(answer.body);
    assert.equal(weather.issued_at, '2026-03-28T11:05:00Z');
    assert.ok(weather.previous_forecast_id);
    assert.deepEqual(
      weather.hours.map(({ hour }) => hour),
      [0, 1, ...Array.from({ length: 21 }, (_, i) => i + 3)],
    );
    assert.deepEqual(weather.hours[2], {
      hour: 3,
      start: '2026-03-29T03:00:00+02:00',
      temperature_c: { forecast: 14.3, change: 1.3, observed: null },
      wind_speed_m_s: { forecast: 8, change: null, observed: null },
      irradiance_w_m2: { forecast: null, change: null, observed: 103 },
    });
  });

  test('is what is known now where no run covers the day', async () => {
    const weather = Weather.parse(
      (await api.get('/dashboard/weather?date=2026-03-29&product=ida2', key)).body,
    );
    assert.deepEqual(
      [weather.forecast_id, weather.issued_at, weather.previous_forecast_id],
      [null, null, null],
    );
    assert.deepEqual(weather.hours[0].temperature_c, { forecast: 30, change: null, observed: null });
  });

  test('a day whose weather is not known is not found', async () => {
    for (const date of ['2026-04-20', '0001-01-01']) {
      assert.deepEqual(errorOf(await api.get(`/dashboard/weather?date=${date}`, key)), [404, 'not_found']);
    }
  });
});
