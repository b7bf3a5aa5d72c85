import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { reason } from '../../src/ground/reasons/reasons.ts';
import { redeliver } from '../../src/outbound/webhooks/delivery-rules.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { deleteEvents } from '../../src/operate/retention/forget-rows.ts';
import { sql } from 'kysely';
import {
  claimDeliveries,
  endLease,
  findNextDue,
  NO_TENANT,
} from '../../src/outbound/webhooks/delivery-queue.ts';
import { findEndpoint } from '../../src/outbound/webhooks/endpoints.ts';
import { HOPELESS, recordAttempts } from '../../src/outbound/webhooks/record-attempts.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

const LEASE_MS = 45_000;

const service = await createWebhookService('2026-03-30T10:05:00Z');
const { context, db } = service;
const { clock } = context;
after(() => service.close());
let published = 0;

async function publish(): Promise<void> {
  const issuedAt = new Date(clock.now() - 3_600_000 + published++).toISOString();
  await publishTestRun(db, { issuedAt, firstDay: '2026-03-31', days: 1 });
}

/** Claims as a worker does and gives the tickets. */
async function claim(holder: string, held: string[] = []): Promise<string[]> {
  const now = clock.now();
  const { deliveries } = await claimDeliveries(db, {
    holder,
    held,
    now,
    leaseMs: LEASE_MS,
    limit: 100,
    perEndpoint: 5,
    tenantShare: 100,
    failing: false,
    after: NO_TENANT,
    busy: [],
    keyFingerprints: [],
  });
  return deliveries.map(({ ticket }) => ticket);
}

/** Writes that an attempt ended now, with another to follow where the delivery is still pending. */
async function recordResult(
  delivery: { ticket: string; id: string; endpointId: string },
  state: 'succeeded' | 'pending',
  status: number,
): Promise<void> {
  const now = clock.now();
  const error = status < 300 ? null : [reason('endpoint_answered', { status })];
  const outcome = { status, durationMs: 1, error, responseExcerpt: null };
  const nextAttemptAt = state === 'pending' ? now + 5000 : undefined;
  await recordAttempts(
    db,
    [{ ...delivery, startedAt: now, endedAt: now, state, nextAttemptAt, disable: undefined, outcome }],
    { hopeless: HOPELESS, askingSince: now, now },
    async () => assert.fail('the endpoint stays active'),
  );
}

async function forget(endpointId: string): Promise<void> {
  await db.deleteFrom('webhook_endpoint').where('id', '=', endpointId).execute();
}

test('what one worker has in hand no other takes, until it is given back or the lease is over', async () => {
  const owner = await service.createAdmin();
  const { id } = await service.register(owner, 'http://127.0.0.1:9/', ['forecast.published']);
  await publish();
  const [first, second] = [randomUUID(), randomUUID()];
  const tickets = await claim(first);
  assert.equal(tickets.length, 1);
  assert.deepEqual(await claim(second), []);
  assert.deepEqual(await claim(first, tickets), [], 'what is in hand is not taken twice');
  assert.equal(await findNextDue(db), undefined);
  await endLease(db, first);
  assert.ok(Number(await findNextDue(db)) <= clock.now());
  assert.deepEqual(await claim(second), tickets);
  // Whatever the clock of another worker shows, the lease goes by the database's.
  clock.advance(2 * LEASE_MS);
  assert.deepEqual(await claim(first), []);
  await sql`update webhook_lease set until = clock_timestamp() where holder = ${second}::uuid`.execute(db);
  assert.deepEqual(await claim(first), tickets);
  const leases = await db.selectFrom('webhook_lease').select('holder').execute();
  assert.deepEqual(leases, [{ holder: first }], 'a lease that is over is cleared away');
  await endLease(db, first);
  await forget(id);
});

test('of many workers that claim at once each delivery goes to one', async () => {
  const owner = await service.createAdmin();
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) {
    ids.push((await service.register(owner, 'http://127.0.0.1:9/', ['forecast.published'])).id);
  }
  await publish();
  const holders = Array.from({ length: 8 }, () => randomUUID());
  const claims = await Promise.all(holders.map((holder) => claim(holder)));
  assert.equal(claims.flat().length, 10);
  assert.equal(new Set(claims.flat()).size, 10);
  for (const holder of holders) await endLease(db, holder);
  for (const id of ids) await forget(id);
});

