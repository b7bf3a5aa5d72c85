import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishTestRun, storeTestHours, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { runHere } from './run-in-process.ts';

const api = await createTestApi('2026-03-31T15:00:00Z');
let variables: Record<string, string> = {};
before(async () => {
  const server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  variables = { LONJA_SERVER: server, LONJA_API_KEY: await api.createKey() };
  for (const day of ['2026-03-29', '2026-03-30'])
    await storeTestPrices(api.db, { day, level: 50, availableAt: '2026-03-28T12:00:00Z' });
  for (const [issuedAt, level] of [
    ['2026-03-29T04:05:00Z', 60],
    ['2026-03-29T09:40:00Z', 54],
    ['2026-03-29T10:05:00Z', 51],
  ] as const)
    await publishTestRun(api.db, { issuedAt, firstDay: '2026-03-30', level });
  await storeTestPrices(api.db, { day: '2026-03-30', level: 50, availableAt: '2026-03-29T11:00:00Z' });
  // A day with sun at noon, of which the forecast says the same.
  const shape = (hour: number) => (hour > 10 && hour < 17 ? -60 : 0);
  await storeTestHours(api.db, {
    series: 'price.da',
    unit: 'EUR/MWh',
    day: '2026-03-31',
    availableAt: '2026-03-30T11:00:00Z',
    valueOf: (hour) => 60 + shape(hour),
  });
  const run = { firstDay: '2026-03-31', days: 1, shape, withQuarters: true };
  await publishTestRun(api.db, { ...run, issuedAt: '2026-03-30T09:40:00Z' });
});
after(() => api.close());

async function run(...args: string[]) {
  return runHere(args, { variables });
}
const ONE_DAY = ['--from', '2026-03-30', '--to', '2026-03-30'];

test('one day is measured by the run of the cutoff, which is named with the days', async () => {
  const official = await run('accuracy', ...ONE_DAY, '--cutoff', '12:05');
  assert.equal(official.code, 0, official.stderr);
  assert.match(official.stdout, /^day-ahead, 2026-03-30 to 2026-03-30, 24 hours, /);
  const gate = await run('accuracy', ...ONE_DAY, '--cutoff', 'gate');
  assert.match(gate.stdout, /the last run that one could bid with \(cutoff gate\); 1 day\.\nMAE 4\.00/);
  const morning = JSON.parse((await run('accuracy', ...ONE_DAY, '--cutoff', '06:05', '--json')).stdout);
  assert.deepEqual([morning.mae, morning.cutoff, morning.hourly_breakdown.length], [10, '06:05', 24]);
  assert.deepEqual(morning.day_counts, { asked: 1, settled: 1, counted: 1, without_forecast: 0 });
});

test('a span that is covered in part says so', async () => {
  const { stdout } = await run('accuracy', '--from', '2026-03-01', '--to', '2026-03-30', '--cutoff', 'gate');
  assert.match(stdout, /; 1 of 30 days\. Without such a forecast: 1 day with prices\.\n/);
  const grouped = await run('statistics', 'accuracy', '--from', '2026-03-01', '--to', '2026-03-30');
  assert.match(grouped.stdout, /cutoff official\); 1 of 30 days\./);
  const models = await run(
    'accuracy',
    'models',
    '--from',
    '2026-03-01',
    '--to',
    '2026-03-30',
    '--cutoff',
    'gate',
  );
  assert.match(models.stdout, /cutoff gate\); 1 of 30 days\./);
});

test('without a forecast of the kind it says which days have prices, and a wrong cutoff what is allowed', async () => {
  const none = await run('accuracy', ...ONE_DAY, '--basis', 'backtested');
  assert.deepEqual([none.code, none.stdout], [4, '']);
  assert.match(
    none.stderr,
    /with both back-tested forecasts \(cutoff official\) and prices.*The prices of 1 day are known/,
  );
  const wrong = await run('accuracy', '--cutoff', 'noon');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /--cutoff.*official, gate, or a time of day/i);
});

const SUNNY = ['--from', '2026-03-31', '--to', '2026-03-31'];

test('what a battery earned stands beside the errors, and alone with the plans that it is held against', async () => {
  const { stdout } = await run('accuracy', ...SUNNY);
  const earned =
    /^Battery of 1 MW and 2 MWh, efficiency 0.85, wear 17 EUR\/MWh, 1 day, before the gate: \d+ EUR per MW and year by the forecast, \d+ by past means \(floor\), \d+ by known prices; of the gap .* \(too few days for an interval\); of the optimum \d+\.\d %\.$/m;
  assert.match(stdout, earned);
  const { battery } = JSON.parse((await run('accuracy', ...SUNNY, '--json')).stdout);
  assert.deepEqual([battery.cutoff, battery.day_counts.counted], ['gate', 1]);
  const alone = await run('statistics', 'battery', ...SUNNY);
  assert.equal(alone.code, 0, alone.stderr);
  assert.match(alone.stdout, /^day-ahead, 2026-03-31 to 2026-03-31, EUR per MW and year\n/);
  assert.match(alone.stdout, earned);
  assert.match(alone.stdout, /\nfloor +\d+ *\nforecast +\d+ +\d+\.\d .*\noptimum +\d+/);
  const ofVersion = await run('accuracy', ...SUNNY, '--model-version', 'da-2026.03.1');
  assert.doesNotMatch(ofVersion.stdout, /Battery/);
  const none = await run('statistics', 'battery', '--from', '2026-03-01', '--to', '2026-03-02');
  assert.match(none.stdout, /no day has prices and a forecast of before the gate in every period/);
});
