import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ForecastDifference } from '../../src/forecasts/differences/record.ts';
import { appendObservations } from '../../src/market/observations/observations.ts';
import { publishTestRun, storeTestPower } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

/** Both days of the two runs: 29 March has 23 hours. */
const EARLY = '2026-03-28T10:00:00Z';
const LATE = '2026-03-28T12:00:00Z';
const explained = (wind: number) => ({
  baseline: new Float64Array(24).fill(40),
  contributions: [
    { group: 'price', values: new Float64Array(24).fill(10) },
    { group: 'wind.forecast', values: new Float64Array(24).fill(wind) },
  ],
});
let key = '';
const runs = { early: '', late: '', later: '', intraday: '', simulated: '', resimulated: '' };

before(async () => {
  key = await api.createKey();
  const common = { days: 2, withQuarters: true };
  runs.early = await publishTestRun(api.db, {
    ...common,
    issuedAt: EARLY,
    firstDay: '2026-03-29',
    degraded: ['wind.forecast of 2026-03-29 is not available yet'],
    degradedReasons: [{ code: 'input_late', input: 'wind.forecast', day: '2026-03-29' }],
    explanation: explained(-2),
  });
  runs.late = await publishTestRun(api.db, {
    ...common,
    issuedAt: LATE,
    firstDay: '2026-03-29',
    level: 45,
    halfWidth: 8,
    version: 2,
    explanation: explained(-6),
  });
  runs.later = await publishTestRun(api.db, {
    issuedAt: '2026-03-28T14:00:00Z',
    firstDay: '2026-04-10',
    days: 1,
  });
  runs.intraday = await publishTestRun(api.db, {
    issuedAt: LATE,
    firstDay: '2026-03-29',
    days: 1,
    product: 'ida1',
  });
  runs.simulated = await publishTestRun(api.db, {
    issuedAt: LATE,
    firstDay: '2026-03-29',
    days: 1,
    dataOrigin: 'simulator',
  });
  runs.resimulated = await publishTestRun(api.db, {
    issuedAt: '2026-03-28T12:01:00Z',
    firstDay: '2026-03-29',
    days: 1,
    level: 52,
    dataOrigin: 'simulator',
  });
  const wind = { series: 'wind.forecast', day: '2026-03-29' };
  await storeTestPower(api.db, { ...wind, availableAt: '2026-03-28T09:00:00Z', megawatts: () => 8000 });
  await storeTestPower(api.db, {
    ...wind,
    availableAt: '2026-03-28T11:00:00Z',
    megawatts: (hour) => (hour === 20 ? 9700 : 8100),
  });
  await storeTestPower(api.db, {
    series: 'solar.forecast',
    day: '2026-03-29',
    availableAt: '2026-03-28T11:00:00Z',
    megawatts: () => 500,
  });
  for (const [day, availableAt, price] of [
    ['2026-03-26', '2026-03-27T18:00:00Z', 31.5],
    ['2026-03-27', '2026-03-28T11:30:00Z', 33.25],
  ] as const) {
    const start = Date.parse(`${day}T00:00:00+01:00`);
    await appendObservations(
      api.db,
      { series: 'gas.price', source: 'csv', resolution: 'P1D', unit: 'EUR/MWh' },
      {
        start: Float64Array.of(start),
        value: Float64Array.of(price),
        availableAt: Float64Array.of(Date.parse(availableAt)),
      },
    );
  }
});

const pathOf = (from: string, to: string, more = '') =>
  `/forecasts/diff?from_run=${from}&to_run=${to}${more}`;

async function read(more = ''): Promise<ForecastDifference> {
  const answer = await api.get(pathOf(runs.early, runs.late, more), key);
  assert.equal(answer.status, 200, answer.text);
  return ForecastDifference.parse(answer.body);
}

test('periods have both runs with their intervals, the short day 23 hours and 92 quarters', async () => {
  const { points, total, mean_change, mean_absolute_change, ...rest } = await read();
  assert.deepEqual([total, points.length], [23 + 24, 23 + 24]);
  assert.deepEqual(points[0], {
    time: '2026-03-28T23:00:00Z',
    from: { value: 50, p10: 40, p90: 60 },
    to: { value: 45, p10: 37, p90: 53 },
    change: -5,
    contributions: [
      { input: 'baseline', value: 0 },
      { input: 'recent_prices', value: 0 },
      { input: 'wind', value: -4 },
      { input: 'rest', value: -1 },
    ],
  });
  assert.deepEqual([mean_change, mean_absolute_change, rest.model_changed], [-5, 5, true]);
  for (const { change, contributions } of points) {
    const sum = contributions?.reduce((held, { value }) => held + value, 0) ?? Number.NaN;
    assert.ok(Math.abs(sum - change) < 0.02);
  }
  assert.deepEqual(rest.contributions[0], { input: 'wind', mean: -4, mean_absolute: 4 });
  assert.deepEqual([rest.from.forecast_id, rest.to.forecast_id], [runs.early, runs.late]);
  const quarters = await read('&date=2026-03-29&resolution=PT15M');
  assert.equal(quarters.total, 92);
});

