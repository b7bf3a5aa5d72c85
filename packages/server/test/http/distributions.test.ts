import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rankCorrelation } from '@lonja/forecasting/metrics';
import { PriceProbabilities, ScenarioSet } from '../../src/forecasts/runs/distributions-record.ts';
import { ForecastRunRecord } from '../../src/forecasts/runs/forecasts-record.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:10:00Z');
after(() => api.close());

const DAY = 'date=2026-03-31';
const path = (route: string, query: string) => `/forecasts${route}?market_id=es&product=da&${query}`;

let key = '';
let run = '';
let oldRun = '';

before(async () => {
  key = await api.createKey();
  oldRun = await publishTestRun(api.db, {
    issuedAt: '2026-03-29T10:05:00Z',
    firstDay: '2026-03-30',
    level: -20,
  });
  run = await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:05:00Z',
    firstDay: '2026-03-31',
    level: -10,
    withQuarters: true,
    withDistributions: true,
  });
});

async function read<T>(schema: { parse: (body: unknown) => T }, of: string): Promise<T> {
  const answer = await api.get(of, key);
  assert.equal(answer.status, 200, answer.text);
  return schema.parse(answer.body);
}

test('points have the quantiles that are wanted, and p10 and p90 among them', async () => {
  for (const route of [path('/latest', ''), path('', `${DAY}&`), `/forecasts/runs/${run}?`]) {
    const { points } = await read(ForecastRunRecord, `${route}quantiles=2.5,5,10,25,90,99`);
    assert.deepEqual(points[3].quantiles, { 2.5: -18.88, 5: -18.25, 10: -17, 25: -13.25, 90: 3, 99: 5.25 });
    assert.deepEqual([points[3].p10, points[3].p90], [-17, 3]);
  }
  const plain = await read(ForecastRunRecord, path('/latest', ''));
  assert.ok(plain.points.every((point) => !('quantiles' in point)));
});

test('CSV has a column for each quantile', async () => {
  const { text } = await api.get(path('', `${DAY}&quantiles=5,95&format=csv`), key);
  const [header, first] = text.split('\r\n');
  assert.equal(
    header,
    'time (UTC),start (Europe/Madrid),value (EUR/MWh),p10 (EUR/MWh),p90 (EUR/MWh),q5 (EUR/MWh),q95 (EUR/MWh),beyond_cleared,model_version,simulated',
  );
  assert.match(first, /,-10,-20,0,-21.25,1.25,/);
});

test('a run of before distributions were stored has them from its bounds', async () => {
  const { points } = await read(ForecastRunRecord, `/forecasts/runs/${oldRun}?quantiles=10,50,75,90`);
  assert.deepEqual(points[0].quantiles, { 10: -30, 50: -20, 75: -14.74, 90: -10 });
  const paths = await read(ScenarioSet, path('/scenarios', 'date=2026-03-30&paths=20'));
  assert.deepEqual(
    [paths.forecast_id, paths.distribution, paths.dependence, paths.paths.length],
    [oldRun, 'bounds', 'assumed', 20],
  );
});

test('paths have the distribution of every period exactly and go together as past errors did', async () => {
  const set = await read(ScenarioSet, path('/scenarios', `${DAY}&paths=50`));
  assert.deepEqual([set.times.length, set.paths.length], [24, 50]);
  assert.deepEqual([set.distribution, set.dependence], ['forecast', 'past_forecasts']);
  for (const hour of [0, 7]) {
    const sorted = set.paths.map((one) => one[hour]).sort((a, b) => a - b);
    sorted.forEach((price, i) =>
      assert.ok(
        Math.abs(price - (hour - 10 + 25 * ((i + 0.5) / 50 - 0.5))) < 0.0051,
        `${hour} ${i}: ${price}`,
      ),
    );
  }
  const hour = (index: number) => set.paths.map((one) => one[index]);
  assert.ok(rankCorrelation(hour(0), hour(2)) > 0.999, 'even hours rise together');
  assert.ok(rankCorrelation(hour(0), hour(1)) < -0.95, 'odd hours fall');
});

test('the same paths on every call, whichever part of the run is asked for', async () => {
  const query = 'from=2026-03-30T22:00:00Z&to=2026-04-02T22:00:00Z&resolution=PT15M&paths=30';
  const whole = await read(ScenarioSet, path('/scenarios', query));
  const day = await read(ScenarioSet, path('/scenarios', 'date=2026-04-01&resolution=PT15M&paths=30'));
  assert.equal(day.paths[0].length, 96);
  assert.deepEqual(
    day.paths,
    whole.paths.map((one) => one.slice(96, 192)),
  );
});

test('scenarios as CSV: a row for each period, a column for each path', async () => {
  const { text, headers } = await api.get(path('/scenarios', `${DAY}&paths=3&format=csv`), key);
  const [header, ...rows] = text.trim().split('\r\n');
  assert.equal(
    header,
    'time (UTC),start (Europe/Madrid),path_1 (EUR/MWh),path_2 (EUR/MWh),path_3 (EUR/MWh),simulated',
  );
  assert.equal(rows.length, 24);
  assert.match(headers['content-disposition'], /lonja-scenarios-da-2026-03-31-run-20260330T100500Z\.csv/);
});

