import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays } from '@lonja/forecasting/market';
import { Fundamentals } from '../../src/forecasts/fundamentals/record.ts';
import { storeTestPower } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:30:00Z');
after(() => api.close());

const TODAY = '2026-03-30';
let key = '';

/** Four weeks before today were measured, each hour with its own level; the load of today is published, and yesterday's everything. */
before(async () => {
  key = await api.createKey();
  const levels = {
    load: 20_000,
    wind: 5000,
    solar: 1000,
    hydro: 3000,
    nuclear: 7000,
    thermal: 2000,
    other: 500,
  };
  for (let ago = 29; ago >= 1; ago--) {
    const day = addDays(TODAY, -ago);
    const availableAt = `${addDays(day, 1)}T01:00:00Z`;
    for (const [name, level] of Object.entries(levels)) {
      const megawatts = (hour: number) => level + hour * 10 + (name === 'load' ? 100 * ago : 0);
      await storeTestPower(api.db, { series: `${name}.actual`, day, availableAt, megawatts });
    }
    await storeTestPower(api.db, { series: 'netimport.actual', day, availableAt, megawatts: () => -800 });
  }
  const forecast = { day: TODAY, availableAt: '2026-03-29T08:00:00Z' };
  await storeTestPower(api.db, { ...forecast, series: 'load.forecast', megawatts: () => 25_000.06 });
  await storeTestPower(api.db, { ...forecast, series: 'wind.forecast', megawatts: () => 6000 });
  await storeTestPower(api.db, {
    day: addDays(TODAY, -1),
    availableAt: '2026-03-28T08:00:00Z',
    series: 'load.forecast',
    megawatts: () => 24_000,
  });
});

async function read(query: string): Promise<Fundamentals> {
  const answer = await api.get(`/market/fundamentals?${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return Fundamentals.parse(answer.body);
}

test('a past day is what was published: the load as forecast, everything else as measured', async () => {
  const { hours, ...rest } = await read('date=2026-03-28');
  assert.deepEqual(rest, {
    date: '2026-03-28',
    data_as_of: '2026-03-29T01:00:00Z',
    simulated: false,
    degraded: [],
    degraded_reasons: [],
  });
  assert.equal(hours.length, 24);
  assert.deepEqual(hours[10], {
    hour: 10,
    total_load_mw: 20_300,
    generation: {
      wind_mw: 5100,
      solar_mw: 1100,
      hydro_mw: 3100,
      nuclear_mw: 7100,
      thermal_mw: 2100,
      other_mw: 600,
    },
    cross_border_flows_mw: -800,
    start: '2026-03-28T10:00:00+01:00',
    estimated: [],
  });
  assert.equal((await read('date=2026-03-29')).hours[0].total_load_mw, 24_000);
});

test('today has published forecasts where there are any, and estimates that close the balance', async () => {
  const [hour] = (await read(`date=${TODAY}&hour=10`)).hours;
  const { wind_mw, solar_mw, hydro_mw, nuclear_mw, thermal_mw, other_mw } = hour.generation;
  assert.deepEqual(
    [hour.total_load_mw, wind_mw, solar_mw, hydro_mw, nuclear_mw, other_mw],
    [25_000.1, 6000, 1100, 3100, 7100, 600],
  );
  // 25,000.06 - 6000 - 1100 - 3100 - 7100 - 600 + 800, to one decimal.
  assert.equal(thermal_mw, 7900.1);
  assert.deepEqual(hour.estimated, [
    'solar_mw',
    'hydro_mw',
    'nuclear_mw',
    'thermal_mw',
    'other_mw',
    'cross_border_flows_mw',
  ]);
});

test('the load of a day to come is the mean of the same weekday in the last weeks', async () => {
  const day = addDays(TODAY, 2);
  const [hour] = (await read(`date=${day}&hour=0`)).hours;
  // 5, 12, 19 and 26 days before today.
  assert.equal(hour.total_load_mw, 20_000 + (100 * (5 + 12 + 19 + 26)) / 4);
  assert.ok(hour.estimated.includes('total_load_mw'));
});

test('a measurement replaces the estimate as soon as it is published', async () => {
  await storeTestPower(api.db, {
    series: 'nuclear.actual',
    day: TODAY,
    availableAt: '2026-03-30T10:31:00Z',
    megawatts: () => 5555,
  });
  const nuclear = async () => (await read(`date=${TODAY}&hour=3`)).hours[0].generation.nuclear_mw;
  assert.equal(await nuclear(), 7030);
  api.clock.set(Date.parse('2026-03-30T10:31:00Z'));
  assert.equal(await nuclear(), 5555);
  assert.equal((await read(`date=${TODAY}`)).data_as_of, '2026-03-30T10:31:00Z');
  api.clock.set(Date.parse('2026-03-30T10:30:00Z'));
});

test('what no source publishes is null, and the day of 23 hours has no hour 2', async () => {
  await storeTestPower(api.db, {
    series: 'load.actual',
    day: '2025-03-30',
    availableAt: '2025-03-31T01:00:00Z',
    megawatts: () => 21_000,
  });
  const { hours } = await read('date=2025-03-30');
  assert.deepEqual(
    [hours.length, hours.some(({ hour }) => hour === 2), hours[0].generation.wind_mw],
    [23, false, null],
  );
});

test('CSV has one row an hour with the units in its header', async () => {
  const answer = await api.get('/market/fundamentals?date=2026-03-28&format=csv', key);
  const lines = answer.text.split('\r\n');
  assert.equal(
    lines[0],
    'date (Europe/Madrid),hour (Europe/Madrid),start (Europe/Madrid),time (UTC),total_load (MW),wind (MW),solar (MW),hydro (MW),nuclear (MW),thermal (MW),other (MW),cross_border_flows (MW),estimated,simulated',
  );
  assert.equal(
    lines[11],
    '2026-03-28,10,2026-03-28T10:00:00+01:00,2026-03-28T09:00:00Z,20300,5100,1100,3100,7100,2100,600,-800,,false',
  );
});

test('400 for the date and the hour, 404 outside the data', async () => {
  for (const query of [
    '',
    'date=2026-3-30',
    `date=${TODAY}&hour=24`,
    `date=${TODAY}&hour=x`,
    `date=${TODAY}&day=1`,
  ]) {
    assert.deepEqual(
      errorOf(await api.get(`/market/fundamentals?${query}`, key)),
      [400, 'invalid_parameters'],
      query,
    );
  }
  for (const date of ['2020-01-01', addDays(TODAY, 8), '1700-01-01', '2025-03-30&hour=2']) {
    assert.deepEqual(
      errorOf(await api.get(`/market/fundamentals?date=${date}`, key)),
      [404, 'not_found'],
      date,
    );
  }
});
