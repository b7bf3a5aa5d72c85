import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Readiness } from '../../src/operate/health/schemas.ts';
import { ProductList } from '../../src/forecasts/products/record.ts';
import { publishTestRun } from './market-fixture.ts';
import { createTestApi, errorOf } from './test-api.ts';

const api = await createTestApi('2026-03-30T10:05:00Z');
after(() => api.close());

test('health takes no credential, counts from the start and shows the clock', async () => {
  api.clock.advance(61_999);
  const answer = await api.get('/health?probe=1');
  const now = '2026-03-30T10:06:01.999Z';
  assert.deepEqual(answer.body, { status: 'ok', version: '0.0.0-test', uptime_s: 61, now });
  assert.equal(answer.headers['cache-control'], 'no-store');
});

test('ready waits for the first forecast, reports its age, and fails with the queue', async () => {
  const read = async () => {
    const answer = await api.get('/ready');
    const { status, checks } = Readiness.parse(answer.body);
    return [answer.status, status, checks.queue.status, checks.forecasts.status, checks.forecasts.age_s];
  };
  assert.deepEqual(await read(), [503, 'not_ready', 'ok', 'missing', null]);
  await publishTestRun(api.db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31' });
  assert.deepEqual(await read(), [200, 'ready', 'ok', 'ok', 61]);
  api.clock.advance(20 * 3_600_000);
  assert.deepEqual(await read(), [200, 'ready', 'ok', 'late', 72_061]);
  api.state.queueIsHealthy = false;
  assert.deepEqual((await read()).slice(0, 3), [503, 'not_ready', 'failed']);
  api.state.queueIsHealthy = true;
});

test('the markets and the four products of one', async () => {
  const key = await api.createKey();
  const market = {
    market_id: 'es',
    name: 'Spain',
    country: 'ES',
    bidding_zone: '10YES-REE------0',
    timezone: 'Europe/Madrid',
    currency: 'EUR',
    unit: 'EUR/MWh',
  };
  const portugal = {
    ...market,
    market_id: 'pt',
    name: 'Portugal',
    country: 'PT',
    bidding_zone: '10YPT-REN------W',
  };
  assert.deepEqual((await api.get('/markets', key)).body, { items: [market, portugal], total: 2 });
  assert.deepEqual((await api.get('/markets/pt', key)).body, portugal);
  assert.deepEqual((await api.get('/markets/es', key)).body, market);
  const products = ProductList.parse((await api.get('/markets/es/products', key)).body);
  assert.deepEqual(
    products.items.map((item) => [
      item.market_product_id,
      item.session,
      item.gate_closure,
      item.delivery_from_hour,
      item.delivery_to_hour,
      item.latest_issued_at,
    ]),
    [
      ['es-da', null, 'D-1 12:00', 0, 24, '2026-03-30T10:05:00Z'],
      ['es-ida1', 1, 'D-1 15:00', 0, 24, null],
      ['es-ida2', 2, 'D-1 22:00', 0, 24, null],
      ['es-ida3', 3, 'D 10:00', 12, 24, null],
    ],
  );
  for (const path of ['/markets/ES', '/markets/fr', '/markets/fr/products', `/markets/${'x'.repeat(500)}`]) {
    assert.deepEqual(errorOf(await api.get(path, key)), [404, 'not_found'], path);
  }
});

test('ready says of every product since when its latest run is late, and stays ready', async () => {
  const read = async () => {
    const { status, body } = await api.get('/ready');
    const products = Readiness.parse(body).checks.products.map(({ product, ...rest }) => [product, rest]);
    return { status, ...Object.fromEntries(products) };
  };
  await publishTestRun(api.db, { issuedAt: '2026-03-30T11:30:00Z', firstDay: '2026-03-31' });
  // 06:06 in Madrid on the day after the run of 13:30: that of 06:05 has a quarter of an hour.
  const issued = { issued_at: '2026-03-30T11:30:00Z', degraded: false };
  api.clock.advance(Date.parse('2026-03-31T04:06:00Z') - api.clock.now());
  assert.deepEqual((await read()).da, { ...issued, status: 'ok', late_since: null, late_s: 0 });
  api.clock.advance(14 * 60_000);
  const late = { ...issued, status: 'late', late_since: '2026-03-31T04:05:00Z', late_s: 900 };
  const { status, da, ida3 } = await read();
  assert.deepEqual([status, da], [200, late]);
  assert.deepEqual([ida3.status, ida3.issued_at], ['missing', null]);
  await publishTestRun(api.db, { issuedAt: '2026-03-31T04:20:00Z', firstDay: '2026-03-31' });
  assert.equal((await read()).da.status, 'ok');
});
