import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { addDays, dayRange } from '@lonja/forecasting/market';
import { ScenarioSet } from '../../src/forecasts/runs/distributions-record.ts';
import { DashboardSummary } from '../../src/desk/dashboard/dashboard-summary-schemas.ts';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

/** 14:05 in Madrid on the day before the clock goes forward. */
const NOW = '2026-03-28T13:05:40Z';
const api = await createTestApi(NOW);
after(() => api.close());

let key = '';
let runs: Record<'today' | 'morning' | 'noon' | 'ida1', string>;

before(async () => {
  key = await api.createKey();
  const publish = (issuedAt: string, firstDay: string, rest: object = {}) =>
    publishTestRun(api.db, { issuedAt, firstDay, days: 2, ...rest });
  for (const day of dayRange('2026-03-17', '2026-03-26')) {
    await storeTestPrices(api.db, { day, level: 48, availableAt: `${addDays(day, -1)}T12:00:00Z` });
    await publish(`${addDays(day, -1)}T09:05:00Z`, day, { days: 1 });
  }
  for (const [day, level] of [
    ['2026-03-10', 40],
    ['2026-03-28', 45],
    ['2026-03-29', -5],
  ] as const) {
    await storeTestPrices(api.db, { day, level, availableAt: `${addDays(day, -1)}T12:00:00Z` });
  }
  runs = {
    today: await publish('2026-03-27T11:05:00Z', '2026-03-28', { level: 51 }),
    morning: await publish('2026-03-28T05:05:00Z', '2026-03-29', { level: 5 }),
    noon: await publish('2026-03-28T11:05:00Z', '2026-03-29', {
      level: 2,
      withQuarters: true,
      withDistributions: true,
    }),
    ida1: await publish('2026-03-28T12:30:00Z', '2026-03-29', { product: 'ida1', days: 1, level: 7 }),
  };
  await publish('2026-03-28T13:05:41Z', '2026-03-29', { level: 99 });
});

async function summaryOf(query = '', token = key): Promise<DashboardSummary> {
  const answer = await api.get(`/dashboard/summary${query}`, token);
  assert.equal(answer.status, 200, answer.text);
  return DashboardSummary.parse(answer.body);
}

