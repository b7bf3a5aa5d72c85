import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from './browser/find-chromium.ts';
import { openBrowser, openVisit, settle, signIn } from './browser/open-browser.ts';
import { MADE_UP, madeUpHour, writeMarketFiles } from './made-up-market.ts';
import {
  readFirstRun,
  removeData,
  runLonja,
  type RunningService,
  startSmallService,
} from './running-service.ts';

/** Before the gate of 8 March, the day of 23 hours, which closes at 10:30 in New York (UTC-5). */
const NOW = '2026-03-07T15:20:00Z';
const HOUR_MS = 3_600_000;

const dataDir = mkdtempSync(path.join(tmpdir(), 'lonja-made-up-market-'));
const files = writeMarketFiles(dataDir, {
  // Midnight of 20 October in New York, before its day of 25 hours, 2 November.
  from: Date.parse('2025-10-20T04:00:00Z'),
  pricesTo: Date.parse('2026-03-08T05:00:00Z'),
  inputsTo: Date.parse('2026-03-09T04:00:00Z'),
});
const environment = {
  DATA_DIR: dataDir,
  MARKETS_FILE: files.markets,
  CLOCK_START: NOW,
  CHALLENGERS: 'false',
};

let service: RunningService | undefined;
let key = '';

before(async () => {
  const imported = await runLonja(['import', 'csv', files.data, '--mapping', files.mapping], environment);
  assert.equal(imported.code, 0, imported.stderr);
  service = await startSmallService({ ...environment, OVERLOAD_DELAY_MS: '0' });
  key = (await readFirstRun(dataDir))['api_key'] ?? '';
});

after(async () => {
  await service?.stop('SIGTERM');
  await removeData(dataDir);
});

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many routes
async function get(route: string): Promise<any> {
  assert.ok(service);
  const reply = await service.get(route, key);
  const text = await reply.text();
  assert.equal(reply.status, 200, `${route}: ${text}`);
  return JSON.parse(text);
}

async function statusOf(route: string): Promise<number | undefined> {
  return (await service?.get(route, key))?.status;
}

test('the markets of the service are those of its file, with their products and gates', async () => {
  const { items } = await get('/markets');
  assert.deepEqual(
    items.map((market: Record<string, unknown>) => [
      market['market_id'],
      market['timezone'],
      market['bidding_zone'],
    ]),
    [['made', 'America/New_York', MADE_UP.biddingZone]],
  );
  const products = await get('/markets/made/products');
  assert.deepEqual(
    products.items.map((one: Record<string, unknown>) => [
      one['market_product_id'],
      one['name'],
      one['resolution'],
      one['gate_closure'],
    ]),
    [
      ['made-da', 'Day-ahead', 'PT1H', 'D-1 10:30'],
      ['made-ida1', 'Evening auction', 'PT1H', 'D-1 17:00'],
    ],
  );
  assert.equal(await statusOf('/forecasts/latest?market_id=es&product=da'), 404);
  assert.equal(await statusOf('/market/prices?market_id=es&date_from=2026-03-01&date_to=2026-03-01'), 422);
});

test('imported prices are served on its days of 24 and of 25 hours, whose hour 1 comes twice', async () => {
  const { items } = await get('/market/prices?date_from=2025-11-02&date_to=2025-11-02&page_size=100');
  assert.equal(items.length, 25);
  const begin = Date.parse('2025-11-02T04:00:00Z');
  for (const [i, { start, hour, price }] of items.entries()) {
    const instant = begin + i * HOUR_MS;
    assert.equal(Date.parse(start), instant);
    assert.equal(hour, i < 2 ? i : i - 1);
    assert.ok(Math.abs(price - madeUpHour(instant).da) < 0.006, start);
  }
  assert.equal(items[1].start, '2025-11-02T01:00:00-04:00');
  assert.equal(items[2].start, '2025-11-02T01:00:00-05:00');
  const { total } = await get('/market/prices?date_from=2026-03-07&date_to=2026-03-07&page_size=100');
  assert.equal(total, 24);
});

