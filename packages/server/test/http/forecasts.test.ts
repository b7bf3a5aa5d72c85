import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AvailableDates, ForecastRunRecord } from '../../src/forecasts/runs/forecasts-record.ts';
import { publishTestRun } from './market-fixture.ts';
import { type Answer, createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:10:00Z');
after(() => api.close());

const LATEST = '/forecasts/latest?market_id=es&product=da';
const SERIES = '/forecasts?market_id=es&product=da';

let key = '';
let morningRun = '';
let noonRun = '';

before(async () => {
  key = await api.createKey();
  morningRun = await publishTestRun(api.db, {
    issuedAt: '2026-03-30T04:05:00Z',
    firstDay: '2026-03-31',
    level: 40.004,
  });
  noonRun = await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:05:00Z',
    firstDay: '2026-03-31',
    level: 50,
    withQuarters: true,
  });
  await publishTestRun(api.db, { issuedAt: '2026-03-31T04:05:00Z', firstDay: '2026-04-01', level: 60 });
  await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:06:00Z',
    firstDay: '2026-03-31',
    dataOrigin: 'simulator',
    level: 900,
  });
});

async function readRun(path: string): Promise<ForecastRunRecord> {
  const answer = await api.get(path, key);
  assert.equal(answer.status, 200, answer.text);
  return ForecastRunRecord.parse(answer.body);
}

test('the latest run comes with its whole horizon and every specified field', async () => {
  const run = await readRun(LATEST);
  assert.equal(run.points.length, 7 * 24);
  assert.deepEqual(
    { ...run, points: run.points.slice(0, 1) },
    {
      market_id: 'es',
      product: 'da',
      market_product_id: 'es-da',
      forecast_id: noonRun,
      issued_at: '2026-03-30T10:05:00Z',
      unit: 'EUR/MWh',
      range_start: null,
      range_end: null,
      points: [{ time: '2026-03-30T22:00:00Z', value: 50, p10: 40, p90: 60 }],
      resolution: 'PT1H',
      model_version: 'da-2026.03.1',
      published_at: '2026-03-30T10:05:00Z',
      data_as_of: '2026-03-30T09:05:00Z',
      known_until: '2026-03-30T10:05:00Z',
      scheduled_for: '2026-03-30T10:05:00Z',
      trigger: 'schedule',
      before_gate: false,
      degraded: [],
      degraded_reasons: [],
      cleared_extremes: null,
      simulated: false,
    },
  );
});

test('runs of the other world and runs of the future are invisible', async () => {
  assert.equal((await readRun(LATEST)).forecast_id, noonRun);
  api.state.dataOrigin = 'simulator';
  const simulated = await readRun(LATEST);
  assert.deepEqual([simulated.simulated, simulated.points[0].value], [true, 900]);
  api.state.dataOrigin = undefined;
  assert.deepEqual(errorOf(await api.get(LATEST, key)), [404, 'not_found']);
  api.state.dataOrigin = 'market';
});

test('a run is seen from when it was published, not from when its computation began', async () => {
  const slow = await createTestApi('2026-03-30T10:30:00Z');
  const slowKey = await slow.createKey();
  await publishTestRun(slow.db, {
    issuedAt: '2026-03-30T10:05:00Z',
    publishedAt: '2026-03-30T10:15:00Z',
    firstDay: '2026-03-31',
  });
  const at = async (instant: string) => (await slow.get(`${LATEST}&as_of=${instant}`, slowKey)).status;
  assert.deepEqual([await at('2026-03-30T10:10:00Z'), await at('2026-03-30T10:15:00Z')], [404, 200]);
  const { body } = await slow.get(LATEST, slowKey);
  const { issued_at, published_at } = body as Record<string, string>;
  assert.deepEqual([issued_at, published_at], ['2026-03-30T10:05:00Z', '2026-03-30T10:15:00Z']);
  await slow.close();
});

test('as_of gives what was served at that moment, also with a plus sign that was not encoded', async () => {
  assert.equal((await readRun(`${LATEST}&as_of=2026-03-30T10:04:59Z`)).forecast_id, morningRun);
  assert.equal((await readRun(`${LATEST}&as_of=2026-03-30T10:05:00Z`)).forecast_id, noonRun);
  assert.equal((await readRun(`${LATEST}&as_of=2026-03-30T12:04:00+02:00`)).forecast_id, morningRun);
  assert.equal(
    (await readRun(`${SERIES}&date=2026-04-02&as_of=2026-03-30T09:00:00Z`)).forecast_id,
    morningRun,
  );
  assert.deepEqual(errorOf(await api.get(`${LATEST}&as_of=2026-03-30T04:00:00Z`, key)), [404, 'not_found']);
});

