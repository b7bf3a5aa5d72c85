import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { Evolution, RunList } from '../../src/forecasts/runs/runs-record.ts';
import { ForecastRunRecord } from '../../src/forecasts/runs/forecasts-record.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-31T12:00:00Z');
after(() => api.close());

let key = '';
let runs: string[] = [];
let futureRun = '';
let simulatedRun = '';

before(async () => {
  key = await api.createKey();
  const publish = (issuedAt: string, firstDay: string, level: number, rest: object = {}) =>
    publishTestRun(api.db, { issuedAt, firstDay, level, ...rest });
  runs = [
    await publish('2026-03-29T10:05:00Z', '2026-03-30', 30),
    await publish('2026-03-30T04:05:00Z', '2026-03-31', 40, { withQuarters: true }),
    await publish('2026-03-30T10:05:00Z', '2026-03-31', 50, { withQuarters: true }),
  ];
  futureRun = await publish('2026-03-31T12:00:01Z', '2026-04-01', 60);
  simulatedRun = await publish('2026-03-30T10:06:00Z', '2026-03-31', 900, { dataOrigin: 'simulator' });
  await publish('2026-03-30T12:30:00Z', '2026-03-31', 70, { product: 'ida1', days: 1 });
  await storeTestPrices(api.db, { day: '2026-03-31', level: 45, availableAt: '2026-03-30T11:00:00Z' });
});

suite('list of runs', () => {
  async function list(query: string): Promise<RunList> {
    const answer = await api.get(`/forecasts/runs?${query}`, key);
    assert.equal(answer.status, 200, answer.text);
    return RunList.parse(answer.body);
  }
  const idsOf = ({ items }: RunList) => items.map((item) => item.forecast_id);

  test('runs issued by now come newest first, with every field', async () => {
    const page = await list('');
    assert.deepEqual(idsOf(page), runs.toReversed());
    assert.deepEqual([page.total, page.page, page.page_size], [3, 1, 3]);
    assert.deepEqual(page.items[0], {
      forecast_id: runs[2],
      market_id: 'es',
      product: 'da',
      market_product_id: 'es-da',
      issued_at: '2026-03-30T10:05:00Z',
      first_date: '2026-03-31',
      last_date: '2026-04-06',
      model_version: 'da-2026.03.1',
      published_at: '2026-03-30T10:05:00Z',
      data_as_of: '2026-03-30T09:05:00Z',
      known_until: '2026-03-30T10:05:00Z',
      scheduled_for: '2026-03-30T10:05:00Z',
      trigger: 'schedule',
      before_gate: false,
      degraded: [],
      degraded_reasons: [],
      simulated: false,
    });
  });

  test('date, issued_from and as_of narrow the list down, pages divide it', async () => {
    assert.deepEqual(idsOf(await list('date=2026-03-30')), [runs[0]]);
    assert.deepEqual(idsOf(await list('issued_from=2026-03-30T04:05:00Z')), [runs[2], runs[1]]);
    assert.deepEqual(idsOf(await list('as_of=2026-03-30T10:04:59Z')), [runs[1], runs[0]]);
    const second = await list('page=2&page_size=2');
    assert.deepEqual([idsOf(second), second.total, second.page, second.page_size], [[runs[0]], 3, 2, 1]);
    assert.deepEqual((await list('page=9')).items, []);
    assert.equal((await list('date=1900-01-01')).total, 0);
    assert.equal((await list('product=ida1')).total, 1);
  });

  test('CSV has the same rows and the total in a header', async () => {
    const answer = await api.get('/forecasts/runs?format=csv&page_size=1', key);
    assert.equal(answer.headers['x-total-count'], '3');
    assert.deepEqual(answer.text.split('\r\n').slice(0, 2), [
      'forecast_id,product,issued_at (UTC),first_date (Europe/Madrid),last_date (Europe/Madrid),model_version,data_as_of (UTC),known_until (UTC),degraded,simulated,scheduled_for (UTC),trigger,before_gate',
      `${runs[2]},da,2026-03-30T10:05:00Z,2026-03-31,2026-04-06,da-2026.03.1,2026-03-30T09:05:00Z,2026-03-30T10:05:00Z,,false,2026-03-30T10:05:00Z,schedule,false`,
    ]);
  });

  test('faults are 400 for instants and days, 422 for the rest, 404 for a market', async () => {
    const codes: [string, [number, string]][] = [
      ['date=2026-02-30', [400, 'invalid_request']],
      ['issued_from=yesterday', [400, 'invalid_request']],
      ['page=0', [422, 'validation_error']],
      ['page_size=1001', [422, 'validation_error']],
      ['product=dax', [422, 'validation_error']],
      ['market_id=fr', [404, 'not_found']],
    ];
    for (const [query, code] of codes) {
      assert.deepEqual(errorOf(await api.get(`/forecasts/runs?${query}`, key)), code, query);
    }
  });
});

suite('one run', () => {
  test('is the same record as the latest run, at either resolution', async () => {
    for (const resolution of ['PT1H', 'PT15M']) {
      const answer = await api.get(`/forecasts/runs/${runs[2]}?resolution=${resolution}`, key);
      const latest = await api.get(`/forecasts/latest?market_id=es&product=da&resolution=${resolution}`, key);
      assert.deepEqual(ForecastRunRecord.parse(answer.body), latest.body);
    }
    const csv = await api.get(`/forecasts/runs/${runs[0]}?format=csv`, key);
    assert.equal(csv.text.split('\r\n').length, 1 + 7 * 24 + 1);
  });

  test('of the simulator says so', async () => {
    const answer = await api.get(`/forecasts/runs/${simulatedRun}`, key);
    assert.equal(ForecastRunRecord.parse(answer.body).simulated, true);
  });

  test('404 for an id that is not there, not an id, not issued yet, or without such points', async () => {
    for (const path of [randomUUID(), 'x', '%00', futureRun, `${runs[0]}?resolution=PT15M`]) {
      assert.deepEqual(errorOf(await api.get(`/forecasts/runs/${path}`, key)), [404, 'not_found'], path);
    }
  });

  test('403 for a run outside the subscription', async () => {
    const narrow = await api.createKey({ products: ['es-ida1'] });
    assert.deepEqual(errorOf(await api.get(`/forecasts/runs/${runs[0]}`, narrow)), [
      403,
      'insufficient_scope',
    ]);
  });
});

