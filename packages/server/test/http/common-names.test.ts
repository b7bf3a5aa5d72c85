import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { publishTestRun, storeTestPrices } from './market-fixture.ts';
import { BackfillRecord } from '../../src/operate/admin/admin-sources-schemas.ts';
import { openApiOf } from './documented-schema.ts';
import { createTestApi, errorOf } from './test-api.ts';

// Already the longest day in Madrid.
const api = await createTestApi('2025-10-25T22:30:00Z');
after(() => api.close());

let key = '';
let session = '';
before(async () => {
  key = await api.createKey();
  ({ token: session } = await api.createSession());
  const days = [
    '2025-10-24',
    '2025-10-25',
    '2025-10-26',
    '2025-10-27',
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ];
  for (const [i, day] of days.entries())
    await storeTestPrices(api.db, { day, level: 10 * i, availableAt: '2025-10-20T11:00:00Z' });
  for (const firstDay of ['2025-10-24', '2026-03-28']) {
    const issuedAt = `${firstDay}T05:00:00Z`;
    await publishTestRun(api.db, { issuedAt, firstDay, withDistributions: true });
  }
});

async function read(path: string, credential = key): Promise<string> {
  const answer = await api.get(path, credential);
  assert.equal(answer.status, 200, `${path} ${answer.text}`);
  return answer.text;
}

/** Without what names the moment of the answer. */
async function assertSame(one: string, other: string, credential = key): Promise<void> {
  const texts = [await read(one, credential), await read(other, credential)];
  assert.equal(texts[0], texts[1], `${one} and ${other}`);
}

const SPAN = 'date_from=2025-10-24&date_to=2025-10-25';

test('market_id and product are taken where a route knew the auction by its other name', async () => {
  for (const route of [
    '/statistics/accuracy',
    '/statistics/calibration',
    '/statistics/battery',
    '/statistics/prices',
    '/dashboard/accuracy',
  ]) {
    await assertSame(`${route}?${SPAN}`, `${route}?market_id=es&product=da&${SPAN}`);
    await assertSame(`${route}?market=intraday-1&${SPAN}`, `${route}?market_id=es&product=ida1&${SPAN}`);
    await assertSame(`${route}?market=intraday-1&product=ida1&${SPAN}`, `${route}?product=ida1&${SPAN}`);
  }
  for (const [route, query] of [
    ['/statistics/fundamentals', SPAN],
    ['/dashboard/charts/prices', `products=da&${SPAN}`],
    ['/dashboard/summary', 'date=2025-10-26'],
    ['/forecasts/schedule', 'product=da'],
  ])
    await assertSame(`${route}?${query}`, `${route}?market_id=es&${query}`);
  await assertSame(
    `/dashboard/charts/prices?products=da&${SPAN}`,
    `/dashboard/charts/prices?product=da&${SPAN}`,
  );
  const { items } = JSON.parse(await read('/forecasts/schedule?product=ida2'));
  assert.deepEqual(
    items.map(({ product }: { product: string }) => product),
    ['ida2'],
  );
});

test('names that contradict each other are refused with both values, unknown markets are not found', async () => {
  const faultOf = async (path: string, credential = key) => {
    const answer = await api.get(path, credential);
    return [...errorOf(answer), answer.text];
  };
  const [status, code, detail] = await faultOf(`/statistics/accuracy?market=intraday-1&product=da&${SPAN}`);
  assert.deepEqual([status, code], [422, 'validation_error']);
  assert.match(String(detail), /market=intraday-1 is product=ida1, not da; send one of the two/);
  const day = await faultOf('/statistics/prices?date=2025-10-24&date_from=2025-10-23&date_to=2025-10-24');
  assert.deepEqual(day.slice(0, 2), [400, 'invalid_request']);
  assert.match(String(day[2]), /date=2025-10-24 is one day, and date_from=2025-10-23 is another/);
  const chart = await faultOf(`/dashboard/charts/prices?product=da&products=da,ida1&${SPAN}`);
  assert.match(String(chart[2]), /product=da is one, products=da,ida1 are others/);
  for (const query of [
    'date=2025-10-24&date_from=2025-10-24&date_to=2025-10-25',
    'date_from=2025-10-24',
    SPAN.replace('24', '26'),
  ])
    assert.deepEqual(
      (await faultOf(`/forecasts/scenarios?market_id=es&product=da&${query}`)).slice(0, 2),
      [400, 'invalid_request'],
      query,
    );
  const twice = `/forecasts/scenarios?market_id=es&product=da&${SPAN}&from=2025-10-24T00:00:00Z&to=2025-10-25T00:00:00Z`;
  assert.match(String((await faultOf(twice))[2]), /one of date, date_from with date_to, and from with to/);
  for (const route of [
    `/statistics/prices?${SPAN}`,
    `/statistics/fundamentals?${SPAN}`,
    `/dashboard/accuracy?${SPAN}`,
  ])
    assert.deepEqual((await faultOf(`${route}&market_id=xx`)).slice(0, 2), [404, 'not_found'], route);
  for (const route of ['/dashboard/summary', '/forecasts/schedule'])
    assert.deepEqual((await faultOf(`${route}?market_id=xx`)).slice(0, 2), [404, 'not_found'], route);
  assert.deepEqual(
    (await faultOf('/settings/usage?date=2025-10-24&date_to=2025-10-25', session)).slice(0, 2),
    [400, 'invalid_request'],
  );
});

