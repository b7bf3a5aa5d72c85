import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { appendEvents, takeEventTurn } from '../../src/outbound/events/append-event.ts';
import { sendTest } from '../../src/outbound/webhooks/delivery-rules.ts';
import { withTenant } from '../../src/ground/database/database.ts';
import { publishTestRun } from '../http/market-fixture.ts';
import { createWebhookService } from './webhook-service.ts';

const service = await createWebhookService('2026-03-30T10:05:00Z');
const { db, context } = service;
after(() => service.close());
const TABLES = ['webhook_endpoint', 'webhook_delivery', 'webhook_queue', 'event'] as const;

test('a tenant sees its own endpoints, deliveries, pings and alerts and the events of the market; without one, nothing', async () => {
  const [own, other] = [await service.createAdmin(), await service.createAdmin()];
  for (const admin of [own, other]) {
    const { id } = await service.register(admin, 'http://127.0.0.1:9/', ['forecast.published']);
    await sendTest(context, admin, id);
  }
  await publishTestRun(db, { issuedAt: '2026-03-30T10:05:00Z', firstDay: '2026-03-31', days: 1 });
  await db.transaction().execute(async (tx) => {
    await takeEventTurn(tx);
    const alert = {
      type: 'alert.fired' as const,
      marketProductId: 'es-da',
      maxChange: undefined,
      body: '{}',
    };
    const alerts = [own, other].map(({ tenantId }) => ({ ...alert, tenantId }));
    await appendEvents(tx, alerts, context.clock.now());
  });
  await withTenant(db, own.tenantId, async (tx) => {
    for (const table of ['webhook_endpoint', 'webhook_delivery', 'webhook_queue'] as const) {
      const tenants = await tx.selectFrom(table).select('tenant_id').distinct().execute();
      assert.deepEqual(tenants, [{ tenant_id: own.tenantId }], table);
    }
    const events = await tx.selectFrom('event').select(['tenant_id', 'type']).orderBy('sequence').execute();
    assert.deepEqual(events, [
      { tenant_id: own.tenantId, type: 'ping' },
      { tenant_id: null, type: 'forecast.published' },
      { tenant_id: own.tenantId, type: 'alert.fired' },
    ]);
  });
  await db.transaction().execute(async (tx) => {
    await sql`set local role lonja_tenant`.execute(tx);
    for (const table of TABLES)
      assert.deepEqual(await tx.selectFrom(table).select('tenant_id').execute(), [], table);
  });
});

test('a tenant can write no event of the market, and neither touch nor adopt what is not its own', async () => {
  const [own, other] = [await service.createAdmin(), await service.createAdmin()];
  const { id } = await service.register(other, 'http://127.0.0.1:9/', ['forecast.published']);
  await sendTest(context, other, id);
  await withTenant(db, own.tenantId, async (tx) => {
    const change = await tx
      .updateTable('webhook_endpoint')
      .set({ name: 'x' })
      .where('id', '=', id)
      .executeTakeFirst();
    const removal = await tx.deleteFrom('webhook_endpoint').where('id', '=', id).executeTakeFirst();
    const waiting = await tx.deleteFrom('webhook_queue').where('endpoint_id', '=', id).executeTakeFirst();
    assert.deepEqual([change.numUpdatedRows, removal.numDeletedRows, waiting.numDeletedRows], [0n, 0n, 0n]);
  });
  await assert.rejects(
    withTenant(db, own.tenantId, (tx) => tx.selectFrom('webhook_lease').selectAll().execute()),
    /permission denied/,
  );
  for (const tenantId of [null, other.tenantId]) {
    const event = {
      id: id,
      tenant_id: tenantId,
      type: 'ping' as const,
      occurred_at: new Date(0),
      body: '{}',
    };
    await assert.rejects(
      withTenant(db, own.tenantId, (tx) => tx.insertInto('event').values(event).execute()),
      /row-level security/,
    );
  }
});