suite('evolution', () => {
  test('shows one hour over successive runs, oldest first, with the price that cleared', async () => {
    const answer = await api.get('/forecasts/evolution?delivery=2026-03-31T20:15:00%2B02:00', key);
    const { items, ...rest } = Evolution.parse(answer.body);
    assert.deepEqual(rest, {
      market_id: 'es',
      product: 'da',
      market_product_id: 'es-da',
      delivery: '2026-03-31T18:00:00Z',
      resolution: 'PT1H',
      unit: 'EUR/MWh',
      price: 65,
      total: 3,
      simulated: false,
    });
    assert.deepEqual(
      items.map((item) => [item.forecast_id, item.value, item.p10, item.p90]),
      [
        [runs[0], 74, 64, 84],
        [runs[1], 60, 50, 70],
        [runs[2], 70, 60, 80],
      ],
    );
  });

  test('as_of hides later runs and a price that was not public', async () => {
    const answer = await api.get(
      '/forecasts/evolution?delivery=2026-03-31T18:00:00Z&as_of=2026-03-30T10:04:00Z',
      key,
    );
    const { items, price } = Evolution.parse(answer.body);
    assert.deepEqual([items.length, price], [2, null]);
  });

  test('quarter hours come from the runs that have them', async () => {
    const path = '/forecasts/evolution?delivery=2026-03-31T18:20:00Z&resolution=PT15M';
    const { items, delivery, price } = Evolution.parse((await api.get(path, key)).body);
    assert.deepEqual([delivery, price, items.length], ['2026-03-31T18:15:00Z', 65, 2]);
    const csv = await api.get(`${path}&format=csv`, key);
    assert.equal(csv.text.split('\r\n').length, 4);
  });

  test('400 without a readable delivery, 404 where no run covers it', async () => {
    for (const [query, code] of [
      ['', [400, 'invalid_request']],
      ['delivery=2026-03-31', [400, 'invalid_request']],
      ['delivery=2026-03-29T18:00:00Z', [404, 'not_found']],
      ['delivery=1960-03-29T18:00:01Z', [404, 'not_found']],
      ['delivery=2026-03-31T18:00:00Z&product=ida2', [404, 'not_found']],
    ] as const) {
      assert.deepEqual(errorOf(await api.get(`/forecasts/evolution?${query}`, key)), code, query);
    }
  });
});

test('available dates come as CSV too', async () => {
  const answer = await api.get('/forecasts/available-dates?format=csv', key);
  assert.deepEqual(answer.text.split('\r\n').slice(0, 2), [
    'date (Europe/Madrid),product,forecast_id,issued_at (UTC),hours,simulated',
    `2026-04-06,da,${runs[2]},2026-03-30T10:05:00Z,24,false`,
  ]);
});

test('reasons of a weaker run come as data beside the sentences; of older runs the sentences alone', async () => {
  const issuedAt = '2026-03-29T04:05:00Z';
  const old = await publishTestRun(api.db, { issuedAt, firstDay: '2026-03-30', degraded: ['an old reason'] });
  const run = await publishTestRun(api.db, {
    issuedAt: '2026-03-29T04:06:00Z',
    firstDay: '2026-03-30',
    degraded: ["wind.forecast of 2026-03-30 is not available yet; the service's own forecast stands in"],
    degradedReasons: [
      { code: 'input_late', input: 'wind.forecast', day: '2026-03-30', standIn: 'own_forecast' },
    ],
  });
  const reasonsOf = async (id: string) => {
    const answer = await api.get(`/forecasts/runs/${id}`, key);
    const { degraded, degraded_reasons: reasons } = ForecastRunRecord.parse(answer.body);
    assert.deepEqual(
      degraded,
      reasons.map(({ text }) => text),
    );
    return reasons.map(({ text: _text, ...reason }) => reason);
  };
  const nothing = { input: null, day: null, stand_in: null, known: null, wanted: null };
  assert.deepEqual(await reasonsOf(run), [
    { ...nothing, code: 'input_late', input: 'wind.forecast', day: '2026-03-30', stand_in: 'own_forecast' },
  ]);
  assert.deepEqual(await reasonsOf(old), [{ ...nothing, code: 'other' }]);
  // So do its event and what it said of an hour.
  const { body } = await api.get('/forecasts/evolution?delivery=2026-03-30T10:00:00Z', key);
  const { items } = Evolution.parse(body);
  const codesOf = (id: string) => items.find(({ forecast_id }) => forecast_id === id)?.degraded_reasons;
  assert.deepEqual(
    [old, run].map((id) => codesOf(id)?.map(({ code, text }) => [code, text])),
    [
      [['other', 'an old reason']],
      [
        [
          'input_late',
          "wind.forecast of 2026-03-30 is not available yet; the service's own forecast stands in",
        ],
      ],
    ],
  );
  const event = await api.db
    .selectFrom('event')
    .select('body')
    .where('body', 'like', `%"forecast_id":"${run}"%`)
    .executeTakeFirstOrThrow();
  const { data }: { data: { degraded_reasons: unknown } } = JSON.parse(event.body);
  assert.deepEqual(data.degraded_reasons, codesOf(run));
});
