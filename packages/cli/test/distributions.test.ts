import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, dayStart, HOUR_MS } from '@lonja/forecasting/market';
import { publishTestRun, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { runHere } from './run-in-process.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
let variables: Record<string, string> = {};
before(async () => {
  const server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  variables = { LONJA_SERVER: server, LONJA_API_KEY: await api.createKey() };
  await publishTestRun(api.db, {
    issuedAt: '2026-03-30T10:00:00Z',
    firstDay: '2026-03-30',
    days: 2,
    withQuarters: true,
  });
});
after(() => api.close());

function run(args: string[]) {
  return runHere(args, { variables });
}

async function runOk(args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return stdout;
}

test('quantiles are columns beside the bounds', async () => {
  const command = ['forecast', '--date', '2026-03-31', '--quantiles', '95,5'];
  const lines = (await runOk(command)).split('\n');
  assert.equal(lines[2], 'start                  price    p10     p90     q5     q95');
  assert.equal(lines[3], '2026-03-31 00:00 CEST  74.00  64.00   84.00  61.17   86.83');
  const [header] = (await runOk([...command, '--csv'])).split('\n');
  assert.match(
    header,
    /,p90 \(EUR\/MWh\),q5 \(EUR\/MWh\),q95 \(EUR\/MWh\),beyond_cleared,model_version,simulated$/,
  );
  assert.deepEqual((await run(['forecast', '--quantiles', '0'])).code, 2);
});

test('scenarios are paths: five in a terminal, all of them as CSV and JSON', async () => {
  const lines = (await runOk(['scenarios', '--paths', '20'])).trimEnd().split('\n');
  assert.match(lines[0], /^es-da, issued 2026-03-30 12:00 CEST by \S+, EUR\/MWh$/);
  assert.deepEqual(lines.slice(1, 3), [
    'The run has no distributions: they are laid through its bounds.',
    'Too few past forecasts: how periods go together is an assumption.',
  ]);
  assert.match(lines[4], /^start +path 1 +path 2 +path 3 +path 4 +path 5$/);
  assert.equal(lines.filter((line) => line.startsWith('2026-03-31 ')).length, 24);
  assert.equal(lines.at(-1), '5 of 20 paths; --csv and --json have all.');
  const csv = (await runOk(['scenarios', '--paths', '20', '--quarter-hours', '--csv'])).trimEnd().split('\n');
  assert.match(
    csv[0],
    /^time \(UTC\),start \(Europe\/Madrid\),path_1 \(EUR\/MWh\),.*,path_20 \(EUR\/MWh\),simulated$/,
  );
  assert.equal(csv.length, 1 + 96);
  const both = JSON.parse(await runOk(['scenarios', '--date', 'today', '--to', 'tomorrow', '--json']));
  assert.deepEqual([both.times.length, both.paths.length], [48, 100]);
  assert.equal((await run(['scenarios', '--paths', '501'])).code, 2);
});

test('spreads are to the price of the earlier auction', async () => {
  await publishTestRun(api.db, {
    product: 'ida1',
    issuedAt: '2026-03-30T10:00:00Z',
    firstDay: '2026-03-31',
    days: 1,
    level: 55,
  });
  await storeTestPrices(api.db, { day: '2026-03-31', availableAt: '2026-03-30T10:00:00Z', level: 50 });
  const lines = (await runOk(['spreads'])).trimEnd().split('\n');
  assert.match(lines[0], /^es-ida1, issued 2026-03-30 12:00 CEST by \S+, EUR\/MWh$/);
  assert.equal(lines[1], 'spread to es-da, cleared prices');
  assert.match(lines[4], /^start +forecast +da +spread +p10 +p90 +> 0$/);
  assert.match(lines[5], /^2026-03-31 00:00 CEST +55\.00 +50\.00 +5\.00 +-5\.00 +15\.00 +0\.74$/);
  const [header, first] = (await runOk(['spreads', '--csv'])).split('\n');
  assert.equal(
    header.trim(),
    'time (UTC),start (Europe/Madrid),forecast (EUR/MWh),reference_price (EUR/MWh),reference,value (EUR/MWh),p10 (EUR/MWh),p90 (EUR/MWh),probability_positive (0-1),simulated',
  );
  assert.match(first, /,55,50,cleared,5,-5,15,0\.7388,false/);
  assert.equal((await run(['spreads', '--product', 'da'])).code, 2);
});

test('probabilities are of the day, above the table, and of each hour', async () => {
  const command = ['probabilities', '--thresholds', '-10,80', '--hours', '3'];
  const lines = (await runOk(command)).trimEnd().split('\n');
  assert.match(lines[1], /^2026-03-31, -10 EUR\/MWh or less: any period 0 %, 3 h 0 %, 3 h in a row 0 %$/);
  assert.match(
    lines[2],
    /^2026-03-31, 80 EUR\/MWh or less: any period \d+ %, 3 h \d+ %, 3 h in a row \d+ %$/,
  );
  assert.match(lines[6], /^start +<= -10 +<= 80 +cheapest +dearest$/);
  assert.match(lines[7], /^2026-03-31 00:00 CEST +0\.00 +0\.78 +\d\.\d\d +\d\.\d\d$/);
  const [header] = (await runOk([...command, '--csv'])).split('\n');
  assert.equal(
    header,
    'time (UTC),start (Europe/Madrid),at_most_-10 (0-1),at_most_80 (0-1),among_3h_cheapest (0-1),among_3h_dearest (0-1),simulated',
  );
  const json = JSON.parse(await runOk([...command, '--json']));
  assert.deepEqual([json.thresholds, json.hours, json.points.length], [[-10, 80], 3, 24]);
  assert.equal((await run(['probabilities', '--thresholds', 'low'])).code, 2);
});

test('an outlook is there before the first run of an intraday auction, and says that it is none', async () => {
  const { code, stderr } = await run(['outlook', '--product', 'ida2']);
  assert.equal(code, 4);
  assert.match(stderr, /Of 91 days before 2026-03-31, 0 have prices of both es-ida2 and es-da/);
  for (let past = 40; past >= 1; past--) {
    const day = addDays('2026-03-31', -past);
    const availableAt = new Date(dayStart(day) - 6 * HOUR_MS).toISOString();
    await storeTestPrices(api.db, { day, availableAt, level: 40 });
    await storeTestPrices(api.db, { day, availableAt, level: 43, product: 'ida2' });
  }
  const lines = (await runOk(['outlook', '--product', 'ida2'])).trimEnd().split('\n');
  assert.match(
    lines[0],
    /^es-ida2 of 2026-03-31, outlook from es-da \(cleared\), .*not a forecast of the auction$/,
  );
  assert.match(lines[1], /^spreads of \d+ days, 2026-02-\d+ to 2026-03-30$/);
  assert.match(lines.join('\n'), /\n2026-03-31 00:00 CEST +(\d+)\.00 .* 3\.00 +3\.00 +3\.00 +1\.00/);
});
