import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { HOUR_MS, addDays, dayStart, deliveryPeriods } from '@lonja/forecasting/market';
import { announcePrices } from '../../src/market/prices/announce-prices.ts';
import { listEvents } from '../../src/outbound/events/read-events.ts';
import { replayEvents } from '../../src/outbound/webhooks/delivery-rules.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';
import { type Received, startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

/** The week of the clock change of spring: its Sunday has 23 hours. */
const FIRST_DAY = '2026-03-23';
const DAYS = 7;

const service = await createWebhookService(`${FIRST_DAY}T00:00:00Z`);
const { context, db } = service;
const { clock } = context;
after(() => service.close());

function bodyOf({ body }: Received) {
  return JSON.parse(body.toString());
}

/** What the service does in a week: two runs a day, the prices of the next day, and a correction of one of them. */
async function liveThroughAWeek(): Promise<void> {
  for (let i = 0; i < DAYS; i++) {
    const day = addDays(FIRST_DAY, i);
    const next = addDays(day, 1);
    for (const [hour, level] of [
      [6, 50],
      [12, i % 2 === 0 ? 54.99 : 55],
    ]) {
      const issuedAt = dayStart(day) + hour * HOUR_MS;
      clock.set(issuedAt);
      await publishTestRun(db, {
        issuedAt: new Date(issuedAt).toISOString(),
        firstDay: next,
        days: 2,
        level,
      });
    }
    clock.set(dayStart(day) + 13 * HOUR_MS);
    await storeTestPrices(db, { day: next, availableAt: new Date(clock.now()).toISOString() });
    await announcePrices(context);
  }
  await storeTestPrices(db, {
    day: FIRST_DAY,
    availableAt: new Date(clock.now()).toISOString(),
    product: 'ida1',
  });
  await announcePrices(context);
  await storeTestPrices(db, {
    day: addDays(FIRST_DAY, 1),
    availableAt: new Date(clock.now() + 1).toISOString(),
    level: 9,
  });
  clock.advance(1);
  await announcePrices(context);
}

test('a receiver gets every event of a week as specified, and a replay brings each again under its id', async () => {
  await saveDataOrigin(db, 'market');
  const receiver = await startReceiver();
  const owner = await service.createAdmin();
  const { id, secret } = await service.register(owner, `${receiver.url}/all`);
  const narrow = await service.createAdmin({ products: ['es-ida1'] });
  const others = await service.register(narrow, `${receiver.url}/ida1`);
  const strict = await service.createAdmin();
  await db
    .updateTable('tenant')
    .set({ forecast_change_threshold: 1000 })
    .where('id', '=', strict.tenantId)
    .execute();
  const strictEndpoint = await service.register(strict, `${receiver.url}/strict`);
  service.startWorker();
  await liveThroughAWeek();
  const rows = await service.settled(id);
  await service.settled(others.id);
  await service.settled(strictEndpoint.id);
  const sent = (path: string) => receiver.received.filter((request) => request.path === path);
  const all = sent('/all');
  assert.ok(rows.every(({ state }) => state === 'succeeded'));
  assert.deepEqual(
    all.map(({ headers }) => String(headers['svc-webhook-id'])).sort(),
    rows.map((row) => row.id).sort(),
  );

  const counts = Object.groupBy(all, (request) => String(request.headers['svc-webhook-event']));
  assert.equal(counts['forecast.published']?.length, 2 * DAYS);
  assert.equal(counts['prices.published']?.length, DAYS + 2);
  // Evening to morning, the hours both runs have differ by 24 or 23 steps of the fixture; noon differs by 4.99 or 5.
  const changes = (counts['forecast.changed'] ?? []).map((request) => bodyOf(request).data.max_change);
  assert.ok(changes.every((change: number) => change >= 5));
  assert.equal(changes.filter((change: number) => change === 5).length, 3);
  assert.equal(changes.filter((change: number) => change > 5).length, DAYS - 1);

  for (const request of all) {
    const [t, v1, ...more] = String(request.headers['svc-webhook-signature']).split(',');
    const signed = createHmac('sha256', Buffer.from(secret, 'utf8'));
    signed.update(Buffer.concat([Buffer.from(`${t.replace('t=', '')}.`), request.body]));
    assert.deepEqual([v1, more], [`v1=${signed.digest('hex')}`, []]);
    const body = bodyOf(request);
    assert.equal(body.event, request.headers['svc-webhook-event']);
    for (const point of body.data.points) {
      assert.match(point.time, /^\d{4}-\d\d-\d\dT\d\d:00:00Z$/);
      if (body.event.startsWith('forecast')) assert.ok(point.p10 <= point.value && point.value <= point.p90);
    }
  }
  const sunday = addDays(FIRST_DAY, 6);
  const prices = (counts['prices.published'] ?? []).map((request) => bodyOf(request).data);
  const ofSunday = prices.find((data) => data.delivery_date === sunday);
  assert.deepEqual(
    ofSunday.points.map((point: { time: string }) => Date.parse(point.time)),
    deliveryPeriods(sunday, 'PT1H').map(({ start }) => start),
  );
  assert.deepEqual(
    prices.filter((data) => data.correction).map((data) => data.delivery_date),
    [addDays(FIRST_DAY, 1)],
  );

  assert.deepEqual(
    sent('/ida1').map((request) => bodyOf(request).data.market_product_id),
    ['es-ida1'],
  );
  assert.ok(sent('/strict').every((request) => bodyOf(request).event !== 'forecast.changed'));

  const week = { from: dayStart(FIRST_DAY), to: clock.now() + 1 };
  assert.equal(await replayEvents(context, owner, id, week), all.length);
  await receiver.waitFor(receiver.received.length + all.length);
  await service.settled(id);
  const again = sent('/all').slice(all.length);
  const contentOf = (requests: Received[]) =>
    new Map(requests.map(({ headers, body }) => [String(headers['svc-webhook-id']), body.toString()]));
  assert.deepEqual(contentOf(again), contentOf(all));

  const listed = await listEvents({ db }, owner, {
    after: undefined,
    type: undefined,
    marketId: 'es',
    limit: 200,
  });
  assert.equal(listed.total, all.length);
  assert.deepEqual(new Set(listed.events.map(({ body }) => body)), new Set(contentOf(all).values()));
  for (const event of listed.events) assert.equal(JSON.parse(event.body).id, event.id);
  assert.deepEqual(
    new Set(sent('/ida1').map(({ body }) => body.toString())),
    new Set(all.filter((each) => bodyOf(each).data.product === 'ida1').map(({ body }) => body.toString())),
    'an event is the same bytes, its id among them, at every endpoint',
  );
  await receiver.close();
});
