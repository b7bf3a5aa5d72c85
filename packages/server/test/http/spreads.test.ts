import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ScenarioSet } from '../../src/forecasts/runs/distributions-record.ts';
import { SpreadSet } from '../../src/forecasts/runs/spreads-record.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-31T08:40:00Z');
after(() => api.close());

const DAY = '2026-03-31';
const path = (query: string) => `/forecasts/spreads?market_id=es&${query}`;

let key = '';
/** Of the next day, whose day-ahead prices are not public. */
let dayAheadRun = '';

before(async () => {
  key = await api.createKey();
  const intraday = { days: 1, withQuarters: true, withDistributions: true };
  await publishTestRun(api.db, {
    ...intraday,
    product: 'ida1',
    issuedAt: '2026-03-30T11:30:00Z',
    firstDay: DAY,
    level: 15,
  });
  await storeTestPrices(api.db, { day: DAY, availableAt: '2026-03-30T11:00:00Z', level: 10 });
  await publishTestRun(api.db, {
    ...intraday,
    product: 'ida3',
    issuedAt: '2026-03-31T06:30:00Z',
    firstDay: DAY,
    fromHour: 12,
  });
  dayAheadRun = await publishTestRun(api.db, {
    ...intraday,
    issuedAt: '2026-03-31T04:05:00Z',
    firstDay: '2026-04-01',
    level: 20,
  });
  await publishTestRun(api.db, {
    ...intraday,
    product: 'ida1',
    issuedAt: '2026-03-31T08:30:00Z',
    firstDay: '2026-04-01',
    level: 22,
    risesIn: (hour) => hour < 12,
  });
});

async function read(query: string): Promise<SpreadSet> {
  const answer = await api.get(path(query), key);
  assert.equal(answer.status, 200, answer.text);
  return SpreadSet.parse(answer.body);
}

test('to a known price the spread has the distribution of the forecast, moved by the price', async () => {
  const set = await read(`product=ida1&date=${DAY}`);
  assert.deepEqual(
    [set.reference_product, set.reference_forecast_id, set.reference_issued_at, set.dependence],
    ['da', null, null, null],
  );
  assert.equal(set.points.length, 24);
  // The forecast is uniform from 12.5 below to 12.5 above 15 + hour, the price 10 + hour.
  for (const [hour, point] of set.points.entries()) {
    assert.deepEqual(point, {
      time: point.time,
      forecast: 15 + hour,
      reference_price: 10 + hour,
      reference: 'cleared',
      value: 5,
      p10: -5,
      p90: 15,
      probability_positive: 0.7,
    });
  }
});

test('quarter hours follow the price of each quarter', async () => {
  const { points } = await read(`product=ida1&date=${DAY}&resolution=PT15M`);
  assert.equal(points.length, 96);
  assert.deepEqual(
    points.slice(0, 5).map(({ value }) => value),
    [5, 5.25, 5.5, 5.75, 5],
  );
});

test('to an unknown price the spread is that of the paths which the API serves', async () => {
  const set = await read('product=ida1&date=2026-04-01');
  assert.deepEqual(
    [set.reference_forecast_id, set.reference_issued_at, set.distribution, set.dependence],
    [dayAheadRun, '2026-03-31T04:05:00Z', 'forecast', 'past_forecasts'],
  );
  const pathsOf = async (product: string) => {
    const query = `/forecasts/scenarios?market_id=es&product=${product}&date=2026-04-01&paths=500`;
    return ScenarioSet.parse((await api.get(query, key)).body).paths;
  };
  const [own, others] = [await pathsOf('ida1'), await pathsOf('da')];
  for (const [hour, point] of set.points.entries()) {
    const rising = own.map((one, i) => one[hour] - others[i][hour]).sort((a, b) => a - b);
    assert.deepEqual([point.reference, point.reference_price], ['forecast', 20 + hour]);
    const middle = (rising[249] + rising[250]) / 2;
    const low = (rising[49] + rising[50]) / 2;
    const high = (rising[449] + rising[450]) / 2;
    for (const [served, counted] of [
      [point.value, middle],
      [point.p10, low],
      [point.p90, high],
    ]) {
      assert.ok(Math.abs(served - counted) < 0.02, `hour ${hour}: ${served}, in the paths ${counted}`);
    }
    const share = rising.filter((spread) => spread > 0.005).length / 500;
    assert.ok(Math.abs(point.probability_positive - share) <= 0.004, `hour ${hour}: ${share}`);
  }
  // Where the errors of both auctions went together, their spread is as good as known; where they went apart, it is not.
  assert.ok(set.points[0].p90 - set.points[0].p10 < 0.1);
  assert.equal(set.points[0].probability_positive, 1);
  assert.ok(set.points[1].p90 - set.points[1].p10 > 30);
});