test('inputs are compared as each run knew them, and reasons that one alone has are named', async () => {
  const { inputs, new_reasons, gone_reasons } = await read('&date=2026-03-29');
  const [load, wind, solar, gas] = inputs;
  assert.deepEqual([load.input, load.hours, load.mean_change, load.largest], ['load', 0, null, null]);
  assert.deepEqual([wind.hours, wind.mean_from], [23, 8000]);
  assert.equal(wind.mean_change, Math.round((10 * (22 * 100 + 1700)) / 23) / 10);
  assert.deepEqual(wind.largest, { time: '2026-03-29T18:00:00Z', from: 8000, to: 9700 });
  assert.deepEqual([solar.hours, solar.hours_only_to, solar.hours_only_from], [0, 23, 0]);
  assert.deepEqual(
    [gas.unit, gas.hours, gas.mean_from, gas.mean_to, gas.mean_change],
    ['EUR/MWh', 23, 31.5, 33.25, 1.75],
  );
  assert.deepEqual(new_reasons, []);
  assert.deepEqual(
    gone_reasons.map(({ code, input }) => [code, input]),
    [['input_late', 'wind.forecast']],
  );
});

test('the other way round every change has the other sign', async () => {
  const back = ForecastDifference.parse((await api.get(pathOf(runs.late, runs.early), key)).body);
  assert.deepEqual([back.mean_change, back.points[0].change], [5, 5]);
  assert.deepEqual([back.new_reasons.length, back.gone_reasons.length], [1, 0]);
});

test('CSV has a row for each period', async () => {
  const { text } = await api.get(pathOf(runs.early, runs.late, '&format=csv'), key);
  const lines = text.trimEnd().split(/\r?\n/);
  assert.equal(lines.length, 1 + 47);
  assert.equal(lines[1], '2026-03-28T23:00:00Z,2026-03-29T00:00:00+01:00,50,40,60,45,37,53,-5,false');
});

test('runs that cannot be compared are refused with what to do', async () => {
  const fault = async (from: string, to: string, more = '', credential = key) => {
    const answer = await api.get(pathOf(from, to, more), credential);
    return [...errorOf(answer), answer.text] as const;
  };
  const cases: [Awaited<ReturnType<typeof fault>>, number, RegExp][] = [
    [await fault(runs.early, runs.early), 422, /the same run; send two/],
    [await fault(runs.early, runs.intraday), 422, /of product da and to_run of ida1/],
    [await fault(runs.early, runs.simulated), 422, /simulated market/],
    [
      await fault(runs.early, runs.later),
      404,
      /no period in common; from_run covers 2026-03-29 to 2026-03-30/,
    ],
    [await fault(runs.early, runs.late, '&date=2026-04-01'), 404, /not both runs forecast 2026-04-01/],
    [await fault(runs.early, randomUUID()), 404, /GET \/forecasts\/runs lists/],
    [await fault(randomUUID(), runs.early), 404, /GET \/forecasts\/runs lists/],
    [await fault(runs.early, 'nonsense'), 404, /GET \/forecasts\/runs lists/],
    [await fault(runs.early, runs.late, '&date=soon'), 400, /YYYY-MM-DD, or yesterday, today or tomorrow/],
    [await fault(runs.early, runs.late, '', await api.createKey({ products: ['es-ida1'] })), 403, /es-da/],
  ];
  for (const [[status, , text], expected, message] of cases) {
    assert.equal(status, expected, text);
    assert.match(text, message);
  }
});

test('two runs of the simulated market are compared, and marked as simulated and as not explained', async () => {
  const answer = await api.get(pathOf(runs.simulated, runs.resimulated), key);
  assert.equal(answer.status, 200, answer.text);
  const { simulated, mean_change, total, from, to, contributions, points } = ForecastDifference.parse(
    answer.body,
  );
  assert.deepEqual([simulated, mean_change, total], [true, 2, 23]);
  assert.deepEqual([from.explained, to.explained, contributions], [false, false, []]);
  assert.ok(points.every((point) => point.contributions === null));
});

test('quarters of the day of 25 hours are compared in order, 100 of them', async () => {
  const [from, to] = await Promise.all(
    [50, 47].map((level, index) =>
      publishTestRun(api.db, {
        issuedAt: `2025-10-25T0${8 + index}:00:00Z`,
        firstDay: '2025-10-26',
        days: 1,
        level,
        withQuarters: true,
        explanation: explained(-index),
      }),
    ),
  );
  const answer = await api.get(pathOf(from, to, '&resolution=PT15M'), key);
  assert.equal(answer.status, 200, answer.text);
  const { points, from: first } = ForecastDifference.parse(answer.body);
  assert.deepEqual(
    [points.length, points[0].time, points[99].time],
    [100, '2025-10-25T22:00:00Z', '2025-10-26T22:45:00Z'],
  );
  assert.equal(first.explained, true);
  for (const { contributions } of points) {
    assert.deepEqual(
      contributions?.filter(({ input }) => ['wind', 'rest'].includes(input)),
      [
        { input: 'wind', value: -1 },
        { input: 'rest', value: -2 },
      ],
    );
  }
});
