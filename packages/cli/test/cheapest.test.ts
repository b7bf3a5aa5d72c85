import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { publishTestRun } from '../../server/test/http/market-fixture.ts';
import { createTestApi } from '../../server/test/http/test-api.ts';
import { configFolder, runHere } from './run-in-process.ts';

/** Midnight of a Wednesday in Madrid. */
const api = await createTestApi('2026-06-09T22:10:00Z');
const config = await configFolder();
let variables: Record<string, string> = {};
before(async () => {
  variables = {
    LONJA_SERVER: await api.app.listen({ port: 0, host: '127.0.0.1' }),
    LONJA_API_KEY: await api.createKey(),
    XDG_CONFIG_HOME: config,
  };
  // Every hour is 1 EUR/MWh dearer than the one before: 60 at midnight.
  await publishTestRun(api.db, { issuedAt: '2026-06-09T10:05:00Z', firstDay: '2026-06-10', level: 60 });
});
after(async () => {
  await api.close();
  await rm(config, { recursive: true });
});

const BILL = ['--tariff', '2.0TD', '--p1', '0.12', '--p2', '0.05', '--p3', '0.02'];
const run = (args: string[]) => runHere(['cheapest', ...args], { variables });
async function csv(args: string[]): Promise<string[][]> {
  const { code, stdout, stderr } = await run([...args, '--csv']);
  assert.equal(code, 0, stderr);
  return stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

test('the cheapest hours are those of the bill, with the period of each', async () => {
  const { code, stdout } = await run([...BILL, '--hours', '24', '--show', '9', '--tax', '21']);
  assert.equal(code, 0);
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines[0], 'EUR/kWh, the cheapest first');
  assert.match(lines[3] ?? '', /^2026-06-10 00:00 CEST +0\.09680 +P3 +yes$/);
  const rows = lines.slice(3).map((line) => line.split(/ {2,}/));
  assert.deepEqual(
    rows.map(([, , period]) => period),
    [...Array<string>(8).fill('P3'), 'P2'],
  );
});

test('an hour of P2 comes before a cheaper one of the market in P1; Ceuta and Melilla have theirs', async () => {
  const hourOf = (row: string[]) => Number(row[1].slice(11, 13));
  const bill = await csv([...BILL, '--hours', '24', '--show', '24']);
  const order = bill.map(hourOf);
  assert.ok(order.indexOf(17) < order.indexOf(10));
  const ceuta = (await csv([...BILL, '--zone', 'ceuta_melilla', '--hours', '24', '--show', '24'])).map(
    hourOf,
  );
  assert.deepEqual([order[8], order.at(-1)], [8, 21]);
  assert.deepEqual([ceuta[10], ceuta.at(-1)], [10, 22]);
});

test('without the tariff it says whose hours these are, and half a tariff is refused', async () => {
  const { stdout } = await run(['--show', '2']);
  assert.match(stdout, /cheapest hours of the market\. .* add --tariff 2\.0TD/);
  for (const [args, message] of [
    [['--tariff', '2.0TD', '--p1', '0.12'], /Give --p1, --p2 and --p3/],
    [['--p1', '0.12', '--p2', '0.05', '--p3', '0.02'], /add --tariff 2\.0TD/],
    [[...BILL, '--tax', '21,10'], /--tax/],
    [['--hours', '169'], /--hours/],
  ] as const) {
    const { code, stderr } = await run([...args]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
});

test('the regulated price has its fees and futures, and says what it errs by', async () => {
  const { code, stdout, stderr } = await run(['--tariff', 'pvpc', '--futures', '80', '--show', '2']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /futures at 80 EUR\/MWh\.\n.*erred by 0\.00816 EUR\/kWh on average/);
  // Midnight at 60: the mean of the day is 71.5.
  const bought = 60 + 30.5 - 0.113 * 60 + 0.55 * (80 - 71.5);
  const price = ((bought / 1000) * 1.162 + 0.0042 + 0.002994).toFixed(5);
  assert.match(stdout, new RegExp(`2026-06-10 00:00 CEST +${price.replace('.', '\\.')} +P3 +yes`));
  const alone = await run(['--futures', '80']);
  assert.equal(alone.code, 2);
  assert.match(alone.stderr, /add --tariff pvpc/);
});

test('prices of a tariff come with their bounds, of the coming hours alone', async () => {
  const prices = (args: string[]) => runHere(['prices', ...args], { variables });
  const { code, stdout, stderr } = await prices([
    '--tariff',
    'pvpc',
    '--futures',
    '80',
    '--hours',
    '2',
    '--csv',
  ]);
  assert.equal(code, 0, stderr);
  const [head, first, ...rest] = stdout.trimEnd().split('\n');
  assert.match(head ?? '', /price \(EUR\/kWh\),p10 \(EUR\/kWh\),p90 \(EUR\/kWh\),forecast/);
  const [price, p10, p90] = (first ?? '').split(',').slice(2, 5).map(Number);
  assert.ok(p10 < price && price < p90, first);
  assert.equal(rest.length, 1);
  for (const args of [
    ['--tariff', 'pvpc', '--date', 'today'],
    ['--tariff', 'pvpc', '--market', 'intraday-1'],
    ['--tax', '21'],
    ['--tariff', '2.0TD'],
  ]) {
    assert.equal((await prices(args)).code, 2, args.join(' '));
  }
});

test('days of 25 and 23 hours and a national holiday have their periods', async () => {
  for (const [day, now, hours, following] of [
    ['2026-10-25', '2026-10-24T22:10:00Z', 25, 8],
    ['2027-03-28', '2027-03-27T23:10:00Z', 23, 8],
    ['2027-10-12', '2027-10-11T22:10:00Z', 24, 8],
  ] as const) {
    await publishTestRun(api.db, {
      issuedAt: new Date(Date.parse(now) - 3_600_000).toISOString(),
      firstDay: day,
    });
    api.clock.set(Date.parse(now));
    const rows = await csv([...BILL, '--hours', String(hours + 23), '--show', '48']);
    const valley = rows.filter((row) => row[3] === 'P3');
    assert.equal(valley.length, hours + following, day);
    assert.equal(valley.filter((row) => row[1].startsWith(day)).length, hours, day);
  }
});