test('the table of the documentation has every route with the names that the OpenAPI document gives it', async () => {
  const names = new Set(
    'market_id product products market session date date_from date_to from to'.split(' '),
  );
  const described = new Map<string, string>();
  for (const [path, { get }] of Object.entries(openApiOf(api.app).paths)) {
    const taken = (get?.parameters ?? []).map(({ name }) => name).filter((name) => names.has(name));
    if (taken.length > 0) described.set(path, taken.toSorted().join(' '));
  }
  const page = await readFile(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
  const section = page.split('## Names of markets, products and days')[1].split('\n## ')[0];
  const documented = new Map<string, string>();
  for (const line of section.split('\n').filter((text) => text.startsWith('| `'))) {
    const [, routes, ...cells] = line.split('|');
    const taken = cells.flatMap((cell) => quoted(cell)).filter((name) => names.has(name));
    for (const route of quoted(routes)) documented.set(route, taken.toSorted().join(' '));
  }
  assert.deepEqual(documented, described);
});

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

test('the routes of the specification take what it says, and a market', async () => {
  for (const path of [
    `/market/prices?product=da&${SPAN}`,
    `/metrics/accuracy?product=da&${SPAN}`,
    `/metrics/model-performance?date=2025-10-24`,
    '/market/fundamentals?date=2025-10-26&market_id=es',
  ])
    assert.deepEqual(errorOf(await api.get(path, key)), [400, 'invalid_parameters'], path);
  const forecasts = '/forecasts?market_id=es&product=da&date_from=2025-10-24&date_to=2025-10-25';
  assert.deepEqual(errorOf(await api.get(forecasts, key)), [400, 'unknown_parameter']);
});

test('one day is a span of one day, and days are the range of their instants, 25 hours and 23', async () => {
  const one = 'date_from=2025-10-24&date_to=2025-10-24';
  for (const route of [
    '/statistics/accuracy',
    '/statistics/prices',
    '/statistics/fundamentals',
    '/dashboard/charts/prices',
  ])
    await assertSame(`${route}?${one}`, `${route}?date=2025-10-24`);
  const series = '/forecasts/series?issued_before=10:00&days_ahead=0';
  await assertSame(`${series}&${one}`, `${series}&date=2025-10-24`);
  const at = 'as_of=2025-10-25T12:00:00Z&format=csv.gz';
  await assertSame(`/exports/prices?${one}&${at}`, `/exports/prices?date=2025-10-24&${at}`);
  const scenarios = '/forecasts/scenarios?market_id=es&product=da&paths=2';
  await assertSame(`${scenarios}&date=2025-10-26`, `${scenarios}&date_from=2025-10-26&date_to=2025-10-26`);
  await assertSame(
    `${scenarios}&from=2025-10-24T22:00:00Z&to=2025-10-26T23:00:00Z`,
    `${scenarios}&date_from=2025-10-25&date_to=2025-10-26`,
  );
  const hours = async (days: string) => JSON.parse(await read(`${scenarios}&${days}`)).times.length;
  assert.equal(await hours('date_from=2025-10-25&date_to=2025-10-26'), 24 + 25);
});

test('words are days in Madrid, where it is already tomorrow at 23:30 UTC, also when the clock changes', async () => {
  await assertSame('/statistics/prices?date=today', '/statistics/prices?date=2025-10-26');
  assert.equal(JSON.parse(await read('/statistics/prices?date=today')).items[0].n_hours, 25);
  await assertSame(
    '/statistics/accuracy?date_from=yesterday&date_to=today',
    '/statistics/accuracy?date_from=2025-10-25&date_to=2025-10-26',
  );
  const scenarios = '/forecasts/scenarios?market_id=es&product=da&paths=2';
  await assertSame(
    `${scenarios}&date_from=today&date_to=tomorrow`,
    `${scenarios}&date_from=2025-10-26&date_to=2025-10-27`,
  );
  // In UTC it is still the day before.
  await assertSame(
    '/settings/usage?date=today',
    '/settings/usage?date_from=2025-10-25&date_to=2025-10-25',
    session,
  );
  await read('/settings/audit?date_from=yesterday&date_to=today', session);

  api.clock.advance(Date.parse('2026-03-28T23:30:00Z') - api.clock.now());
  ({ token: session } = await api.createSession());
  await assertSame('/statistics/prices?date=today', '/statistics/prices?date=2026-03-29');
  assert.equal(JSON.parse(await read('/statistics/prices?date=today')).items[0].n_hours, 23);
  await assertSame('/statistics/prices?date=tomorrow', '/statistics/prices?date=2026-03-30');
  assert.equal(JSON.parse(await read('/dashboard/summary?date=today')).date, '2026-03-29');
});

test('a backfill takes the names of all routes, and words', async () => {
  const { token } = await api.createSession({ isSuperadmin: true });
  const start = async (body: object) => api.send('POST', '/admin/sources/simulator/backfill', token, body);
  const daysOf = async (body: object) => {
    const answer = await start(body);
    assert.equal(answer.status, 202, answer.text);
    const { from, to } = BackfillRecord.parse(answer.body);
    return [from, to];
  };
  const [from, to] = ['2026-03-27', '2026-03-28'];
  assert.deepEqual(await daysOf({ date_from: from, date_to: 'yesterday' }), [from, to]);
  assert.deepEqual(await daysOf({ date: 'today' }), ['2026-03-29', '2026-03-29']);
  assert.deepEqual(await daysOf({ from, to }), [from, to]);
  for (const body of [
    { from, date_from: to, date_to: to },
    { from },
    { date: from, to },
    { from: to, to: from },
  ])
    assert.deepEqual(errorOf(await start(body)), [400, 'invalid_request'], JSON.stringify(body));
});