suite('the summary of tomorrow', () => {
  test('says which days it is of, with the bounds of a day of 23 hours', async () => {
    const { date, now, days, simulated } = await summaryOf();
    assert.deepEqual([date, now, simulated], ['2026-03-29', '2026-03-28T13:05:00Z', false]);
    assert.deepEqual(days, [
      { date: '2026-03-28', starts_at: '2026-03-27T23:00:00Z', ends_at: '2026-03-28T23:00:00Z', hours: 24 },
      { date: '2026-03-29', starts_at: '2026-03-28T23:00:00Z', ends_at: '2026-03-29T22:00:00Z', hours: 23 },
    ]);
    const { days: autumn } = await summaryOf('?date=2026-10-25');
    assert.equal(autumn[1].hours, 25);
  });

  test('shows the newest run of each day beside prices, with the change against the run before', async () => {
    const { products } = await summaryOf();
    assert.deepEqual(
      products.map(({ product, session }) => [product, session]),
      [
        ['da', null],
        ['ida1', 1],
        ['ida2', 2],
        ['ida3', 3],
      ],
    );
    const [today, tomorrow] = products[0].days;
    assert.deepEqual([today.run?.forecast_id, today.previous_run], [runs.today, null]);
    assert.ok(today.points.every(({ change }) => change === null));
    assert.deepEqual(
      [tomorrow.run?.forecast_id, tomorrow.previous_run?.forecast_id],
      [runs.noon, runs.morning],
    );
    assert.equal(tomorrow.points.length, 23);
    assert.deepEqual(tomorrow.points[2], {
      time: '2026-03-29T01:00:00Z',
      hour: 3,
      value: 4,
      p10: -6,
      p90: 14,
      change: -3,
      quantiles: { '2.5': -7.88, 25: -2.25, 75: 10.25, '97.5': 15.88 },
      probabilities: { ...tomorrow.points[2].probabilities, below_zero: 0.3396 },
    });
    assert.deepEqual(tomorrow.prices[2], { time: '2026-03-29T01:00:00Z', hour: 3, value: -3 });
    assert.deepEqual(tomorrow.change, {
      hours: 23,
      mean: -3,
      mean_absolute: 3,
      largest: { time: '2026-03-28T23:00:00Z', hour: 0, value: -3 },
      largest_bound: { time: '2026-03-28T23:00:00Z', hour: 0, value: -3 },
    });
  });

  test('gives figures of prices where they have cleared and of the forecast where they have not', async () => {
    const { products } = await summaryOf();
    const { figures } = products[0].days[1];
    assert.deepEqual(
      [figures?.basis, figures?.base, figures?.peak, figures?.spread, figures?.negative_hours],
      ['price', 6, null, 22, 5],
    );
    assert.equal(figures?.possibly_negative_hours, 8);
    assert.deepEqual(
      figures?.dearest.map(({ hour, value }) => [hour, value]),
      [
        [23, 17],
        [22, 16],
        [21, 15],
      ],
    );
    const intraday = products[1].days[1];
    assert.deepEqual([intraday.run?.forecast_id, intraday.figures?.basis], [runs.ida1, 'forecast']);
    assert.equal(intraday.figures?.cheapest[0].value, 7);
    assert.deepEqual([products[2].days[1].run, products[2].days[1].figures], [null, null]);
  });

  test('gives the ranges of figures and the probabilities of hours that the paths of the run have', async () => {
    const { products } = await summaryOf();
    const [today, tomorrow] = products[0].days;
    const answer = await api.get(
      '/forecasts/scenarios?market_id=es&product=da&date=2026-03-29&paths=500',
      key,
    );
    const { paths } = ScenarioSet.parse(answer.body);
    const rangeOf = (figure: (path: number[]) => number) => {
      const rising = paths.map(figure).sort((a, b) => a - b);
      return [(rising[49] + rising[50]) / 2, (rising[449] + rising[450]) / 2];
    };
    const lowest = (path: number[]) => Math.min(...path);
    const highest = (path: number[]) => Math.max(...path);
    for (const [name, figure] of [
      ['base', (path: number[]) => path.reduce((sum, price) => sum + price, 0) / path.length],
      ['lowest', lowest],
      ['highest', highest],
      ['spread', (path: number[]) => highest(path) - lowest(path)],
    ] as const) {
      const { p10 = NaN, p90 = NaN } = tomorrow.outlook?.[name] ?? {};
      const [low, high] = rangeOf(figure);
      assert.ok(Math.abs(p10 - low) < 0.02 && Math.abs(p90 - high) < 0.02, `${name}: ${p10} ${p90}`);
    }
    const negative = paths.filter((path) => path.some((price) => price < 0)).length;
    assert.equal(tomorrow.outlook?.any_below_zero, negative / 500);
    tomorrow.points.forEach(({ probabilities }, hour) => {
      const among = paths.filter((path) => path[hour] <= path.toSorted((a, b) => a - b)[2]).length / 500;
      assert.ok(Math.abs((probabilities?.cheapest ?? NaN) - among) < 0.02, `hour ${hour}`);
    });
    assert.ok((tomorrow.points[22].probabilities?.dearest ?? 0) > 0.3);
    assert.equal(tomorrow.points[0].probabilities?.dearest, 0);
    assert.ok(
      today.outlook !== null,
      'a run of before distributions were stored has a range from its bounds',
    );
    assert.equal(products[2].days[1].outlook, null);
  });

  test('is of quarter hours where they are asked for, and counts them as quarters of hours', async () => {
    const { resolution, products } = await summaryOf('?resolution=PT15M');
    const [, tomorrow] = products[0].days;
    assert.equal(resolution, 'PT15M');
    assert.deepEqual([tomorrow.points.length, tomorrow.prices.length], [92, 92]);
    assert.deepEqual(
      tomorrow.points.slice(0, 5).map(({ time, value }) => [time, value]),
      [
        ['2026-03-28T23:00:00Z', 2],
        ['2026-03-28T23:15:00Z', 2.25],
        ['2026-03-28T23:30:00Z', 2.5],
        ['2026-03-28T23:45:00Z', 2.75],
        ['2026-03-29T00:00:00Z', 3],
      ],
    );
    const { figures, outlook } = tomorrow;
    // The market cleared this day in hours: each of its quarters has the price of its hour.
    assert.deepEqual([figures?.basis, figures?.base, figures?.negative_hours], ['price', 6, 5]);
    assert.equal(figures?.possibly_negative_hours, tomorrow.points.filter(({ p10 }) => p10 < 0).length / 4);
    const path = '/forecasts/scenarios?market_id=es&product=da&date=2026-03-29&resolution=PT15M&paths=500';
    const { paths } = ScenarioSet.parse((await api.get(path, key)).body);
    const negative = paths.filter((prices) => prices.some((price) => price < 0)).length;
    assert.ok(Math.abs((outlook?.any_below_zero ?? NaN) - negative / 500) <= 0.002);
    const among = tomorrow.points.reduce(
      (sum, { probabilities }) => sum + (probabilities?.cheapest ?? NaN),
      0,
    );
    assert.ok(
      among >= 3 && among < 12,
      `three quarters are the cheapest, or more where prices are equal: ${among}`,
    );
  });

  test('says when the first run of the day comes', async () => {
    const { products } = await summaryOf('?date=2026-04-10');
    assert.deepEqual(
      products.map(({ days }) => days[1].first_run_at),
      ['2026-04-03T04:05:00Z', '2026-04-09T11:30:00Z', '2026-04-09T18:30:00Z', '2026-04-10T06:30:00Z'],
    );
  });

  test('says when gates close, when runs come and what is published', async () => {
    const { products, freshness } = await summaryOf();
    assert.deepEqual(
      products.map(({ next_gate: gate, next_run_at }) => [gate.date, gate.closes_at, next_run_at]),
      [
        ['2026-03-30', '2026-03-29T10:00:00Z', '2026-03-29T04:05:00Z'],
        ['2026-03-29', '2026-03-28T14:00:00Z', '2026-03-28T13:30:00Z'],
        ['2026-03-29', '2026-03-28T21:00:00Z', '2026-03-28T19:30:00Z'],
        ['2026-03-29', '2026-03-29T08:00:00Z', '2026-03-29T06:30:00Z'],
      ],
    );
    const [, tomorrow] = products[0].days;
    assert.equal(tomorrow.gate_closes_at, '2026-03-28T11:00:00Z');
    assert.equal(tomorrow.prices_published_at, '2026-03-28T12:00:00Z');
    assert.deepEqual(freshness, {
      simulated: false,
      degraded: [],
      degraded_reasons: [],
      late_products: ['da', 'ida2', 'ida3'],
      next_run: { product: 'ida1', at: '2026-03-28T13:30:00Z' },
      data: 'ok',
      late_sources: [],
    });
  });

  test('of Portugal runs of all auctions are awaited', async () => {
    const { market_id, products, freshness } = await summaryOf('?market_id=pt');
    assert.deepEqual([market_id, products.length], ['pt', 4]);
    assert.deepEqual(freshness.late_products, ['da', 'ida1', 'ida2', 'ida3']);
    assert.equal(freshness.next_run?.product, 'ida1');
  });

  test('measures the last thirty days against the price a week before', async () => {
    const { products } = await summaryOf();
    assert.deepEqual(products[0].accuracy, {
      date_from: '2026-02-27',
      date_to: '2026-03-28',
      n_observations: 11 * 24,
      days: 11,
      mae: 2.36,
      naive_mae: 2.2,
      skill: -27.27,
      coverage: 100,
      cutoff: 'official',
      day_counts: { asked: 30, settled: 12, counted: 11, without_forecast: 1 },
      provisional: false,
    });
    assert.deepEqual(products[1].at_gate, { accuracy: null, backtested: null });
    assert.equal(products[1].accuracy, null);
  });

  test('of a day without anything there is still an answer, of one that cannot be there is not', async () => {
    const { products } = await summaryOf('?date=2026-06-15');
    assert.deepEqual(products[0].days[1].points, []);
    assert.equal(products[0].days[1].figures, null);
    const missing = await api.get('/dashboard/summary?date=0001-01-01', key);
    assert.deepEqual(errorOf(missing), [404, 'not_found']);
    const malformed = await api.get('/dashboard/summary?date=2026-02-30', key);
    assert.deepEqual(errorOf(malformed), [400, 'invalid_request']);
  });
});

