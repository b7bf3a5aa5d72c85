import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addDays, dayRange, dayStart } from '@lonja/forecasting/market';
import type { z } from 'zod';
import {
  EmhassTariff,
  EvccOptimizerInput,
  EvccTariff,
  HomeTariff,
  HomeAssistantTariff,
  PredbatTariff,
} from '../../src/desk/integrations/schemas.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const NOW = Date.parse('2026-03-30T18:20:00Z');
const api = await createTestApi('2026-03-30T18:20:00Z');
after(() => api.close());
beforeEach(() => api.clock.set(NOW));

let key = '';

/** Today (03-30) cleared at 100 + hour in quarters, tomorrow at 200 + hour; the forecast begins on 04-01 with 300. */
before(async () => {
  key = await api.createKey();
  await storeTestPrices(api.db, { day: '2026-03-30', level: 100, availableAt: '2026-03-29T11:00:00Z' });
  await storeTestPrices(api.db, { day: '2026-03-31', level: 200, availableAt: '2026-03-30T11:00:00Z' });
  await publishTestRun(api.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31', level: 276 });
});

async function readEvcc(query = ''): Promise<z.infer<typeof EvccTariff>> {
  const answer = await api.get(`/integrations/evcc${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return EvccTariff.parse(answer.body);
}

test('evcc gets prices in EUR/kWh from the present hour on, then the forecast, without a gap', async () => {
  const rates = await readEvcc();
  assert.deepEqual(rates[0], {
    start: '2026-03-30T18:00:00Z',
    end: '2026-03-30T19:00:00Z',
    value: 0.12,
  });
  assert.equal(rates.find((rate) => rate.start === '2026-03-31T21:00:00Z')?.value, 0.223);
  assert.equal(rates.find((rate) => rate.start === '2026-03-31T22:00:00Z')?.value, 0.3);
  assert.ok(rates.every((rate, i) => i === 0 || rate.start === rates[i - 1].end));
  assert.equal(rates.length, 168);
});

test('surcharge comes before tax', async () => {
  const [rate] = await readEvcc('?surcharge=0.045&tax=21&hours=1');
  assert.equal(rate.value, Math.round((0.12 + 0.045) * 1.21 * 1e5) / 1e5);
  assert.equal((await readEvcc('?surcharge=-0.2&hours=1'))[0].value, -0.08);
});

test('the first rate is that of the present as time passes', async () => {
  for (const [instant, start] of [
    ['2026-03-30T18:59:59.999Z', '2026-03-30T18:00:00Z'],
    ['2026-03-30T19:00:00Z', '2026-03-30T19:00:00Z'],
  ]) {
    api.clock.set(Date.parse(instant));
    assert.equal((await readEvcc())[0].start, start);
  }
  api.clock.set(NOW);
  const quarters = await readEvcc('?resolution=PT15M&hours=2');
  assert.deepEqual(
    [quarters.length, quarters[0].start, quarters[0].end, quarters[0].value],
    [8, '2026-03-30T18:15:00Z', '2026-03-30T18:30:00Z', 0.12],
  );
  const week = await readEvcc('?resolution=PT15M');
  assert.equal(week.length, 4 * 168, 'a run without quarter hours gives those of its hours');
});

test('Home Assistant gets the present price, the range of the coming day, and what is forecast', async () => {
  const answer = await api.get('/integrations/home-assistant?hours=48', key);
  const { prices, ...rest } = HomeAssistantTariff.parse(answer.body);
  assert.deepEqual(rest, {
    current: 0.12,
    unit: 'EUR/kWh',
    lowest: 0.12,
    highest: 0.219,
    next_start: '2026-03-30T19:00:00Z',
    simulated: false,
  });
  assert.equal(prices.length, 48);
  assert.equal(prices.filter((price) => price.forecast).length, 48 - 28);
});

test('EMHASS gets two lists of equal length, in its own steps', async () => {
  const read = async (query: string) =>
    EmhassTariff.parse((await api.get(`/integrations/emhass${query}`, key)).body);
  const half = await read('?surcharge=0.01&tax=10&feed_in=-0.02');
  assert.deepEqual(
    [half.prediction_horizon, half.load_cost_forecast.length, half.prod_price_forecast.length],
    [48, 48, 48],
  );
  assert.deepEqual([half.load_cost_forecast[0], half.prod_price_forecast[0]], [0.143, 0.1]);
  assert.deepEqual(half.load_cost_forecast.slice(1, 4), [0.143, 0.1441, 0.1441]);
  assert.equal((await read('?step=PT15M&hours=3')).prediction_horizon, 12);
  assert.equal((await read('?step=PT1H&hours=3')).prediction_horizon, 3);
});

/** What the recorder of Home Assistant keeps of one state. */
const RECORDED_BYTES = 16_384;

test('the attributes of Home Assistant stay below what its recorder keeps', async () => {
  for (const query of ['', 'resolution=PT15M', 'form=compact', 'form=compact&resolution=PT15M']) {
    const answer = await api.get(`/integrations/home-assistant?${query}&surcharge=-9.87654`, key);
    const { current: _state, ...attributes } = HomeAssistantTariff.parse(answer.body);
    assert.ok(Buffer.byteLength(JSON.stringify(attributes)) < RECORDED_BYTES - 500, query);
  }
  const { compact, prices } = HomeAssistantTariff.parse(
    (await api.get('/integrations/home-assistant?form=compact', key)).body,
  );
  assert.deepEqual(
    [prices, compact?.start, compact?.step_minutes, compact?.values.length, compact?.forecast_from],
    [[], '2026-03-30T18:00:00Z', 60, 168, '2026-03-31T22:00:00Z'],
  );
});

/** Predbat takes the keys of the first entry for all, and EUR as cents: `start`, `end` and `value` before `from`, `till` and `price`. */
function readAsPredbat(prices: Record<string, unknown>[]) {
  const keys = 'value' in prices[0] ? ['start', 'end', 'value'] : ['from', 'till', 'price'];
  return prices.map((entry) => ({
    start: Date.parse(String(entry[keys[0]])),
    end: Date.parse(String(entry[keys[1]])),
    cents: Number(entry[keys[2]]) * 100,
  }));
}

test('Predbat finds every minute of its two days', async () => {
  const answer = await api.get('/integrations/predbat', key);
  const { prices } = PredbatTariff.parse(answer.body);
  const rates = readAsPredbat(prices);
  assert.deepEqual([rates.length, Math.round(rates[0].cents)], [48, 12]);
  assert.ok(rates.every(({ start }, i) => i === 0 || start === rates[i - 1].end));
  assert.ok(prices.every(({ from, till, start, end }) => from === start && till === end));
  const quarters = await api.get('/integrations/predbat?resolution=PT15M', key);
  for (const { body } of [answer, quarters]) {
    assert.ok(Buffer.byteLength(JSON.stringify(body)) < RECORDED_BYTES - 500);
  }
});

test('EMHASS gets its calendar day, of 25 and of 23 hours too, from the step that runs', async () => {
  for (const [day, now, hours] of [
    ['2026-10-24', '2026-10-24T10:20:00Z', 25],
    ['2027-03-27', '2027-03-27T11:20:00Z', 23],
  ] as const) {
    await publishTestRun(api.db, { issuedAt: `${day}T00:05:00Z`, firstDay: day, level: 50 });
    api.clock.set(Date.parse(now));
    const { body } = await api.get('/integrations/emhass', key);
    const plan = EmhassTariff.parse(body);
    // EMHASS floors now to its step with `first`, and ends one step before the same local time tomorrow.
    assert.deepEqual([plan.method_ts_round, plan.prediction_horizon], ['first', 2 * hours], day);
    assert.equal(plan.load_cost_forecast.length, 2 * hours);
    const rates = await readEvcc(`?hours=${hours}`);
    assert.equal(rates[0].value, plan.load_cost_forecast[0]);
    assert.equal(rates.at(-1)?.value, plan.load_cost_forecast.at(-1));
    assert.ok(rates.every((rate, i) => i === 0 || rate.start === rates[i - 1].end));
  }
});

test('simulated tariffs say so', async () => {
  api.state.dataOrigin = 'simulator';
  await storeTestPrices(api.db, {
    day: '2026-03-30',
    availableAt: '2026-03-29T11:00:00Z',
    source: 'simulator',
  });
  for (let i = 0; i < 2; i++) {
    assert.equal((await api.get('/integrations/evcc', key)).headers['x-simulated'], 'true');
  }
  api.state.dataOrigin = 'market';
  assert.equal((await api.get('/integrations/evcc', key)).headers['x-simulated'], undefined);
});

test('404 where the present is not known, 422 for a parameter out of range', async () => {
  api.clock.set(Date.parse('2027-01-01T00:00:00Z'));
  assert.deepEqual(errorOf(await api.get('/integrations/evcc', key)), [404, 'not_found']);
  for (const query of [
    'surcharge=11',
    'surcharge=1e1',
    'tax=-1',
    'tax=NaN',
    'hours=0',
    'hours=169',
    'resolution=P1D',
  ]) {
    assert.deepEqual(
      errorOf(await api.get(`/integrations/evcc?${query}`, key)),
      [422, 'validation_error'],
      query,
    );
  }
  assert.deepEqual(errorOf(await api.get('/integrations/emhass?resolution=PT1H', key)), [
    400,
    'unknown_parameter',
  ]);
});

const PERIODS = 'surcharge_p1=0.12&surcharge_p2=0.05&surcharge_p3=0.02';

test('with surcharges by period the cheapest hours are those of the bill', async () => {
  await storeTestPrices(api.db, { day: '2026-06-10', level: 60, availableAt: '2026-06-09T11:00:00Z' });
  await publishTestRun(api.db, { issuedAt: '2026-06-09T10:05:00Z', firstDay: '2026-06-10', level: 60 });
  api.clock.set(Date.parse('2026-06-09T22:10:00Z'));
  const valueAt = (rates: z.infer<typeof EvccTariff>, start: string) =>
    rates.find((rate) => rate.start === start)?.value;
  const flat = await readEvcc('?hours=24');
  const bill = await readEvcc(`?hours=24&${PERIODS}`);
  for (const [localHour, surcharge] of [
    [3, 0.02],
    [8, 0.05],
    [11, 0.12],
    [14, 0.05],
    [18, 0.12],
    [22, 0.05],
  ]) {
    assert.equal(valueAt(bill, bill[localHour].start), round(flat[localHour].value + surcharge));
  }
  const ceuta = await readEvcc(`?hours=24&${PERIODS}&tariff_zone=ceuta_melilla`);
  assert.deepEqual(
    [10, 14, 18, 22].map((hour) => round(ceuta[hour].value - flat[hour].value)),
    [0.05, 0.12, 0.05, 0.12],
  );
  const taxed = await readEvcc(`?hours=24&surcharge=0.01&tax=21&${PERIODS}`);
  assert.equal(taxed[11].value, round((flat[11].value + 0.01 + 0.12) * 1.21));
  const quarters = await readEvcc(`?hours=24&resolution=PT15M&${PERIODS}`);
  assert.deepEqual(
    [39, 40, 55, 56].map((quarter) => round(quarters[quarter].value - flat[Math.floor(quarter / 4)].value)),
    [0.05, 0.12, 0.12, 0.05],
  );
});

test('every program gets the surcharges by period, and what is sold has none', async () => {
  const read = async (route: string) => (await api.get(`/integrations/${route}&${PERIODS}`, key)).body;
  const rates = (await readEvcc(`?hours=24&${PERIODS}`)).map(({ value }) => value);
  const home = HomeAssistantTariff.parse(await read('home-assistant?hours=24'));
  assert.deepEqual(
    home.prices.map(({ price }) => price),
    rates,
  );
  assert.deepEqual([home.lowest, home.highest], [Math.min(...rates), Math.max(...rates)]);
  const compact = HomeAssistantTariff.parse(await read('home-assistant?hours=24&form=compact'));
  assert.deepEqual(compact.compact?.values, rates);
  const predbat = PredbatTariff.parse(await read('predbat?hours=24'));
  assert.deepEqual(
    predbat.prices.map(({ value }) => value),
    rates,
  );
  const emhass = EmhassTariff.parse(await read('emhass?hours=24&step=PT1H&feed_in=-0.005'));
  const plain = EmhassTariff.parse(
    (await api.get('/integrations/emhass?hours=24&step=PT1H&feed_in=-0.005', key)).body,
  );
  assert.deepEqual(emhass.load_cost_forecast, rates);
  assert.deepEqual(emhass.prod_price_forecast, plain.prod_price_forecast);
});

test('a holiday and the day of a clock change are P3 as a whole, the day after has its local hours', async () => {
  const surchargesFrom = async (now: string, day: string, hours: number) => {
    await publishTestRun(api.db, { issuedAt: `${day}T00:05:00Z`, firstDay: day, level: 50 });
    api.clock.set(Date.parse(now));
    const flat = await readEvcc(`?hours=${hours}`);
    const bill = await readEvcc(`?hours=${hours}&${PERIODS}`);
    assert.equal(bill.length, hours);
    return bill.map(({ value }, hour) => round(value - flat[hour].value));
  };
  const working = Array.from({ length: 24 }, (_, hour) =>
    hour < 8 ? 0.02 : (hour >= 10 && hour < 14) || (hour >= 18 && hour < 22) ? 0.12 : 0.05,
  );
  const valley = (hours: number) => Array<number>(hours).fill(0.02);
  assert.deepEqual(await surchargesFrom('2026-10-24T22:00:00Z', '2026-10-24', 49), [
    ...valley(25),
    ...working,
  ]);
  assert.deepEqual(await surchargesFrom('2027-03-27T23:00:00Z', '2027-03-27', 47), [
    ...valley(23),
    ...working,
  ]);
  assert.deepEqual(await surchargesFrom('2027-10-11T22:00:00Z', '2027-10-11', 48), [
    ...valley(24),
    ...working,
  ]);
  assert.deepEqual(await surchargesFrom('2027-03-25T23:00:00Z', '2027-03-25', 24), working, 'Good Friday');
});

test('surcharges by period come together, and the answer names the one that is missing', async () => {
  for (const [query, missing] of [
    ['surcharge_p1=0.12', 'surcharge_p2'],
    ['surcharge_p1=0.12&surcharge_p2=0.05', 'surcharge_p3'],
    ['tariff_zone=ceuta_melilla', 'surcharge_p1'],
    [`${PERIODS}&losses_p3=13`, 'losses_p1'],
  ]) {
    for (const route of ['tariff', 'evcc', 'evcc-optimizer', 'home-assistant', 'predbat', 'emhass']) {
      const answer = await api.get(`/integrations/${route}?${query}`, key);
      assert.deepEqual(errorOf(answer), [422, 'validation_error'], query);
      assert.match(answer.text, new RegExp(`"${missing}".*together`), query);
    }
  }
  for (const query of [`${PERIODS}&tariff_zone=canarias`, PERIODS.replace('0.12', '11')]) {
    assert.deepEqual(errorOf(await api.get(`/integrations/evcc?${query}`, key)), [422, 'validation_error']);
  }
});

test('an indexed price has losses by period and both taxes, each rate from its day on', async () => {
  await publishTestRun(api.db, { issuedAt: '2028-06-12T10:05:00Z', firstDay: '2028-06-13', level: 60 });
  api.clock.set(Date.parse('2028-06-12T22:10:00Z'));
  const flat = await readEvcc('?hours=30');
  const losses = 'losses_p1=16&losses_p2=15&losses_p3=13';
  const taxes = 'electricity_tax=5.11269632,0.5@2028-06-14&tax=21,10@2028-06-14';
  const indexed = await readEvcc(`?hours=30&surcharge=0.01&${PERIODS}&${losses}&${taxes}`);
  for (const [hour, lost, access] of [
    [3, 1.13, 0.02],
    [8, 1.15, 0.05],
    [11, 1.16, 0.12],
    [27, 1.13, 0.02],
  ]) {
    const taxed = hour < 24 ? 1.0511269632 * 1.21 : 1.005 * 1.1;
    assert.equal(indexed[hour].value, round((flat[hour].value * lost + 0.01 + access) * taxed), String(hour));
  }
  const even = await readEvcc('?hours=2&losses=10');
  assert.equal(even[0].value, round(flat[0].value * 1.1));
  for (const query of ['losses=-1', 'tax=21,10', 'tax=21,10@2026-13-01', 'electricity_tax=1001']) {
    const answer = await api.get(`/integrations/evcc?${query}`, key);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], query);
  }
});

test('the optimiser of evcc gets prices per Wh, what is left of the first step, and the value of what is left', async () => {
  const read = async (query: string) => {
    const answer = await api.get(`/integrations/evcc-optimizer${query}`, key);
    assert.equal(answer.status, 200, answer.text);
    return EvccOptimizerInput.parse(answer.body);
  };
  const now = Date.parse('2028-06-12T22:20:00Z');
  api.clock.set(now);
  const hours = await read('?resolution=PT1H&hours=4&surcharge=0.045&tax=21&feed_in=-0.02');
  const rates = await readEvcc('?surcharge=0.045&tax=21&hours=4');
  assert.deepEqual(hours.time_series.dt, [2400, 3600, 3600, 3600]);
  for (const [i, price] of hours.time_series.p_N.entries())
    assert.ok(Math.abs(price * 1000 - rates[i].value) < 1e-5);
  assert.equal(hours.time_series.p_E[0], 0.00004);
  assert.deepEqual([hours.eta_c, hours.eta_d, hours.batteries.length], [0.95, 0.95, 1]);
  const quarters = await read('');
  assert.equal(quarters.time_series.dt.length, 192);
  assert.deepEqual(quarters.time_series.dt.slice(0, 2), [600, 900]);
  api.clock.set(now + 1001);
  assert.equal((await read('')).time_series.dt[0], 599, 'no earlier answer is sent again');
});

test('what is left in a battery is worth what the hours after the horizon make of it', async () => {
  const valueAfter = async (day: string, cheapFirst: boolean) => {
    api.clock.set(Date.parse(`${day}T00:00:00Z`) - 2 * 3_600_000);
    const [first, second] = cheapFirst ? ['0.02', '0.12'] : ['0.12', '0.02'];
    const periods = `surcharge_p1=${second}&surcharge_p2=${second}&surcharge_p3=${first}`;
    const answer = await api.get(
      `/integrations/evcc-optimizer?hours=24&resolution=PT1H&battery_hours=4&${periods}`,
      key,
    );
    return EvccOptimizerInput.parse(answer.body).batteries[0].p_a * 1000;
  };
  await publishTestRun(api.db, { issuedAt: '2028-06-19T10:05:00Z', firstDay: '2028-06-20', level: 60 });
  const later = (await readAt('2028-06-19T22:00:00Z', '?hours=48')).slice(24).map(({ value }) => value);
  // P3 from 0 to 8: where it is cheap the battery fills there, where it is dear it is used there. A quarter of it moves in an hour.
  const [cheap, dear] = [later.map((value) => value + 0.02), later.map((value) => value + 0.12)];
  const filling = 0.25 * (cheap[0] + cheap[1] + cheap[2] + cheap[3]) + (1 / 0.95 - 1) * cheap[4];
  assert.ok(Math.abs((await valueAfter('2028-06-20', true)) - filling) < 1e-5);
  const serving = 0.25 * (dear[7] + dear[6] + dear[5]) + 0.2 * dear[4];
  assert.ok(Math.abs((await valueAfter('2028-06-20', false)) - serving) < 1e-5);
});

async function readAt(instant: string, query: string): Promise<z.infer<typeof EvccTariff>> {
  api.clock.set(Date.parse(instant));
  return readEvcc(query);
}

test('EMHASS gets the charge to end with where it says how full the battery is, across clock changes too', async () => {
  const read = async (query: string) =>
    EmhassTariff.parse((await api.get(`/integrations/emhass?${query}`, key)).body);
  const plain = await read('step=PT1H');
  assert.deepEqual([plain.soc_init, plain.soc_final], [undefined, undefined]);
  for (const [day, now, hours] of [
    ['2028-10-28', '2028-10-28T10:20:00Z', 25],
    ['2029-03-24', '2029-03-24T11:20:00Z', 23],
  ] as const) {
    await publishTestRun(api.db, { issuedAt: `${day}T00:05:00Z`, firstDay: day, level: 50 });
    api.clock.set(Date.parse(now));
    for (const [step, minutes] of [
      ['PT15M', 15],
      ['PT30M', 30],
      ['PT1H', 60],
    ] as const) {
      const plan = await read(`step=${step}&soc_init=0.5&surcharge_p1=0.12&surcharge_p2=0.05&surcharge_p3=0`);
      assert.equal(plan.prediction_horizon, (hours * 60) / minutes, `${day} ${step}`);
      assert.equal(plan.load_cost_forecast.length, plan.prediction_horizon);
      assert.equal(plan.soc_init, 0.5);
      const final = plan.soc_final ?? Number.NaN;
      assert.ok(final >= 0.3 && final <= 0.9, `${day} ${step}: ${final}`);
    }
  }
  // Sunday is P3 as a whole, so the night before Monday's peak ends full, and the Friday evening before it empty.
  const periods = 'surcharge_p1=0.4&surcharge_p2=0.4&surcharge_p3=0&soc_init=0.5&hours=24&step=PT1H';
  await publishTestRun(api.db, { issuedAt: '2029-06-21T10:05:00Z', firstDay: '2029-06-22', level: 50 });
  api.clock.set(Date.parse('2029-06-24T06:00:00Z'));
  assert.equal((await read(periods)).soc_final, 0.9, 'ends on Monday at eight');
  api.clock.set(Date.parse('2029-06-21T22:00:00Z'));
  assert.equal((await read(periods)).soc_final, 0.3, 'ends on Friday at midnight, before a weekend of P3');
});

test('404 where the hours after the horizon are not known, 422 for a battery that cannot be', async () => {
  await publishTestRun(api.db, {
    issuedAt: '2029-07-31T10:05:00Z',
    firstDay: '2029-08-01',
    level: 50,
    days: 2,
  });
  api.clock.set(Date.parse('2029-07-31T22:00:00Z'));
  for (const route of ['evcc-optimizer?hours=25', 'emhass?hours=25&soc_init=0.5']) {
    const answer = await api.get(`/integrations/${route}`, key);
    assert.deepEqual(errorOf(answer), [404, 'not_found'], route);
    assert.match(answer.text, /known for 48 hours.*those of 49.*fewer hours/);
  }
  assert.equal((await api.get('/integrations/evcc-optimizer?hours=24', key)).status, 200);
  for (const route of [
    'evcc-optimizer?hours=145',
    'evcc-optimizer?battery_hours=0',
    'evcc-optimizer?battery_efficiency=1.1',
    'emhass?soc_init=50',
    'emhass?soc_init=0.5&soc_min=0.9&soc_max=0.9',
  ]) {
    const answer = await api.get(`/integrations/${route}`, key);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], route);
  }
});

async function readTariffOf(query: string): Promise<z.infer<typeof HomeTariff>> {
  const answer = await api.get(`/integrations/tariff?${query}`, key);
  assert.equal(answer.status, 200, answer.text);
  return HomeTariff.parse(answer.body);
}

/** A day of June 2030, a Wednesday: its hours at 60, 61 and so on. */
const RISING = { issuedAt: '2030-06-11T10:05:00Z', firstDay: '2030-06-12', level: 60 } as const;

test('the PVPC has services by price, a share of futures against the mean of the day, and its own fees', async () => {
  await publishTestRun(api.db, { ...RISING, withDistributions: true });
  api.clock.set(Date.parse('2030-06-12T00:20:00Z'));
  const pvpc = await readTariffOf('tariff=pvpc&futures_eur_mwh=80&hours=46');
  assert.deepEqual(
    [pvpc.tariff, pvpc.unit, pvpc.futures, pvpc.published_error, pvpc.periods.length],
    ['pvpc', 'EUR/kWh', { price: 80, source: 'request' }, 0.00816, 46],
  );
  for (const [hour, access] of [
    [2, 0.002994],
    [8, 0.028341],
    [11, 0.093383],
    [26, 0.002994],
  ]) {
    // The hours of the day that are over count in its mean.
    const [market, mean] = [60 + hour, hour < 24 ? 71.5 : 95.5];
    const bought = market + 30.5 - 0.113 * market + 0.55 * (80 - mean);
    const { price, forecast } = pvpc.periods[hour - 2];
    assert.equal(price, round((bought / 1000) * 1.162 + 0.0042 + access), String(hour));
    assert.ok(forecast);
  }
  const sent =
    'tariff=pvpc&futures_eur_mwh=80&hours=1&surcharge=0.01&losses=10&adjustment_eur_mwh=5&tax=21&surcharge_p1=0.3&surcharge_p2=0.2&surcharge_p3=0.1';
  const [first] = (await readTariffOf(sent)).periods;
  const bought = 62 + 5 + 0.55 * (80 - 71.5);
  assert.equal(first.price, round(((bought / 1000) * 1.1 + 0.11) * 1.21), 'what is sent stands');
  const [quarter] = (await readTariffOf('tariff=pvpc&futures_eur_mwh=80&hours=2&resolution=PT15M')).periods;
  assert.deepEqual(
    [quarter.start, quarter.end, quarter.price],
    ['2030-06-12T00:15:00Z', '2030-06-12T00:30:00Z', pvpc.periods[0].price],
    'a quarter has the price of its hour',
  );
  const rates = await readEvcc('?tariff=pvpc&futures_eur_mwh=80&hours=46');
  assert.deepEqual(
    rates.map(({ value }) => value),
    pvpc.periods.map(({ price }) => price),
    'every integration has it',
  );
});

test('bounds of the PVPC are narrow where all hours err together: the share of futures takes its part off', async () => {
  const width = async (query: string) => {
    const { periods } = await readTariffOf(`${query}&hours=24`);
    return periods.reduce((sum, { p10, p90 }) => sum + Number(p90) - Number(p10), 0) / 24;
  };
  const near = (value: number, eurPerMwh: number) =>
    assert.ok(Math.abs(value * 1000 - eurPerMwh) < 0.08 * eurPerMwh, `${value * 1000}, not ${eurPerMwh}`);
  api.clock.set(Date.parse('2030-06-11T22:00:00Z'));
  for (const [issuedAt, risesIn, moved] of [
    ['2030-06-11T10:06:00Z', () => true, 1 - 0.113 - 0.55],
    ['2030-06-11T10:07:00Z', undefined, 1 - 0.113],
  ] as const) {
    await publishTestRun(api.db, {
      ...RISING,
      issuedAt,
      withDistributions: true,
      ...(risesIn && { risesIn }),
    });
    // Eight of ten outcomes of a uniform distribution that is 25 wide.
    near(await width(`tariff=pvpc&futures_eur_mwh=${issuedAt.slice(15, 16)}0`), 20 * moved * 1.162);
    near(await width(`losses=16.2&surcharge=0.0${issuedAt.slice(15, 16)}`), 20 * 1.162);
  }
});

test('the PVPC takes the mean of the last year for futures, needs four weeks of it, and has no bounds once cleared', async () => {
  const clock = '2031-03-10T18:20:00Z';
  api.clock.set(Date.parse(clock));
  await storeTestPrices(api.db, { day: '2031-03-10', level: 100, availableAt: '2031-03-09T11:00:00Z' });
  const early = await api.get('/integrations/evcc?tariff=pvpc&hours=2', key);
  assert.deepEqual(errorOf(early), [404, 'not_found']);
  assert.match(early.text, /Send futures_eur_mwh/);
  for (const day of dayRange('2031-02-10', '2031-03-09')) {
    await storeTestPrices(api.db, { day, level: 38.5, availableAt: '2031-03-09T11:00:00Z' });
  }
  const { futures, periods } = await readTariffOf('tariff=pvpc&hours=5&tariff_zone=ceuta_melilla');
  assert.deepEqual(futures, { price: 50, source: 'mean_of_past_year' });
  const bought = 119 + 30.5 - 0.113 * 119 + 0.55 * (50 - 111.5);
  assert.deepEqual(
    [periods[0].price, periods[0].p10, periods[0].p90, periods[0].forecast],
    [round((bought / 1000) * 1.162 + 0.0042 + 0.093383), null, null, false],
  );
});

test('the PVPC of the days on which the clock changes has the hours that they have', async () => {
  for (const [day, hours] of [
    ['2031-10-26', 25],
    ['2032-03-28', 23],
  ] as const) {
    const issuedAt = `${addDays(day, -1)}T10:05:00Z`;
    await publishTestRun(api.db, { issuedAt, firstDay: day, days: 1, level: 50 });
    api.clock.set(dayStart(day));
    const { periods } = await readTariffOf('tariff=pvpc&futures_eur_mwh=50&hours=30');
    assert.equal(periods.length, hours, day);
    const mean = 50 + (hours - 1) / 2;
    const bought = 50 + 30.5 - 0.113 * 50 + 0.55 * (50 - mean);
    assert.equal(periods[0].price, round((bought / 1000) * 1.162 + 0.0042 + 0.002994), day);
  }
});

test('an indexed price has the bounds of its price; futures are of the PVPC alone', async () => {
  await publishTestRun(api.db, { issuedAt: '2032-06-12T10:05:00Z', firstDay: '2032-06-13', level: 60 });
  api.clock.set(Date.parse('2032-06-12T22:10:00Z'));
  const indexed = await readTariffOf('hours=2&losses=10&adjustment_eur_mwh=20&surcharge=0.01&tax=21');
  assert.deepEqual(indexed.periods[0], {
    start: '2032-06-12T22:00:00Z',
    end: '2032-06-12T23:00:00Z',
    price: round((0.08 * 1.1 + 0.01) * 1.21),
    p10: round((0.07 * 1.1 + 0.01) * 1.21),
    p90: round((0.09 * 1.1 + 0.01) * 1.21),
    forecast: true,
  });
  assert.deepEqual([indexed.futures, indexed.published_error], [null, null]);
  for (const query of [
    'futures_eur_mwh=60',
    'tariff=fixed',
    'tariff=pvpc&futures_eur_mwh=x',
    'adjustment_eur_mwh=1001',
  ]) {
    const answer = await api.get(`/integrations/tariff?${query}`, key);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], query);
  }
});

function round(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