test('prices have two decimals and the bounds keep their order', async () => {
  const run = await readRun(`${LATEST}&as_of=2026-03-30T05:00:00Z`);
  assert.deepEqual(run.points[0], { time: '2026-03-30T22:00:00Z', value: 40, p10: 30, p90: 50 });
  assert.ok(run.points.every((point) => point.p10 <= point.value && point.value <= point.p90));
});

test('a delivery day and the same range in UTC give the same points', async () => {
  const byDay = await readRun(`${SERIES}&date=2026-03-31`);
  const byRange = await readRun(`${SERIES}&from=2026-03-30T22:00:00Z&to=2026-03-31T22:00:00Z`);
  assert.equal(byDay.points.length, 24);
  assert.deepEqual([byDay.range_start, byDay.range_end], ['2026-03-30T22:00:00Z', '2026-03-31T22:00:00Z']);
  assert.deepEqual(byRange, byDay);
});

test('a range no run covers whole is answered by the newest run with a point in it', async () => {
  const run = await readRun(`${SERIES}&from=2026-04-06T20:00:00Z&to=2026-05-01T00:00:00Z`);
  assert.equal(run.forecast_id, noonRun);
  assert.deepEqual(
    run.points.map((point) => point.time),
    ['2026-04-06T20:00:00Z', '2026-04-06T21:00:00Z'],
  );
  assert.equal(
    (await readRun(`${SERIES}&from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z`)).points.length,
    168,
  );
});

test('quarter hours are served where the run has them', async () => {
  const run = await readRun(`${SERIES}&date=2026-03-31&resolution=PT15M`);
  assert.equal(run.points.length, 96);
  assert.deepEqual(
    [run.resolution, run.points[1].time, run.points[1].value],
    ['PT15M', '2026-03-30T22:15:00Z', 50.25],
  );
  const withoutQuarters = `${LATEST}&resolution=PT15M&as_of=2026-03-30T05:00:00Z`;
  assert.deepEqual(errorOf(await api.get(withoutQuarters, key)), [404, 'not_found']);
});

test('days and ranges without a forecast are 404, however far away', async () => {
  for (const path of [
    `${SERIES}&date=2026-03-30`,
    `${SERIES}&date=2026-04-07`,
    `${SERIES}&date=0001-01-01`,
    `${SERIES}&date=9999-12-31`,
    `${SERIES}&from=9998-01-01T00:00:00Z&to=9999-01-01T00:00:00Z`,
    LATEST.replace('=da', '=ida1'),
    '/forecasts/latest?market_id=fr&product=da',
    '/forecasts/available-dates?market_id=fr',
  ]) {
    assert.deepEqual(errorOf(await api.get(path, key)), [404, 'not_found'], path);
  }
});

test('a malformed date is 400 and names the parameter', async () => {
  for (const query of [
    'date=2026-02-30',
    'date=31-03-2026',
    'date=',
    'date=2026-03-31T00:00:00Z',
    'date=2026-03-31&date=2026-04-01',
    'from=2026-03-31&to=2026-04-01T00:00:00Z',
    'from=2026-02-30T00:00:00Z&to=2026-04-01T00:00:00Z',
    'from=2026-03-31T00:00:00&to=2026-04-01T00:00:00Z',
    'date=2026-03-31&as_of=yesterday',
  ]) {
    const answer = await api.get(`${SERIES}&${query}`, key);
    assert.deepEqual(errorOf(answer), [400, 'invalid_request'], query);
  }
});

test('a wrong combination is 422 and says what to send', async () => {
  for (const [query, hint] of [
    ['', 'date=YYYY-MM-DD'],
    ['&date=2026-03-31&from=2026-03-31T00:00:00Z', 'not both'],
    ['&date=2026-03-31&from=2026-03-31T00:00:00Z&to=2026-04-01T00:00:00Z', 'not both'],
    ['&from=2026-03-31T00:00:00Z', 'together'],
    ['&to=2026-03-31T00:00:00Z', 'together'],
    ['&from=2026-03-31T00:00:00Z&to=2026-03-31T00:00:00Z', 'after'],
    ['&from=2026-03-31T02:00:00Z&to=2026-03-31T02:00:00%2B02:00', 'after'],
  ]) {
    const answer = await api.get(`${SERIES}${query}`, key);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], query);
    assert.ok(answer.text.includes(hint), `${answer.text} does not say ${hint}`);
  }
});

