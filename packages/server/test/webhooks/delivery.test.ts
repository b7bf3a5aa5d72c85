import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { sendTest } from '../../src/outbound/webhooks/delivery-rules.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type Received, startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const service = await createWebhookService('2026-03-30T10:05:00Z');
const { db } = service.context;
after(() => service.close());

/** HMAC by openssl: shares nothing with the code that signs. */
function opensslHmac(secret: string, bytes: Buffer): string {
  const { stdout } = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: bytes });
  return stdout.toString().trim().split(' ').at(-1) ?? '';
}

function verify({ headers, body }: Received, ...secrets: string[]): void {
  const [t, ...signatures] = String(headers['svc-webhook-signature']).split(',');
  assert.match(t, /^t=\d{10}$/);
  assert.ok(Math.abs(Number(t.slice(2)) - Date.now() / 1000) < 60);
  const signed = Buffer.concat([Buffer.from(`${t.slice(2)}.`), body]);
  assert.deepEqual(
    signatures,
    secrets.map((secret) => `v1=${opensslHmac(secret, signed)}`),
  );
}

test('a published run reaches the endpoint as specified, signed over its bytes', async () => {
  const receiver = await startReceiver();
  const admin = await service.createAdmin();
  const { id, secret } = await service.register(admin, `${receiver.url}/hook?x=1`);
  service.startWorker();
  const runId = await publishTestRun(db, {
    issuedAt: '2026-03-30T10:05:00Z',
    firstDay: '2026-03-31',
    days: 1,
  });
  await receiver.waitFor(1);
  const [delivery] = await service.settled(id);
  const [request] = receiver.received;
  assert.equal(request.path, '/hook?x=1');
  assert.equal(request.headers['svc-webhook-id'], delivery.id);
  assert.equal(request.headers['svc-webhook-event'], 'forecast.published');
  assert.equal(request.headers['content-type'], 'application/json');
  verify(request, secret);
  const body = JSON.parse(request.body.toString());
  assert.deepEqual(Object.keys(body), ['id', 'event', 'occurred_at', 'data']);
  const { points, ...data } = body.data;
  assert.deepEqual(data, {
    forecast_id: runId,
    market_id: 'es',
    market_product_id: 'es-da',
    product: 'da',
    issued_at: '2026-03-30T10:05:00Z',
    scheduled_for: '2026-03-30T10:05:00Z',
    trigger: 'schedule',
    before_gate: false,
    model_version_id: 'da-2026.03.1',
    resolution: 'PT1H',
    unit: 'EUR/MWh',
    degraded: [],
    degraded_reasons: [],
    simulated: false,
  });
  assert.equal(points.length, 24);
  assert.deepEqual(points[0], { time: '2026-03-30T22:00:00Z', value: 50, p10: 40, p90: 60 });
  assert.deepEqual([delivery.state, delivery.attempts, delivery.last_status], ['succeeded', 1, 204]);
  await receiver.close();
});

test('what the answers show of an address is where its deliveries go', async () => {
  const receiver = await startReceiver();
  const admin = await service.createAdmin();
  const given = `${receiver.url.replace('http', 'HTTP')}/a/../hook/./of//Lonja?x=../1&y=é#`;
  const { id, url } = await service.register(admin, given);
  service.startWorker();
  await sendTest(service.context, admin, id);
  await receiver.waitFor(1);
  await service.settled(id);
  const [{ path, headers }] = receiver.received;
  assert.equal(path, '/hook/of//Lonja?x=../1&y=%C3%A9');
  assert.equal(url, `http://${headers.host}${path}`);
  await receiver.close();
});
