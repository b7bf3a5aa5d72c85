import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { redeliver, sendTest } from '../../src/outbound/webhooks/delivery-rules.ts';
import { updateEndpoint } from '../../src/outbound/webhooks/rules.ts';
import { signatureHeader } from '../../src/outbound/webhooks/sign.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type Received, startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const service = await createWebhookService('2026-03-30T10:05:00Z');
const { context, db } = service;
service.startWorker();
after(() => service.close());

const FORECASTS = ['forecast.published', 'forecast.changed'] as const;

function publish(issuedAt: string, options: { level?: number; withDistributions?: boolean } = {}) {
  context.clock.set(Date.parse(issuedAt));
  return publishTestRun(db, { issuedAt, firstDay: '2026-03-31', days: 1, ...options });
}

function pointsOf({ body }: Received): { quantiles?: Record<string, number> }[] {
  return JSON.parse(body.toString()).data.points;
}

test('an endpoint is sent the quantiles that it asks for, the next one what it always was', async () => {
  const [asking, plain] = await Promise.all([startReceiver(), startReceiver()]);
  const admin = await service.createAdmin();
  const { secret } = await service.register(admin, asking.url, [...FORECASTS], [5, 25, 99]);
  await service.register(admin, plain.url, [...FORECASTS]);
  await publish('2026-03-30T10:05:00Z', { withDistributions: true });
  await publish('2026-03-30T10:10:00Z', { withDistributions: true, level: 80 });
  await Promise.all([asking.waitFor(3), plain.waitFor(3)]);
  const events = asking.received.map(({ headers }) => String(headers['svc-webhook-event']));
  assert.deepEqual(
    events.toSorted((a, b) => a.localeCompare(b)),
    ['forecast.changed', 'forecast.published', 'forecast.published'],
  );
  for (const request of asking.received) {
    const { issued_at: issuedAt, points } = JSON.parse(request.body.toString()).data;
    const level = issuedAt === '2026-03-30T10:05:00Z' ? 50 : 80;
    assert.equal(points.length, 24);
    const [{ time, ...first }] = points;
    assert.equal(time, '2026-03-30T22:00:00Z');
    assert.deepEqual(first, {
      value: level,
      p10: level - 10,
      p90: level + 10,
      quantiles: { 5: level - 11.25, 25: level - 6.25, 99: level + 12.25 },
    });
    const signature = String(request.headers['svc-webhook-signature']);
    const unixSeconds = Number(signature.slice(2, 12));
    assert.equal(signature, signatureHeader({ keys: [secret], body: request.body, unixSeconds }));
  }
  for (const request of plain.received) {
    assert.ok(pointsOf(request).every((point) => !('quantiles' in point)));
    const event = JSON.parse(request.body.toString());
    const same = asking.received.find(({ body }) => {
      const other = JSON.parse(body.toString());
      for (const point of other.data.points) delete point.quantiles;
      return JSON.stringify(other) === JSON.stringify(event);
    });
    assert.ok(same, 'apart from quantiles both are sent the same bytes');
  }
  await Promise.all([asking.close(), plain.close()]);
});

test('attempts and redeliveries send the same bytes, also from another worker', async () => {
  const receiver = await startReceiver((_request, response, nth) =>
    response.writeHead(nth === 1 ? 503 : 204).end(),
  );
  const admin = await service.createAdmin({ products: ['es-da'] });
  const { id } = await service.register(admin, receiver.url, ['forecast.published'], [1, 50, 90]);
  await publish('2026-03-30T10:15:00Z', { withDistributions: true });
  const [delivery] = await service.settled(id, ([row]) => row.attempts > 0);
  context.clock.advance(60_000);
  service.startWorker().wake();
  await service.settled(id);
  await redeliver(context, admin, { endpointId: id, deliveryId: delivery.id });
  await receiver.waitFor(3);
  const [first, ...others] = receiver.received.map(({ body }) => body.toString());
  assert.deepEqual(others, [first, first]);
  await receiver.close();
});

test('a change of the quantiles counts from the next delivery on; a run without distributions has them from its bounds', async () => {
  const receiver = await startReceiver();
  const admin = await service.createAdmin();
  const { id } = await service.register(admin, receiver.url, ['forecast.published']);
  const quantiles = async (issuedAt: string) => {
    const count = receiver.received.length;
    await publish(issuedAt);
    await receiver.waitFor(count + 1);
    await service.settled(id);
    return pointsOf(receiver.received[count])[0].quantiles;
  };
  assert.equal(await quantiles('2026-03-30T10:20:00Z'), undefined);
  await updateEndpoint(context, admin, id, { quantiles: [10, 50, 75] });
  assert.deepEqual(await quantiles('2026-03-30T10:25:00Z'), { 10: 40, 50: 50, 75: 55.26 });
  await updateEndpoint(context, admin, id, { quantiles: [] });
  assert.equal(await quantiles('2026-03-30T10:30:00Z'), undefined);
  await receiver.close();
});

test('a ping to an endpoint that wants quantiles is as any other', async () => {
  const receiver = await startReceiver();
  const admin = await service.createAdmin();
  const { id } = await service.register(admin, receiver.url, ['prices.published'], [5]);
  await sendTest(context, admin, id);
  await receiver.waitFor(1);
  assert.deepEqual(JSON.parse(receiver.received[0].body.toString()).data, { endpoint_id: id, name: 'test' });
  await receiver.close();
});