test('missing, mistyped and repeated values are 422 with one entry each', async () => {
  const cases: [string, string[]][] = [
    ['/forecasts/latest', ['query.market_id', 'query.product']],
    ['/forecasts/latest?market_id=es&product=dax', ['query.product']],
    ['/forecasts/latest?market_id=es&product=da&product=ida1', ['query.product']],
    [`${LATEST}&resolution=PT30M`, ['query.resolution']],
    [`${LATEST}&format=xml`, ['query.format']],
    [`/forecasts/latest?market_id=${'x'.repeat(65)}&product=da`, ['query.market_id']],
    ['/forecasts/available-dates?product=DA', ['query.product']],
  ];
  for (const [path, expected] of cases) {
    const answer = await api.get(path, key);
    assert.deepEqual(errorOf(answer), [422, 'validation_error'], path);
    assert.deepEqual(locationsOf(answer), expected, path);
  }
});

test('an unknown parameter is named with its nearest known one', async () => {
  const answer = await api.get(`${LATEST}&resolutoin=PT1H`, key);
  assert.deepEqual(errorOf(answer), [400, 'unknown_parameter']);
  assert.match(answer.text, /\\"resolutoin\\".*did you mean \\"resolution\\"/);
});

test('available dates are newest first, each with its newest run', async () => {
  const answer = await api.get('/forecasts/available-dates', key);
  const { items, total } = AvailableDates.parse(answer.body);
  assert.equal(total, 7);
  assert.deepEqual(items[0], {
    date: '2026-04-06',
    product: 'da',
    forecast_id: noonRun,
    issued_at: '2026-03-30T10:05:00Z',
    hours: 24,
  });
  assert.deepEqual(
    items.map((item) => item.date),
    items
      .map((item) => item.date)
      .sort()
      .reverse(),
  );
  assert.deepEqual((await api.get('/forecasts/available-dates?product=ida3', key)).body, {
    items: [],
    total: 0,
    simulated: false,
  });
});

test('CSV comes by Accept or by format and names the zone and the units', async () => {
  const byFormat = await api.get(`${SERIES}&date=2026-03-31&format=csv`, key);
  const byAccept = await api.get(`${SERIES}&date=2026-03-31`, key, { accept: 'text/csv, */*;q=0.1' });
  assert.equal(byFormat.status, 200);
  assert.match(byFormat.headers['content-type'], /^text\/csv; charset=utf-8/);
  assert.equal(byAccept.text, byFormat.text);
  const lines = byFormat.text.split('\r\n');
  assert.equal(lines.length, 24 + 2);
  assert.equal(
    lines[0],
    'time (UTC),start (Europe/Madrid),value (EUR/MWh),p10 (EUR/MWh),p90 (EUR/MWh),beyond_cleared,model_version,simulated',
  );
  assert.equal(lines[1], '2026-03-30T22:00:00Z,2026-03-31T00:00:00+02:00,50,40,60,,da-2026.03.1,false');
  assert.match(
    byFormat.headers['content-disposition'],
    /^inline; filename="lonja-forecast-da-2026-03-31-run-\d{8}T\d{6}Z\.csv"$/,
  );
  const latest = await api.get('/forecasts/latest?market_id=es&product=da&format=csv', key);
  assert.match(
    latest.headers['content-disposition'],
    /^inline; filename="lonja-forecast-da-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}-run-\d{8}T\d{6}Z\.csv"$/,
  );
  const spanish = await api.get(`${SERIES}&date=2026-03-31&format=csv&locale=es`, key);
  const [, first] = spanish.text.split('\r\n');
  assert.equal(first, '2026-03-30 22:00:00;2026-03-31 00:00:00;50;40;60;;da-2026.03.1;false');
  assert.equal(spanish.text.codePointAt(0), 0xfeff);
  const json = await api.get(`${SERIES}&date=2026-03-31&format=json`, key, { accept: 'text/csv' });
  assert.equal(ForecastRunRecord.parse(json.body).points.length, 24);
});

function locationsOf(answer: Answer): string[] {
  return [...answer.text.matchAll(/"loc":\[([^\]]*)\]/g)].map(([, loc]) =>
    loc.replaceAll('"', '').replaceAll(',', '.'),
  );
}