test('the day-ahead forecast of the day of 23 hours is made from its own prices, load, wind and sun', async () => {
  const { points } = await get('/forecasts/latest?market_id=made&product=da');
  const ofDay = points.slice(0, 23);
  assert.equal(ofDay[0].time, '2026-03-08T05:00:00Z');
  assert.equal(points[23].time, '2026-03-09T04:00:00Z');
  const errors = ofDay.map(({ time, value }: { time: string; value: number }) =>
    Math.abs(value - madeUpHour(Date.parse(time)).da),
  );
  const mean = errors.reduce((sum: number, error: number) => sum + error, 0) / errors.length;
  // The prices move by 4 EUR/MWh that nothing tells beforehand.
  assert.ok(mean < 6, `mean error ${mean}`);
  for (const { value, p10, p90 } of points) assert.ok(p10 <= value && value <= p90);
});

test('gates and runs are those of its clock, before and after the change', async () => {
  const { items } = await get('/forecasts/schedule?market_id=made');
  const [dayAhead, evening] = items;
  assert.equal(dayAhead.next_gate_at, '2026-03-07T15:30:00Z');
  assert.equal(dayAhead.next_gate_date, '2026-03-08');
  // 06:00 on 8 March is daylight time, an hour nearer to UTC.
  assert.equal(dayAhead.next_due_at, '2026-03-08T10:00:00Z');
  assert.equal(evening.next_gate_at, '2026-03-07T22:00:00Z');
  assert.equal(evening.next_due_at, '2026-03-07T21:30:00Z');
});

test('the second product is forecast too, and accuracy is measured', async () => {
  const route = '/forecasts/latest?market_id=made&product=ida1';
  for (let i = 0; i < 240 && (await statusOf(route)) === 404; i++) await sleep(500);
  const { points, market_product_id } = await get(route);
  assert.equal(market_product_id, 'made-ida1');
  assert.equal(points[0].time, '2026-03-07T05:00:00Z');
  assert.equal(points.length, 24);
  await get('/metrics/model-performance?market_id=made&date_from=2026-02-01&date_to=2026-03-06');
});

test('the command takes the market by its id', async () => {
  assert.ok(service);
  const { code, stdout, stderr } = await runLonja(
    ['prices', '--market-id', 'made', '--date', '2026-03-07', '--json'],
    { ...environment, LONJA_SERVER: service.baseUrl, LONJA_API_KEY: key },
  );
  assert.equal(code, 0, stderr);
  assert.match(stdout, /2026-03-07T00:00:00-05:00/);
});

test('another first market is refused on the same database', async () => {
  const other = path.join(dataDir, 'other.json');
  writeFileSync(other, JSON.stringify({ markets: ['es'] }));
  const { code, stderr } = await runLonja(['sources'], { ...environment, MARKETS_FILE: other });
  assert.notEqual(code, 0);
  assert.match(stderr, /The database is for the market made, and MARKETS_FILE names es first/);
});

const chromium = { skip: findChromium() === undefined ? 'needs Chromium' : false };
test('the application lists the market and shows its day on its clock', chromium, async () => {
  assert.ok(service);
  const { baseUrl } = service;
  for (let i = 0; i < 300; i++) {
    if ((await fetch(baseUrl, { headers: { Accept: 'text/html' } })).ok) break;
    await sleep(200);
  }
  const { admin_email: email = '', admin_password: password = '' } = await readFirstRun(dataDir);
  const browser = await openBrowser();
  try {
    const context = await openVisit(browser, { baseUrl, token: await signIn(baseUrl, email, password) });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto('/forecasts?from=2026-03-08&to=2026-03-08');
    await settle(page);
    assert.equal(await page.getByRole('radio', { name: 'Madeup', exact: true }).isChecked(), true);
    assert.equal(await page.getByRole('radio', { name: 'Spain', exact: true }).count(), 0);
    await page.getByText('Delivery hours in New York time.').waitFor();
    await page.goto('/market');
    await settle(page);
    assert.equal(await page.getByRole('radio', { name: 'Madeup', exact: true }).isChecked(), true);
    await page.getByText('New York', { exact: false }).first().waitFor();
  } finally {
    await browser.close();
  }
});