test('probabilities of periods are those of their distributions', async () => {
  const { points, thresholds } = await read(
    PriceProbabilities,
    path('/probabilities', `${DAY}&thresholds=-10,0,5.5,900`),
  );
  assert.deepEqual(thresholds, [-10, 0, 5.5, 900]);
  assert.deepEqual(points[0].at_most, [0.5, 0.9, 1, 1]);
  assert.deepEqual(points[12].at_most.slice(0, 2), [0.02, 0.42]);
});

test('probabilities of days and of the cheapest hours are shares of the paths', async () => {
  const answer = await read(PriceProbabilities, path('/probabilities', `${DAY}&thresholds=-15&hours=2`));
  const { paths } = await read(ScenarioSet, path('/scenarios', `${DAY}&paths=500`));
  const share = (isTrue: (prices: number[]) => boolean) => paths.filter(isTrue).length / paths.length;
  const low = (prices: number[]) => prices.map((price) => price <= -15);
  assert.equal(answer.paths, 500);
  const [day] = answer.days;
  assert.equal(day.date, '2026-03-31');
  assert.ok(Math.abs(day.any[0] - share((prices) => low(prices).some(Boolean))) <= 0.002);
  assert.ok(Math.abs(day.at_least[0] - share((prices) => low(prices).filter(Boolean).length >= 2)) <= 0.002);
  const inARow = (prices: number[]) => low(prices).some((isLow, i, all) => isLow && all[i + 1]);
  assert.ok(Math.abs(day.consecutive[0] - share(inARow)) <= 0.002);
  assert.ok(day.any[0] > day.at_least[0] && day.at_least[0] > day.consecutive[0]);
  // Prices of paths are served in cents, in which two may be equal that are not.
  const ascending = (prices: number[]) => prices.toSorted((a, b) => a - b);
  const surely = share((prices) => prices[1] < ascending(prices)[2]);
  const possibly = share((prices) => prices[1] <= ascending(prices)[1]);
  const { cheapest } = answer.points[1];
  assert.ok(
    possibly - surely < 0.02 && cheapest >= surely && cheapest <= possibly,
    `${surely} ${cheapest} ${possibly}`,
  );
  const sum = answer.points.reduce((total, point) => total + point.cheapest, 0);
  assert.ok(
    sum >= 2 && sum < 2.05,
    `two hours are among the two cheapest, or more where prices are equal; not ${sum}`,
  );
  assert.equal(answer.points[0].dearest, 0);
});

test('hours are counted in quarters where quarters are asked for', async () => {
  const answer = await read(
    PriceProbabilities,
    path('/probabilities', `${DAY}&resolution=PT15M&hours=2&thresholds=0`),
  );
  const sum = answer.points.reduce((total, point) => total + point.cheapest, 0);
  assert.equal(answer.points.length, 96);
  assert.ok(sum >= 8 && sum < 12, String(sum));
});

test('wrong input is refused in the forms of the API', async () => {
  const refused = [
    path('', `${DAY}&quantiles=0`),
    path('', `${DAY}&quantiles=5,100`),
    path('', `${DAY}&quantiles=5,99.5`),
    path('', `${DAY}&quantiles=2.55`),
    path('', `${DAY}&quantiles=25,5`),
    path('', `${DAY}&quantiles=5,,25`),
    path('', `${DAY}&quantiles=${Array.from({ length: 22 }, (_, i) => i + 1).join(',')}`),
    path('/scenarios', `${DAY}&paths=501`),
    path('/scenarios', `${DAY}&paths=0`),
    path('/scenarios', `${DAY}&paths=1.5`),
    path('/probabilities', `${DAY}&thresholds=low`),
    path('/probabilities', `${DAY}&thresholds=0,`),
    path('/probabilities', `${DAY}&thresholds=${Array.from({ length: 11 }, (_, i) => i).join(',')}`),
    path('/probabilities', `${DAY}&hours=25`),
    path('/probabilities', `${DAY}&from=2026-03-30T22:00:00Z`),
  ];
  for (const query of refused) {
    const answer = await api.get(query, key);
    assert.equal(answer.status, 422, `${query}: ${answer.text}`);
  }
  const unknown = await api.get(path('/scenarios', `${DAY}&count=5`), key);
  assert.deepEqual(errorOf(unknown), [400, 'unknown_parameter']);
  const outside = await api.get(path('/scenarios', 'date=2027-03-31'), key);
  assert.deepEqual(errorOf(outside), [404, 'not_found']);
});

test('a product outside the subscription is refused', async () => {
  const narrow = await api.createKey({ products: ['es-ida1'] });
  for (const query of [
    path('/scenarios', DAY),
    path('/probabilities', DAY),
    path('', `${DAY}&quantiles=5`),
  ]) {
    assert.equal((await api.get(query, narrow)).status, 403, query);
  }
});
