import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { arrayLiteral } from '../../src/ground/database/arrays.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { continueFanOut } from '../../src/outbound/events/fan-out.ts';
import { queueReplay } from '../../src/outbound/webhooks/deliveries.ts';
import { findNextDue, measureDeliveryQueue } from '../../src/outbound/webhooks/delivery-queue.ts';
import { sealingPurpose } from '../../src/outbound/webhooks/sign.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { startReceiver } from './receiver.ts';
import { createWebhookService } from './webhook-service.ts';

/** Deliveries that the transaction of a run writes. */
const AT_ONCE = 2000;
const ENDPOINTS = 2 * AT_ONCE + 500;
const NOW = '2026-03-30T10:05:00Z';

const service = await createWebhookService(NOW);
const { context, db } = service;
after(() => service.close());
const receiver = await startReceiver();
after(() => receiver.close());
const owner = await service.createAdmin();
const last = await registerMany();

/** Endpoints, each at a path of its own; gives the id of the last in the order in which deliveries are written. */
async function registerMany(): Promise<string> {
  const first = await service.register(owner, receiver.url, ['forecast.published']);
  const ids = Array.from({ length: ENDPOINTS - 1 }, () => randomUUID());
  const secrets = ids.map((id) => context.sealer.seal(first.secret, sealingPurpose(id)).toString('hex'));
  await sql`
    insert into webhook_endpoint (id, tenant_id, name, url, events, state, secret, created_at, updated_at)
    select other.id, tenant_id, name, url || '/' || other.id, events, state, decode(secrets.hex, 'hex'), created_at, updated_at
    from webhook_endpoint as first
    cross join unnest(${arrayLiteral(ids)}::uuid[]) with ordinality as other (id, place)
    join unnest(${arrayLiteral(secrets)}::text[]) with ordinality as secrets (hex, place) using (place)
    where first.id = ${first.id}`.execute(db);
  return [first.id, ...ids].toSorted().at(-1) ?? '';
}

async function publish(issuedAt: string): Promise<void> {
  await publishTestRun(db, { issuedAt, firstDay: '2026-03-31', days: 1 });
}

async function countDeliveries(): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from webhook_delivery`.execute(db);
  return Number(rows[0]?.count);
}

async function forgetEvents(): Promise<void> {
  await sql`delete from webhook_delivery`.execute(db);
  await sql`delete from event`.execute(db);
}

test('a run that many endpoints want is published with the first deliveries; the next worker writes and sends the others', async () => {
  await publish(NOW);
  assert.equal(await countDeliveries(), AT_ONCE);
  const issuedAt = Date.parse(NOW);
  assert.equal(await findNextDue(db), issuedAt);
  await sql`update webhook_queue set due_at = due_at + interval '1 hour'`.execute(db);
  assert.equal(await findNextDue(db), issuedAt, 'a worker that only looks goes on writing');
  assert.equal((await measureDeliveryQueue(db, issuedAt)).oldestDueAt, issuedAt);
  await sql`update webhook_queue set due_at = due_at - interval '1 hour'`.execute(db);

  context.clock.advance(1000);
  const late = await service.register(await service.createAdmin(), receiver.url, ['forecast.published']);
  // Receiver and worker share this process: on a busy machine an answer may take longer than an endpoint is waited for.
  const worker = service.startWorker({ timeoutMs: 60_000, leaseMs: 120_000 });
  await receiver.waitFor(ENDPOINTS);
  await worker.stop();
  assert.equal(receiver.received.length, ENDPOINTS);
  assert.equal(new Set(receiver.received.map(({ path }) => path)).size, ENDPOINTS);
  assert.equal(await countDeliveries(), ENDPOINTS);
  assert.deepEqual(await db.selectFrom('event_fan_out').selectAll().execute(), []);
  const { rows } =
    await sql`select state, last_error from webhook_delivery where state <> 'succeeded'`.execute(db);
  assert.deepEqual(rows, []);
  await db.deleteFrom('webhook_endpoint').where('id', '=', late.id).execute();
  await forgetEvents();
});

test('workers that go on with one event at once, and an owner who asks for it before, make one delivery for each endpoint', async () => {
  const issuedAt = Date.parse('2026-03-30T10:06:00Z');
  await publish(new Date(issuedAt).toISOString());
  const queued = await withTenant(db, owner.tenantId, (tx) =>
    queueReplay(tx, {
      tenantId: owner.tenantId,
      endpointId: last,
      from: issuedAt,
      to: issuedAt + 1,
      most: undefined,
      now: issuedAt,
    }),
  );
  assert.equal(queued, 1);
  for (let isLeft = true; isLeft;) {
    const went = await Promise.all([continueFanOut(db), continueFanOut(db), continueFanOut(db)]);
    isLeft = went.includes(true);
  }
  assert.equal(await countDeliveries(), ENDPOINTS);
  const { rows } = await sql`select from webhook_queue group by endpoint_id having count(*) > 1`.execute(db);
  assert.equal(rows.length, 0);
  await forgetEvents();
});

test('what is left of an event goes with the event, and endpoints that were deleted or turned off meanwhile get nothing', async () => {
  await publish('2026-03-30T10:07:00Z');
  await db.deleteFrom('webhook_endpoint').where('id', '=', last).execute();
  await sql`
    update webhook_endpoint set state = 'disabled'
    where id = (select id from webhook_endpoint order by id desc limit 1)`.execute(db);
  while (await continueFanOut(db));
  assert.equal(await countDeliveries(), ENDPOINTS - 2);
  await forgetEvents();
  await publish('2026-03-30T10:08:00Z');
  await forgetEvents();
  assert.equal(await continueFanOut(db), false);
});