test('a price counts as cleared only from its publication on', async () => {
  await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:05:00Z',
    firstDay: DAY,
    withQuarters: true,
    withDistributions: true,
  });
  await storeTestPrices(api.db, { product: 'ida1', day: DAY, availableAt: '2026-03-31T08:00:00Z' });
  const query = `product=ida3&reference=ida1&date=${DAY}&as_of=`;
  const early = await read(`${query}2026-03-31T07:59:59Z`);
  assert.ok(early.points.every(({ reference }) => reference === 'forecast'));
  const late = await read(`${query}2026-03-31T08:00:00Z`);
  assert.ok(late.points.every(({ reference }) => reference === 'cleared'));
  assert.equal(late.points.length, 12, 'the third intraday auction has the hours from noon on');
});

test('days on which the clock changes have all of their quarters', async () => {
  for (const [day, before, hours] of [
    ['2026-03-29', '2026-03-28', 23],
    ['2025-10-26', '2025-10-25', 25],
  ] as const) {
    await publishTestRun(api.db, {
      product: 'ida1',
      issuedAt: `${before}T11:30:00Z`,
      firstDay: day,
      days: 1,
      level: 15,
      withQuarters: true,
    });
    await storeTestPrices(api.db, {
      day,
      availableAt: `${before}T11:00:00Z`,
      level: 10,
      resolution: 'PT15M',
    });
    const quarters = await read(`product=ida1&date=${day}&resolution=PT15M`);
    assert.equal(quarters.points.length, 4 * hours);
    assert.equal(new Set(quarters.points.map(({ time }) => time)).size, 4 * hours);
    assert.equal((await read(`product=ida1&date=${day}`)).points.length, hours);
    assert.equal(quarters.distribution, 'bounds');
  }
});

test('as CSV: a row for each period, named after both auctions', async () => {
  const { text, headers } = await api.get(path(`product=ida1&date=${DAY}&format=csv`), key);
  const [header, ...rows] = text.trim().split('\r\n');
  assert.equal(
    header,
    'time (UTC),start (Europe/Madrid),forecast (EUR/MWh),reference_price (EUR/MWh),reference,value (EUR/MWh),p10 (EUR/MWh),p90 (EUR/MWh),probability_positive (0-1),simulated',
  );
  assert.equal(rows.length, 24);
  assert.match(rows[0], /,15,10,cleared,5,-5,15,0\.7,false$/);
  assert.match(headers['content-disposition'], /lonja-spreads-ida1-da-2026-03-31-run-20260330T113000Z\.csv/);
});

test('wrong input is refused in the forms of the API', async () => {
  for (const query of [
    `product=da&date=${DAY}`,
    `product=ida1&reference=ida1&date=${DAY}`,
    `product=ida1&reference=ida2&date=${DAY}`,
    'product=ida1',
    `product=ida1&date=${DAY}&resolution=PT30M`,
  ]) {
    assert.equal((await api.get(path(query), key)).status, 422, query);
  }
  const unknown = await api.get(path(`product=ida1&date=${DAY}&thresholds=0`), key);
  assert.deepEqual(errorOf(unknown), [400, 'unknown_parameter']);
  const outside = await api.get(path('product=ida1&date=2027-03-31'), key);
  assert.deepEqual(errorOf(outside), [404, 'not_found']);
  const nothing = await api.get(path(`product=ida3&reference=ida2&date=${DAY}`), key);
  assert.deepEqual(errorOf(nothing), [404, 'not_found']);
});

test('both auctions must be in the subscription', async () => {
  for (const product of ['es-ida1', 'es-da']) {
    const narrow = await api.createKey({ products: [product] });
    assert.equal((await api.get(path(`product=ida1&date=${DAY}`), narrow)).status, 403, product);
  }
  const both = await api.createKey({ products: ['es-ida1', 'es-da'] });
  assert.equal((await api.get(path(`product=ida1&date=${DAY}`), both)).status, 200);
});
