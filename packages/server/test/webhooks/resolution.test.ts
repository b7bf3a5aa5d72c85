import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { announcePrices } from '../../src/market/prices/announce-prices.ts';
import { redeliver } from '../../src/outbound/webhooks/delivery-rules.ts';
import { updateEndpoint } from '../../src/outbound/webhooks/rules.ts';
import { saveDataOrigin } from '../../src/ground/database/service-state.ts';
import { publishTestRun, storeTestPrices } from '../http/market-fixture.ts';
import { type Received, startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const service = await createWebhookService('2026-03-28T10:05:00Z');
const { context, db } = service;
await saveDataOrigin(db, 'market');
service.startWorker();
after(() => service.close());

function dataOf({ body }: Received) {
  return JSON.parse(body.toString()).data;
}

test('an endpoint is sent the quarter hours of a run that it asks for, with quantiles; the next one its hours', async () => {
  const [asking, plain] = await Promise.all([startReceiver(), startReceiver()]);
  const admin = await service.createAdmin({ products: ['es-da'] });
  const { id } = await service.register(admin, asking.url, ['forecast.published'], [25], 'PT15M');
  await service.register(admin, plain.url, ['forecast.published']);
  const run = { firstDay: '2026-03-29', days: 1, withDistributions: true };
  await publishTestRun(db, { ...run, issuedAt: '2026-03-28T10:05:00Z', withQuarters: true });
  await Promise.all([asking.waitFor(1), plain.waitFor(1)]);
  const [quarters, hours] = [dataOf(asking.received[0]), dataOf(plain.received[0])];
  assert.deepEqual([quarters.resolution, quarters.points.length], ['PT15M', 92]);
  assert.deepEqual([hours.resolution, hours.points.length], ['PT1H', 23]);
  assert.deepEqual(
    quarters.points.slice(0, 2).map(({ time, value }: { time: string; value: number }) => [time, value]),
    [
      ['2026-03-28T23:00:00Z', 50],
      ['2026-03-28T23:15:00Z', 50.25],
    ],
  );
  assert.ok(quarters.points.every((point: object) => 'quantiles' in point));
  await service.settled(id);

  // A run without quarter hours is sent as it is, and says so.
  context.clock.advance(60_000);
  await publishTestRun(db, { ...run, issuedAt: '2026-03-28T10:06:00Z' });
  await asking.waitFor(2);
  const rest = dataOf(asking.received[1]);
  assert.deepEqual([rest.resolution, rest.points.length], ['PT1H', 23]);
  assert.ok(rest.points.every((point: object) => 'quantiles' in point));
  await Promise.all([asking.close(), plain.close()]);
});

test('prices are sent by quarter hours as they were announced, also after a correction', async () => {
  const receiver = await startReceiver();
  const admin = await service.createAdmin({ products: ['es-da'] });
  const { id } = await service.register(admin, receiver.url, ['prices.published'], [], 'PT15M');
  const store = (level: number) =>
    storeTestPrices(db, {
      day: '2026-03-29',
      resolution: 'PT15M',
      level,
      availableAt: new Date(context.clock.now()).toISOString(),
    });
  await store(0);
  assert.equal(await announcePrices(context), 1);
  await receiver.waitFor(1);
  const [delivery] = await service.settled(id);
  const { resolution, points } = dataOf(receiver.received[0]);
  assert.deepEqual([resolution, points.length], ['PT15M', 92]);
  assert.deepEqual(points.slice(0, 2), [
    { time: '2026-03-28T23:00:00Z', value: 0 },
    { time: '2026-03-28T23:15:00Z', value: 1 },
  ]);
  assert.deepEqual(points.at(-1), { time: '2026-03-29T21:45:00Z', value: 91 });
  context.clock.advance(60_000);
  await store(10);
  assert.equal(await announcePrices(context), 1);
  await receiver.waitFor(2);
  assert.equal(dataOf(receiver.received[1]).points[0].value, 10);
  await service.settled(id);
  service.startWorker();
  await redeliver(context, admin, { endpointId: id, deliveryId: delivery.id });
  await receiver.waitFor(3);
  assert.deepEqual(receiver.received[2].body, receiver.received[0].body);
  await service.settled(id);

  // The choice counts from the next attempt on.
  await updateEndpoint(context, admin, id, { resolution: 'PT1H' });
  await redeliver(context, admin, { endpointId: id, deliveryId: delivery.id });
  await receiver.waitFor(4);
  const hourly = dataOf(receiver.received[3]);
  assert.deepEqual([hourly.resolution, hourly.points.length], ['PT1H', 23]);
  assert.equal(hourly.points[0].value, 1.5);
  await receiver.close();
});
