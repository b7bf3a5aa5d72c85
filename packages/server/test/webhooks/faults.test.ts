import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, beforeEach, suite, test } from 'node:test';
import type { Principal } from '../../src/people/access/principal.ts';
import { createUser } from '../../src/people/access/create-identities.ts';
import { failStranded } from '../../src/outbound/webhooks/deliveries.ts';
import { redeliver } from '../../src/outbound/webhooks/delivery-rules.ts';
import { rotateSecret } from '../../src/outbound/webhooks/rules.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { type Answer, startReceiver } from './receiver.ts';
import { selfSigned } from './self-signed.ts';
import { type DeliveryRow, createWebhookService } from './webhook-service.ts';

const STARTS_AT = '2026-03-30T10:05:00Z';
const HOUR_MS = 3_600_000;
const HOST = 'hooks.example.com';

const certificate = selfSigned(HOST);
const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
const service = await createWebhookService(STARTS_AT, { resolve });
const { context, db } = service;
const { clock } = context;
let worker: { wake(): void; stop(): Promise<void> };
let issued = 0;
before(() => {
  worker = service.startWorker({ ca: certificate.cert });
});
after(() => service.close());

/** Publishes a run that no other of these tests receives, because the others' endpoints are of other products. */
async function publish(on = service): Promise<void> {
  const issuedAt = new Date(clock.now() - HOUR_MS + issued++).toISOString();
  await publishTestRun(on.db, { issuedAt, firstDay: '2026-03-31', days: 1 });
}

/** Sends one event to an endpoint and gives the delivery after its first attempt. */
async function attempt(url: string): Promise<DeliveryRow & { endpointId: string; owner: Principal }> {
  const owner = await service.createAdmin();
  const { id } = await service.register(owner, url, ['forecast.published']);
  await publish();
  const [delivery] = await service.settled(id, ([row]) => row.attempts > 0);
  await db.deleteFrom('webhook_endpoint').where('id', '=', id).execute();
  return { ...delivery, endpointId: id, owner };
}

function waitOf(delivery: DeliveryRow): number {
  return ((delivery.next_attempt_at?.getTime() ?? 0) - clock.now()) / 1000;
}

suite('an answer that is no success is tried again, and the log says why', () => {
  const answers: [name: string, answer: Answer, status: number | null, error: RegExp][] = [
    ['500', (_request, response) => response.writeHead(500).end('oops'), 500, /answered 500/],
    ['301', (_request, response) => response.writeHead(301, { location: '/' }).end(), 301, /redirects/],
    ['404', (_request, response) => response.writeHead(404).end(), 404, /answered 404/],
    ['a reset', (_request, response) => response.socket?.resetAndDestroy(), null, /reset|closed/],
    ['a closed connection', (_request, response) => response.destroy(), null, /closed/],
    [
      'too large headers',
      (_request, response) => response.writeHead(200, { 'x-large': 'x'.repeat(40_000) }).end(),
      null,
      /headers of the answer/,
    ],
  ];
  for (const [name, answer, status, error] of answers) {
    test(name, async () => {
      const receiver = await startReceiver(answer);
      const delivery = await attempt(receiver.url);
      assert.deepEqual([delivery.state, delivery.last_status], ['pending', status]);
      assert.match(String(delivery.attempt_log[0].error), error);
      assert.ok(waitOf(delivery) >= 4 && waitOf(delivery) <= 6, String(waitOf(delivery)));
      await receiver.close();
    });
  }

  test('no answer', async () => {
    // With a worker of its own: so short a limit would end other attempts on a busy machine.
    const impatient = await createWebhookService(STARTS_AT, { resolve });
    const receiver = await startReceiver(() => {});
    const { id } = await impatient.register(await impatient.createAdmin(), receiver.url);
    impatient.startWorker({ timeoutMs: 200 });
    await publish(impatient);
    const [delivery] = await impatient.settled(id, ([row]) => row.attempts > 0);
    assert.deepEqual([delivery.state, delivery.last_status], ['pending', null]);
    assert.match(String(delivery.attempt_log[0].error), /^No answer within 0.2 seconds/);
    await receiver.close();
    await impatient.close();
  });

  test('the receiver is down', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    const delivery = await attempt(receiver.url);
    assert.deepEqual(
      [delivery.state, delivery.attempt_log[0].error],
      ['pending', 'The connection was refused.'],
    );
    assert.deepEqual(delivery.attempt_log[0].error_codes, [{ code: 'connection_refused', parts: {} }]);
  });

  test('something that is not HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const delivery = await attempt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    assert.deepEqual([delivery.state, delivery.attempt_log[0].error], ['pending', 'The answer is not HTTP.']);
    server.close();
  });
});

