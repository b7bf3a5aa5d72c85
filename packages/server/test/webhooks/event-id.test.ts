import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { readWebhook } from '@lonja/client';
import { listEvents } from '../../src/outbound/events/read-events.ts';
import { redeliver, replayEvents, sendTest } from '../../src/outbound/webhooks/delivery-rules.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type Received, startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const service = await createWebhookService(new Date(Math.floor(Date.now() / 1000) * 1000).toISOString());
const { context, db } = service;
service.startWorker();
after(() => service.close());

const publish = () =>
  publishTestRun(db, {
    issuedAt: new Date(context.clock.now()).toISOString(),
    firstDay: '2026-03-31',
    days: 1,
  });

/** What a receiver reads of a delivery, under a delivery id that somebody has changed. */
function read({ headers, body }: Received, secret: string) {
  return readWebhook({ body, headers: { ...headers, 'svc-webhook-id': randomUUID() }, secret });
}

test('an event has one id: at two endpoints, retried, sent again, replayed and listed', async () => {
  const admin = await service.createAdmin();
  const failing = await startReceiver((_request, response, nth) =>
    response.writeHead(nth === 1 ? 503 : 204).end(),
  );
  const well = await startReceiver();
  const first = await service.register(admin, failing.url, ['forecast.published']);
  const second = await service.register(admin, well.url, ['forecast.published']);
  await publish();
  const [delivery] = await service.settled(first.id, ([row]) => row.attempts > 0);
  // A delivery that is under way when the clock leaps would count as lost, and be sent again.
  await service.settled(second.id);
  context.clock.advance(60_000);
  service.startWorker().wake();
  await service.settled(first.id);
  await redeliver(context, admin, { endpointId: first.id, deliveryId: delivery.id });
  await failing.waitFor(3);
  await service.settled(first.id);
  await replayEvents(context, admin, first.id, { from: 0, to: context.clock.now() + 1 });
  await Promise.all([failing.waitFor(4), well.waitFor(1)]);
  const { events } = await listEvents({ db }, admin, {
    after: undefined,
    type: undefined,
    marketId: 'es',
    limit: 10,
  });
  const ids = [
    ...(await Promise.all(failing.received.map((each) => read(each, first.secret)))),
    ...(await Promise.all(well.received.map((each) => read(each, second.secret)))),
  ].map(({ id }) => id);
  assert.deepEqual(new Set(ids), new Set(events.map(({ id }) => id)));
  assert.deepEqual([ids.length, events.length], [5, 1]);
  await Promise.all([failing.close(), well.close()]);
});

test('a ping has an id of its own each time, the event_id of its delivery', async () => {
  const admin = await service.createAdmin();
  const receiver = await startReceiver();
  const { id, secret } = await service.register(admin, receiver.url, ['prices.published']);
  await sendTest(context, admin, id);
  await receiver.waitFor(1);
  await sendTest(context, admin, id);
  await receiver.waitFor(2);
  const events = await Promise.all(receiver.received.map((each) => read(each, secret)));
  assert.deepEqual(
    events.map(({ event }) => event?.event),
    ['ping', 'ping'],
  );
  const stored = await db
    .selectFrom('webhook_delivery')
    .select('event_id')
    .where('endpoint_id', '=', id)
    .execute();
  assert.deepEqual(new Set(events.map((event) => event.id)), new Set(stored.map((row) => row.event_id)));
  assert.equal(stored.length, 2);
  await receiver.close();
});

test('an event that another release has written is sent and listed with its id and the resolution of its points', async () => {
  const admin = await service.createAdmin();
  const receiver = await startReceiver();
  const { id, secret } = await service.register(admin, receiver.url, ['prices.published']);
  const eventId = randomUUID();
  const body = '{"event":"prices.published","occurred_at":"2026-03-30T11:00:04Z","data":{"product":"da"}}';
  await db
    .insertInto('event')
    .values({
      id: eventId,
      tenant_id: null,
      type: 'prices.published',
      market_product_id: 'es-da',
      occurred_at: new Date(context.clock.now()),
      body,
    })
    .execute();
  await replayEvents(context, admin, id, { from: 0, to: context.clock.now() + 1 });
  await receiver.waitFor(1);
  const sent = receiver.received[0].body.toString();
  assert.deepEqual(JSON.parse(sent), {
    id: eventId,
    event: 'prices.published',
    occurred_at: '2026-03-30T11:00:04Z',
    data: { resolution: 'PT1H', product: 'da' },
  });
  const { events } = await listEvents({ db }, admin, {
    after: undefined,
    type: 'prices.published',
    marketId: 'es',
    limit: 10,
  });
  assert.deepEqual(
    events.map((event) => event.body),
    [sent],
  );
  assert.equal((await read(receiver.received[0], secret)).id, eventId);
  await receiver.close();
});