suite('one summary for all', () => {
  test('tenants of the same subscription get the same bytes, others their own products', async () => {
    const first = await api.get('/dashboard/summary', key);
    const second = await api.get('/dashboard/summary', await api.createKey());
    assert.deepEqual([second.text, second.headers['etag']], [first.text, first.headers['etag']]);
    const two = await api.createKey({ products: ['es-ida1', 'es-da'] });
    const other = await api.createKey({ products: ['es-da', 'es-ida1'] });
    for (const token of [two, other, two]) {
      const { products } = await summaryOf('', token);
      assert.deepEqual(
        products.map(({ product }) => product),
        ['da', 'ida1'],
      );
    }
    const none = await summaryOf('', await api.createKey({ products: [] }));
    assert.deepEqual([none.products, none.freshness.next_run], [[], null]);
    assert.equal((await api.get('/dashboard/summary', key)).text, first.text);
  });

  test('an unchanged summary is 304 within its minute', async () => {
    const { headers } = await api.get('/dashboard/summary', key);
    const again = await api.get('/dashboard/summary', key, { 'if-none-match': headers['etag'] });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  test('a run that lands is in the very next summary of every process', async () => {
    const other = await api.addProcess();
    const readAll = () =>
      Promise.all(
        [api.app, other].map(async (app) => {
          const url = '/api/v1/dashboard/summary';
          const answer = await app.inject({ url, headers: { authorization: `Bearer ${key}` } });
          return DashboardSummary.parse(answer.json()).products[2].days[1].run?.forecast_id;
        }),
      );
    await readAll();
    for (let i = 0; i < 10; i++) {
      const run = await publishTestRun(api.db, {
        product: 'ida2',
        issuedAt: new Date(Date.parse('2026-03-28T13:05:00Z') + i * 1000).toISOString(),
        firstDay: '2026-03-29',
        days: 1,
      });
      assert.deepEqual(await readAll(), [run, run]);
    }
  });

  test('the passing of a minute moves now, and a gate that closes is behind', async () => {
    api.clock.set(Date.parse('2026-03-28T14:00:00Z'));
    const { now, products } = await summaryOf();
    assert.equal(now, '2026-03-28T14:00:00Z');
    assert.deepEqual(products[1].next_gate, { date: '2026-03-30', closes_at: '2026-03-29T13:00:00Z' });
  });
});

test('of a past day the run that is scored is shown, beside the newest one before it that said otherwise', async () => {
  const fresh = await createTestApi('2026-03-30T18:00:00Z');
  try {
    const { token } = await fresh.createSession();
    const publish = (issuedAt: string, level: number) =>
      publishTestRun(fresh.db, { issuedAt, firstDay: '2026-03-30', level });
    const yesterday = await publish('2026-03-28T10:05:00Z', 35);
    const morning = await publish('2026-03-28T23:05:00Z', 45);
    const earlier = await publish('2026-03-29T04:05:00Z', 40);
    await publish('2026-03-29T09:05:00Z', 50);
    const scored = await publish('2026-03-29T10:05:00Z', 50);
    const late = await publish('2026-03-29T15:05:00Z', 70);
    await storeTestPrices(fresh.db, { day: '2026-03-30', availableAt: '2026-03-29T11:00:00Z' });
    const read = async (date: string, compare = ''): Promise<DashboardSummary> =>
      JSON.parse((await fresh.get(`/dashboard/summary?date=${date}${compare}`, token)).text);
    const [, day] = (await read('2026-03-30')).products[0].days;
    assert.deepEqual([day.run?.forecast_id, day.previous_run?.forecast_id], [scored, earlier]);
    assert.equal(day.change?.mean, 10);
    for (const [compare, run, change] of [
      ['previous', earlier, 10],
      // The first run of the day of the run, which begins at 23:00 UTC.
      ['morning', morning, 5],
      ['yesterday', yesterday, 15],
    ]) {
      const summary = await read('2026-03-30', `&compare=${compare}`);
      const [, compared] = summary.products[0].days;
      assert.deepEqual(
        [compared.previous_run?.forecast_id, compared.change?.mean, compared.points[0].change],
        [run, change, change],
      );
    }
    const [, nothing] = (await read('2026-03-30', '&compare=yesterday')).products[1].days;
    assert.deepEqual([nothing.previous_run, nothing.change], [null, null]);
    const refused = await fresh.get('/dashboard/summary?compare=tomorrow', token);
    assert.equal(refused.status, 422);
    const [, ahead] = (await read('2026-04-01')).products[0].days;
    assert.deepEqual([ahead.run?.forecast_id, ahead.previous_run?.forecast_id], [late, scored]);
  } finally {
    await fresh.close();
  }
});

test('a run that differs in its bounds alone is the previous one, and what of it differs is said', async () => {
  const fresh = await createTestApi('2026-03-29T10:30:00Z');
  try {
    const { token } = await fresh.createSession();
    const publish = (issuedAt: string, halfWidth: number) =>
      publishTestRun(fresh.db, { issuedAt, firstDay: '2026-03-30', halfWidth });
    const wide = await publish('2026-03-29T04:05:00Z', 14);
    await publish('2026-03-29T08:30:00Z', 11);
    const shown = await publish('2026-03-29T09:40:00Z', 11);
    const reply = await fresh.get('/dashboard/summary?date=2026-03-30', token);
    const [, day] = DashboardSummary.parse(reply.body).products[0].days;
    assert.deepEqual([day.run?.forecast_id, day.previous_run?.forecast_id], [shown, wide]);
    assert.deepEqual([day.change?.mean_absolute, day.change?.largest_bound.value], [0, 3]);
    const chart = await fresh.get(
      '/dashboard/charts/prices?date_from=2026-03-30&date_to=2026-03-30&products=da&compare=previous',
      token,
    );
    assert.match(chart.text, new RegExp(wide));
  } finally {
    await fresh.close();
  }
});

test('the median of each figure of a day lies within its own interval, as those of point forecasts need not', async () => {
  const fresh = await createTestApi('2026-03-29T10:30:00Z');
  try {
    const { token } = await fresh.createSession();
    await publishTestRun(fresh.db, {
      issuedAt: '2026-03-29T10:05:00Z',
      firstDay: '2026-03-30',
      withDistributions: true,
      withQuarters: true,
    });
    for (const resolution of ['PT1H', 'PT15M']) {
      const reply = await fresh.get(`/dashboard/summary?date=2026-03-30&resolution=${resolution}`, token);
      const [, { outlook, figures }] = DashboardSummary.parse(reply.body).products[0].days;
      assert.ok(outlook !== null && figures !== null);
      for (const name of ['base', 'lowest', 'highest', 'spread'] as const) {
        const { value, p10, p90 } = outlook[name];
        assert.ok(p10 <= value && value <= p90, `${name}: ${p10} ${value} ${p90}`);
      }
      // Points rise by 23 over the day; errors of up to 12.5 each way widen the spread.
      assert.ok(outlook.spread.value > figures.spread, `${outlook.spread.value} ${figures.spread}`);
      assert.ok(outlook.lowest.value < figures.cheapest[0].value);
      assert.ok(outlook.highest.value > figures.dearest[0].value);
    }
  } finally {
    await fresh.close();
  }
});