suite('TLS is verified against the host name, although the address is pinned', () => {
  const portOf = (url: string) => new URL(url).port;

  test('the right name succeeds', async () => {
    const receiver = await startReceiver(undefined, certificate);
    const delivery = await attempt(`https://${HOST}:${portOf(receiver.url)}/`);
    assert.equal(delivery.state, 'succeeded', JSON.stringify(delivery.attempt_log));
    await receiver.close();
  });

  test('another name and an unknown authority do not', async () => {
    const receiver = await startReceiver(undefined, certificate);
    const stranger = await startReceiver(undefined, selfSigned(HOST));
    for (const url of [
      `https://other.example.com:${portOf(receiver.url)}/`,
      `https://127.0.0.1:${portOf(receiver.url)}/`,
      `https://${HOST}:${portOf(stranger.url)}/`,
    ]) {
      const delivery = await attempt(url);
      assert.equal(delivery.state, 'pending', url);
      assert.match(String(delivery.attempt_log[0].error), /^The TLS connection was refused/, url);
    }
    assert.deepEqual([receiver.received.length, stranger.received.length], [0, 0]);
    await Promise.all([receiver.close(), stranger.close()]);
  });
});

suite('a success is a success, whatever the body does', () => {
  const bodies: [string, Answer][] = [
    ['10 MB', (_request, response) => response.end(Buffer.alloc(10_000_000, 'x'))],
    [
      'one that never ends',
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'.repeat(100)), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
    [
      'one that breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('half');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['zero bytes of text', (_request, response) => response.end('a\0b')],
  ];
  for (const [name, answer] of bodies) {
    test(name, async () => {
      const receiver = await startReceiver(answer);
      const delivery = await attempt(receiver.url);
      assert.deepEqual([delivery.state, delivery.last_status], ['succeeded', 200]);
      const excerpt = String(delivery.attempt_log[0].response_excerpt);
      assert.ok(excerpt.length > 0 && excerpt.length <= 500);
      await receiver.close();
    });
  }
});

test('Retry-After is honoured up to twice the wait', async () => {
  for (const [retryAfter, least, most] of [
    ['8', 8, 8],
    ['3600', 10, 10],
    ['1', 4, 6],
  ] as const) {
    const receiver = await startReceiver((_request, response) =>
      response.writeHead(429, { 'retry-after': retryAfter }).end(),
    );
    const delivery = await attempt(receiver.url);
    assert.equal(delivery.last_status, 429);
    assert.ok(waitOf(delivery) >= least && waitOf(delivery) <= most, String(waitOf(delivery)));
    await receiver.close();
  }
});

suite('over time', () => {
  let owner: Principal;
  let answer: Answer;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let endpoint: { id: string; secret: string };
  beforeEach(async () => {
    owner = await service.createAdmin();
    receiver = await startReceiver((request, response, nth) => answer(request, response, nth));
    endpoint = await service.register(owner, receiver.url, ['forecast.published']);
  });
  const endpointRow = () =>
    db.selectFrom('webhook_endpoint').selectAll().where('id', '=', endpoint.id).executeTakeFirstOrThrow();
  const advanceTo = async (attempts: number): Promise<DeliveryRow> => {
    for (;;) {
      const [row] = await service.settled(endpoint.id, () => true);
      if (row.attempts >= attempts || row.state !== 'pending') return row;
      if (row.next_attempt_at !== null && row.next_attempt_at.getTime() > clock.now()) {
        clock.set(row.next_attempt_at.getTime());
      }
      worker.wake();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  test('a receiver that comes back gets the event under the same id with a fresh time', async () => {
    answer = (_request, response, nth) => response.writeHead(nth < 3 ? 503 : 200).end();
    await publish();
    const delivery = await advanceTo(3);
    assert.deepEqual([delivery.state, delivery.attempts], ['succeeded', 3]);
    const ids = receiver.received.map(({ headers }) => headers['svc-webhook-id']);
    assert.deepEqual(ids, [delivery.id, delivery.id, delivery.id]);
    assert.equal(new Set(receiver.received.map(({ body }) => body.toString())).size, 1);
    const { last_success_at, last_failure_at, failing_since } = await endpointRow();
    assert.ok(last_success_at !== null && last_failure_at !== null && failing_since === null);
    await receiver.close();
  });

  test('after eight attempts it has failed, and redelivery starts afresh', async () => {
    answer = (_request, response, nth) => response.writeHead(nth <= 8 ? 500 : 200).end();
    const from = clock.now();
    await publish();
    const failed = await advanceTo(9);
    assert.deepEqual([failed.state, failed.attempts, receiver.received.length], ['failed', 8, 8]);
    const hours = (clock.now() - from) / HOUR_MS;
    assert.ok(hours > 27.5 * 0.8 && hours < 27.5 * 1.2, String(hours));
    await redeliver(context, owner, { endpointId: endpoint.id, deliveryId: failed.id });
    worker.wake();
    const [again] = await service.settled(endpoint.id);
    assert.deepEqual([again.state, again.attempts, again.id], ['succeeded', 9, failed.id]);
    await receiver.close();
  });

  test('410 disables the endpoint, and its admins are notified once', async () => {
    answer = (_request, response) => response.writeHead(410).end();
    const user = { password: 'correct horse', fullName: 'A', tenantId: owner.tenantId };
    await createUser(context, { ...user, email: 'admin410@example.com', role: 'admin' });
    await createUser(context, { ...user, email: 'viewer410@example.com', role: 'viewer' });
    await publish();
    await publish();
    await service.settled(endpoint.id, (rows) => rows.some((row) => row.state === 'failed'));
    // The second event may have been written while the endpoint was being disabled.
    await failStranded(db, clock.now());
    const rows = await service.settled(endpoint.id);
    assert.ok(rows.every((row) => row.state === 'failed'));
    const { state, disabled_reason } = await endpointRow();
    assert.deepEqual([state, disabled_reason], ['disabled', 'The endpoint answered 410 Gone.']);
    const mails = await db
      .selectFrom('mail_queue')
      .select(['recipient', 'message'])
      .where('tenant_id', '=', owner.tenantId)
      .execute();
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      ['admin410@example.com'],
    );
    assert.match(JSON.stringify(mails[0].message), /410 Gone/);
    const notifications = await db
      .selectFrom('notification')
      .innerJoin('app_user', 'app_user.id', 'notification.user_id')
      .select(['app_user.email', 'notification.content'])
      .where('notification.tenant_id', '=', owner.tenantId)
      .execute();
    assert.deepEqual(
      notifications.map(({ email, content }) => [email, content.kind]),
      [['admin410@example.com', 'webhook_disabled']],
    );
    const audit = await db
      .selectFrom('audit_entry')
      .select(['action', 'actor_kind'])
      .where('tenant_id', '=', owner.tenantId)
      .where('action', '=', 'webhook.disabled')
      .execute();
    assert.deepEqual(audit, [{ action: 'webhook.disabled', actor_kind: 'system' }]);
    await receiver.close();
  });

  /** An event whose only attempt fails or succeeds as `answer` says; the rest of its attempts is not waited for. */
  const attemptOnce = async () => {
    const count = receiver.received.length + 1;
    await publish();
    worker.wake();
    await receiver.waitFor(count);
    await service.settled(endpoint.id, (rows) => rows.every(({ attempts }) => attempts > 0));
    await db.deleteFrom('webhook_queue').where('endpoint_id', '=', endpoint.id).execute();
    await db
      .updateTable('webhook_delivery')
      .set({ state: 'failed' })
      .where('endpoint_id', '=', endpoint.id)
      .where('state', '=', 'pending')
      .execute();
  };
  const stateAfter = async (gapsHours: number[]) => {
    for (const hours of gapsHours) {
      clock.advance(hours * HOUR_MS);
      await attemptOnce();
    }
    const { state, disabled_reason } = await endpointRow();
    return [state, disabled_reason];
  };
  const ACTIVE = ['active', null];
  const HOPELESS = ['disabled', 'Every attempt has failed for 120 hours.'];

  test('five days of failures disable it, a success among them starts the count again', async () => {
    answer = (_request, response, nth) => response.writeHead(nth === 7 ? 200 : 500).end();
    assert.deepEqual(await stateAfter([0, ...Array<number>(5).fill(20), 1]), ACTIVE);
    assert.equal((await endpointRow()).failing_since, null);
    assert.deepEqual(await stateAfter([1, ...Array<number>(5).fill(20), 19]), ACTIVE);
    assert.deepEqual(await stateAfter([1]), HOPELESS);
    await receiver.close();
  });

  test('time without attempts is none in which it failed', async () => {
    answer = (_request, response) => response.writeHead(307).end();
    assert.deepEqual(await stateAfter([0, 0.1, 0.1, 7 * 24]), ACTIVE);
    assert.deepEqual(await stateAfter([30 * 24, 0.1, 60 * 24]), ACTIVE);
    // The count goes on where it was.
    assert.deepEqual(await stateAfter([...Array<number>(5).fill(20), 19]), ACTIVE);
    assert.deepEqual(await stateAfter([1]), HOPELESS);
    await receiver.close();
  });

  test('after a start several attempts are made, however long it failed before', async () => {
    answer = (_request, response) => response.writeHead(500).end();
    assert.deepEqual(await stateAfter([0, ...Array<number>(5).fill(20), 19.9]), ACTIVE);
    await worker.stop();
    clock.advance(10 * HOUR_MS);
    worker = service.startWorker({ ca: certificate.cert });
    assert.deepEqual(await stateAfter([0]), ACTIVE);
    assert.deepEqual(await stateAfter([0.1, 0.1]), ACTIVE);
    assert.deepEqual(await stateAfter([0.1]), HOPELESS);
    await receiver.close();
  });

  test('one event a week disables it after five weeks of failed attempts, not after two', async () => {
    answer = (_request, response) => response.writeHead(500).end();
    for (let week = 1; week <= 8; week++) {
      const from = clock.now();
      await publish();
      await service.settled(endpoint.id, (rows) => rows.length === week);
      for (;;) {
        const rows = await service.settled(endpoint.id, () => true);
        const waiting = rows.find((row) => row.state === 'pending');
        if (waiting === undefined) break;
        if (waiting.next_attempt_at !== null && waiting.next_attempt_at.getTime() > clock.now()) {
          clock.set(waiting.next_attempt_at.getTime());
        }
        worker.wake();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      if ((await endpointRow()).state === 'disabled') {
        assert.ok(week >= 4 && week <= 6, String(week));
        break;
      }
      assert.ok(week < 6);
      clock.set(from + 7 * 24 * HOUR_MS);
    }
    assert.equal((await endpointRow()).state, 'disabled');
    await receiver.close();
  });

  test('within the grace of a rotation both secrets sign, after it the new one alone', async () => {
    answer = (_request, response) => response.writeHead(200).end();
    await rotateSecret(context, owner, endpoint.id, 60);
    await publish();
    await service.settled(endpoint.id);
    clock.advance(60_000);
    await publish();
    await service.settled(
      endpoint.id,
      (rows) => rows.length === 2 && rows.every(({ state }) => state !== 'pending'),
    );
    const counts = receiver.received.map(
      ({ headers }) => String(headers['svc-webhook-signature']).split('v1=').length - 1,
    );
    assert.deepEqual(counts, [2, 1]);
    await receiver.close();
  });
});

test('an endpoint that hangs delays no other, and has at most five attempts under way', async () => {
  const open = new Set<ServerResponse>();
  let most = 0;
  let hangs = true;
  const slow = await startReceiver((_request, response) => {
    if (hangs) open.add(response);
    else response.end();
    most = Math.max(most, open.size);
  });
  const quick = await startReceiver();
  const owner = await service.createAdmin();
  const slowEndpoint = await service.register(owner, slow.url, ['forecast.published']);
  const quickEndpoint = await service.register(owner, quick.url, ['forecast.published']);
  for (let i = 0; i < 12; i++) await publish();
  await quick.waitFor(12);
  const done = await service.settled(quickEndpoint.id);
  assert.ok(done.every(({ state }) => state === 'succeeded'));
  assert.ok(most >= 1 && most <= 5, String(most));
  hangs = false;
  for (const response of open) response.end();
  const late = await service.settled(slowEndpoint.id);
  assert.deepEqual([late.length, late.every(({ state }) => state === 'succeeded')], [12, true]);
  await Promise.all([slow.close(), quick.close()]);
});
