import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { publishTestRun, storeTestPrices } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { runHere } from './run-in-process.ts';

/** The day before that of 25 hours. */
const api = await createTestApi('2026-10-24T10:05:00Z');
let variables: Record<string, string> = {};
before(async () => {
  const server = await api.app.listen({ port: 0, host: '127.0.0.1' });
  variables = { LONJA_SERVER: server, LONJA_API_KEY: await api.createKey() };
  for (const [issuedAt, firstDay] of [
    ['2026-10-23T10:05:00Z', '2026-10-24'],
    ['2026-10-24T10:04:00Z', '2026-10-25'],
  ] as const) {
    const of = { issuedAt, firstDay, days: 1, withQuarters: true, withDistributions: true };
    const spreadTo = await publishTestRun(api.db, { ...of, level: 50 });
    await publishTestRun(api.db, { ...of, product: 'pt-da', level: 53, spreadTo });
  }
  const known = { day: '2026-10-24', availableAt: '2026-10-23T11:00:00Z' };
  await storeTestPrices(api.db, { ...known, level: 48 });
  await storeTestPrices(api.db, { ...known, product: 'pt-da', level: 55 });
});
after(() => api.close());

async function run(...args: string[]) {
  return runHere(args, { variables });
}

async function runOk(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return stdout;
}

test('prices, forecasts and errors are those of the market that is asked for', async () => {
  const prices = ['prices', '--date', '2026-10-24'];
  assert.match(await runOk(...prices), /^day-ahead, .*\n\n?start +price\n2026-10-24 00:00 CEST +48\.00\n/);
  const portugal = [...prices, '--market-id', 'pt'];
  assert.match(
    await runOk(...portugal),
    /^pt day-ahead, .*\n\n?start +price\n2026-10-24 00:00 CEST +55\.00\n/,
  );
  const [header, first] = (await runOk(...portugal, '--csv')).split('\n');
  assert.match(header, /,market_id$/);
  assert.match(first, /,pt$/);
  const forecast = (await runOk('forecast', '--market-id', 'pt', '--date', 'tomorrow')).trimEnd().split('\n');
  assert.match(forecast[0], /^pt-da, issued 2026-10-24 12:04 CEST /);
  assert.equal(forecast.filter((line) => line.startsWith('2026-10-25 ')).length, 25);
  assert.match(forecast.join('\n'), /2026-10-25 02:00 CEST +55\.00.*\n2026-10-25 02:00 CET +56\.00/);
  const day = ['--from', '2026-10-23', '--to', '2026-10-24', '--market-id', 'pt'];
  assert.match(await runOk('accuracy', ...day), /^pt day-ahead, .*\n.*\nMAE 2\.00/);
  assert.match(await runOk('accuracy', 'models', ...day), /^pt day-ahead, /);
  assert.match(await runOk('statistics', 'accuracy', ...day), /^pt day-ahead, /);
  assert.match(await runOk('statistics', 'prices', ...day), /\n2026-10-24 +24 +66\.50/);
  const runs = JSON.parse(await runOk('runs', '--market-id', 'pt', '--json'));
  assert.deepEqual(
    runs.items.map(({ market_product_id: name }: { market_product_id: string }) => name),
    ['pt-da', 'pt-da'],
  );
  assert.match(await runOk('probe', '--market-id', 'pt', '--slow', '60'), /pt-da of 2026-10-24T10:04:00Z/);
  assert.match(await runOk('timetable', '--market-id', 'pt'), /^product .*\nda /);
});

test('how Portugal differs from Spain is shown hour by hour, the repeated one too', async () => {
  const lines = (await runOk('zone-spreads')).trimEnd().split('\n');
  assert.match(lines[0], /^pt-da, issued 2026-10-24 12:04 CEST by \S+, EUR\/MWh$/);
  assert.equal(lines[1], 'spread to es-da');
  const rows = lines.filter((line) => line.startsWith('2026-10-25 '));
  assert.equal(rows.length, 25);
  assert.match(rows[3], /^2026-10-25 02:00 CET +0\.30 +0\.10 +0\.20 +0\.50 +/);
  assert.equal((await runOk('zone-spreads', '--quarter-hours', '--csv')).trimEnd().split('\n').length, 101);
  assert.equal((await run('zone-spreads', '--market-id', 'es')).code, 2);
});

test('events are those of the market that is named, or of all', async () => {
  const eventsOf = async (...market: string[]) =>
    (await runOk('events', '--event', 'forecast.published', ...market)).trimEnd().split('\n').slice(1);
  assert.equal((await eventsOf()).filter((line) => line.endsWith(' pt-da')).length, 0);
  assert.equal((await eventsOf('--market-id', 'pt')).filter((line) => line.endsWith(' pt-da')).length, 2);
  assert.equal((await eventsOf('--market-id', 'all')).length, 4);
  const first = JSON.parse(await runOk('events', '--limit', '1', '--json')).items[0].id;
  const heard = await run('listen', '--print', '--after', first, '--market-id', 'pt', '--count', '1');
  assert.match(heard.stdout, /"market_product_id":"pt-da"/);
});

test('what there is of Spain alone refuses another market, and an unknown one is refused', async () => {
  for (const [args, told] of [
    [['fundamentals', '--market-id', 'pt'], /Allowed choices are es\./],
    [['drivers', '--market-id', 'pt'], /Allowed choices are es\./],
    [['forecast', '--market-id', 'Fr'], /It is not the id of a market/],
    [['prices', '--tariff', 'pvpc', '--market-id', 'pt'], /Tariffs are those of Spain/],
  ] as const) {
    const { code, stderr } = await run(...args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, told);
  }
  const { code, stderr } = await run('forecast', '--market-id', 'pt', '--product', 'ida1');
  assert.equal(code, 4);
  assert.match(stderr, /pt-ida1/);
});
