import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { insertBackfill } from '../../packages/server/src/market/publications/backfills.ts';
import { openDatabase } from '../../packages/server/src/ground/database/database.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/ground/embedded-postgres/start-embedded-postgres.ts';
import { holdBackDay } from '../../packages/server/test/hold-back-day.ts';
import type { Records } from './routes.ts';

/** What an answer has under a name. */
function textOf(answer: unknown, name: string): string {
  const value: unknown = Object(answer)[name];
  if (typeof value !== 'string') throw new Error(`There is no ${name} in ${JSON.stringify(answer)}.`);
  return value;
}

/** Signs in, makes a record of each kind that routes have in their paths, and gives the first tenant as much of a past as others have. */
export async function makeRecords(
  baseUrl: string,
  dataDir: string,
  firstRun: unknown,
): Promise<{ tokens: Record<'key' | 'admin' | 'superadmin', string>; records: Records }> {
  const adminEmail = textOf(firstRun, 'admin_email');
  const signIn = async (kind: string) => {
    const body = new URLSearchParams({
      username: textOf(firstRun, `${kind}_email`),
      password: textOf(firstRun, `${kind}_password`),
    });
    const reply = await fetch(`${baseUrl}/auth/token`, { method: 'POST', body });
    return textOf(await reply.json(), 'access_token');
  };
  const admin = await signIn('admin');
  const superadmin = await signIn('superadmin');
  const make = async (path: string, body: object) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${text}`);
    return textOf(JSON.parse(text), 'id');
  };
  const events = ['forecast.published', 'forecast.changed', 'prices.published'];
  const webhook = await make('/webhooks', { name: 'Test', url: 'http://127.0.0.1:9/', events });
  const site = await make('/portfolio/sites', {
    name: 'Battery',
    kind: 'battery',
    capacity_mw: 10,
    energy_mwh: 20,
    efficiency: 0.9,
  });
  const rule = await make('/notifications/rules', {
    name: 'High',
    kind: 'price_above',
    product: 'da',
    threshold: 150,
  });
  const ticket = await make('/support/tickets', { subject: 'Question', message: 'Why?' });
  const stored = await storeRecords(dataDir, { webhook, email: adminEmail });
  return {
    tokens: { key: textOf(firstRun, 'api_key'), admin, superadmin },
    records: { webhook, site, rule, ticket, ...stored },
  };
}

/** What the API makes none of: in the database of the service that runs. */
async function storeRecords(
  dataDir: string,
  { webhook, email }: { webhook: string; email: string },
): Promise<Records> {
  const server = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase(server.databaseUrl, { maxConnections: 1 });
  await sql`update tenant set rate_limit = 1000000`.execute(db);
  await sql`update webhook_endpoint set state = 'disabled' where id = ${webhook}`.execute(db);
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'tenant_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await sql`
    insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, attempts, last_status, created_at, completed_at)
    select gen_random_uuid(), ${user.tenant_id}, ${webhook}, id, type, 'succeeded', 1, 200, occurred_at, occurred_at from event
    on conflict do nothing`.execute(db);
  await sql`
    insert into audit_entry (id, tenant_id, at, actor_kind, actor_id, action)
    select gen_random_uuid(), ${user.tenant_id}, at, 'user', ${user.id}, 'session.started'
    from generate_series('2023-03-31'::timestamptz, '2026-03-30', '1 hour') as at`.execute(db);
  await sql`
    insert into notification (id, tenant_id, user_id, content, created_at)
    select gen_random_uuid(), ${user.tenant_id}, ${user.id},
      jsonb_build_object('kind', 'ticket_answered', 'ticketId', ${randomUUID()}::text, 'subject', 'Question'), at
    from generate_series('2026-01-01'::timestamptz, '2026-03-30', '1 hour') as at`.execute(db);
  await sql`analyze`.execute(db);
  const idOf = async (table: string, condition = sql`true`) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where ${condition} limit 1`.execute(db);
    return rows[0].id;
  };
  const now = Date.parse('2026-03-30T00:00:00Z');
  const start = Array.from({ length: 24 }, (_, hour) => now + hour * 3_600_000);
  const records = {
    delivery: await idOf('webhook_delivery', sql`endpoint_id = ${webhook}`),
    run: await idOf('forecast_run', sql`product = 'da' and issued_at < '2025-03-01'`),
    tenant: user.tenant_id,
    backfill: await insertBackfill(
      db,
      { source: 'omie', publication: undefined, from: '2020-03-01', to: '2020-03-01' },
      { createdBy: user.id, now },
    ),
    held: await holdBackDay(db, {
      source: 'omie',
      name: 'price.da',
      day: '2020-01-01',
      expectedAt: now,
      now,
      reason: 'a test',
      series: [{ key: 'price.da', unit: 'EUR/MWh', resolution: 'PT1H', start, value: start.map(() => 290) }],
    }),
  };
  await db.destroy();
  await server.stop();
  return records;
}