test('claims go on with the tenant after the last one, round and round, and pass over those for whom nothing is due', async () => {
  const owners = await Promise.all(Array.from({ length: 4 }, () => service.createAdmin()));
  const endpoints: string[] = [];
  for (const owner of owners) {
    for (let i = 0; i < 3; i++) {
      endpoints.push((await service.register(owner, 'http://127.0.0.1:9/', ['forecast.published'])).id);
    }
  }
  await publish();
  const idle = owners[0].tenantId;
  const later = new Date(clock.now() + 60_000);
  await sql`update webhook_queue set due_at = ${later} where tenant_id = ${idle}`.execute(db);
  const waiting = owners.map(({ tenantId }) => tenantId).filter((id) => id !== idle);
  const limits = {
    leaseMs: LEASE_MS,
    perEndpoint: 5,
    tenantShare: 1,
    failing: false,
    busy: [],
    keyFingerprints: [],
  };
  const seen: string[] = [];
  for (let after = NO_TENANT; seen.length < 9;) {
    const held = { holder: randomUUID(), held: [], now: clock.now(), limit: 1 };
    const claimed = await claimDeliveries(db, { ...limits, ...held, after });
    assert.deepEqual([claimed.deliveries.length, claimed.tenants], [1, 1]);
    after = claimed.lastTenant;
    seen.push(after);
  }
  const inOrder = waiting.toSorted();
  assert.deepEqual(seen, [...inOrder, ...inOrder, ...inOrder]);
  const rest = { holder: randomUUID(), held: [], now: clock.now(), limit: 100 };
  const last = await claimDeliveries(db, { ...limits, ...rest, after: seen[8] });
  assert.deepEqual([last.deliveries, last.tenants], [[], 3], 'all that is due is in hand');
  assert.equal(await findNextDue(db), later.getTime());
  for (const id of endpoints) await forget(id);
});

test('a result that comes after another worker ended the delivery is logged and changes no state', async () => {
  const owner = await service.createAdmin();
  const { id: endpointId } = await service.register(owner, 'http://127.0.0.1:9/', ['forecast.published']);
  await publish();
  const holder = randomUUID();
  const [ticket] = await claim(holder);
  const [{ id }] = await service.settled(endpointId, () => true);
  const record = (state: 'succeeded' | 'pending', status: number) =>
    recordResult({ ticket, id, endpointId }, state, status);
  await record('succeeded', 204);
  await record('pending', 500);
  const [row] = await service.settled(endpointId);
  assert.deepEqual([row.state, row.attempts, row.next_attempt_at], ['succeeded', 2, null]);
  assert.deepEqual(
    row.attempt_log.map(({ status }) => status),
    [204, 500],
  );
  await endLease(db, holder);
  await forget(endpointId);
});

test('the last success is reported at once, and still when the log has been deleted and after a redelivery that fails', async () => {
  const owner = await service.createAdmin();
  const { id: endpointId } = await service.register(owner, 'http://127.0.0.1:9/', ['forecast.published']);
  const holder = randomUUID();
  const lastSuccess = () =>
    withTenant(db, owner.tenantId, async (tx) =>
      (await findEndpoint(tx, endpointId))?.last_success_at?.getTime(),
    );
  const next = async () => {
    const [ticket] = await claim(holder);
    assert.ok(ticket !== undefined);
    const [{ id }] = await service.settled(endpointId, () => true);
    clock.advance(1000);
    return { ticket, id, endpointId };
  };
  await publish();
  assert.equal(await lastSuccess(), undefined);
  await recordResult(await next(), 'succeeded', 204);
  const first = clock.now();
  assert.equal(await lastSuccess(), first);
  await deleteEvents(db, first, 100);
  assert.equal(await lastSuccess(), first);
  await publish();
  const delivery = await next();
  await recordResult(delivery, 'succeeded', 204);
  const second = clock.now();
  assert.equal(await lastSuccess(), second);
  await redeliver(context, owner, { endpointId, deliveryId: delivery.id });
  assert.equal(await lastSuccess(), second);
  await recordResult(await next(), 'pending', 500);
  assert.equal(await lastSuccess(), second);
  await endLease(db, holder);
  await forget(endpointId);
});

test('a redelivery that is asked for while an attempt is under way is sent after it', async () => {
  const answers: (() => void)[] = [];
  const receiver = await startReceiver((_request, response) => {
    answers.push(() => response.writeHead(204).end());
  });
  const owner = await service.createAdmin();
  const { id: endpointId } = await service.register(owner, receiver.url, ['forecast.published']);
  const worker = service.startWorker();
  await publish();
  await receiver.waitFor(1);
  const [{ id }] = await service.settled(endpointId, () => true);
  await redeliver(context, owner, { endpointId, deliveryId: id });
  answers[0]?.();
  await receiver.waitFor(2);
  answers[1]?.();
  const [row] = await service.settled(endpointId);
  assert.deepEqual([row.state, row.attempts], ['succeeded', 2]);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['svc-webhook-id'])).size, 1);
  await worker.stop();
  await receiver.close();
});
