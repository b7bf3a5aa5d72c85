import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createApiKey, createTenant, createUser } from '../../src/people/access/create-identities.ts';
import { startSession } from '../../src/people/sessions/rules.ts';
import { readSealingKeys, readSessionSecrets } from '../../src/operate/setup/read-secrets.ts';
import { generateWebhookSecret, sealingPurpose } from '../../src/outbound/webhooks/sign.ts';
import { createSealer } from '../../src/ground/secrets/sealing.ts';
import type { Db } from '../../src/ground/database/database.ts';
import { listStoredTables } from '../../src/operate/backup/stored-tables.ts';
import type { Clock } from '../../src/ground/timing/clock.ts';

/** Text that a careless format would break. */
const AWKWARD = 'tab\t, line\nend, \\N, \\., "quotes", ñ € 😀';

/** What a test asks of the restored installation. */
export interface Filled {
  tenantId: string;
  apiKey: string;
  sessionToken: string;
  endpointId: string;
  webhookSecret: string;
}

/** Puts into a database and a data folder what a backup must keep. */
export async function fillInstallation(
  { db, clock }: { db: Db; clock: Clock },
  dataDir: string,
): Promise<Filled> {
  const identity = { db, clock };
  const tenantId = await createTenant(identity, { name: AWKWARD });
  await createTenant(identity, { name: 'Another' });
  const user = {
    email: 'admin@example.com',
    password: 'correct horse',
    fullName: 'Admin',
    role: 'admin' as const,
  };
  const userId = await createUser(identity, { ...user, tenantId });
  const { key: apiKey } = await createApiKey(identity, {
    tenantId,
    label: 'Old key',
    role: 'admin',
    createdBy: userId,
  });
  const sessionSecrets = await readSessionSecrets({ dataDir, databaseUrl: undefined });
  const { token: sessionToken } = await startSession(
    { ...identity, sessionSecrets },
    { userId, tenantId, role: 'admin', tokenVersion: 1 },
    { address: '127.0.0.1', userAgent: 'test' },
  );
  const endpointId = crypto.randomUUID();
  const webhookSecret = generateWebhookSecret();
  const sealed = createSealer(await readSealingKeys({ dataDir, databaseUrl: undefined })).seal(
    webhookSecret,
    sealingPurpose(endpointId),
  );
  await sql`
    insert into webhook_endpoint (id, tenant_id, name, url, events, state, secret, created_at, updated_at)
      values (${endpointId}, ${tenantId}, 'Hook', 'https://example.com/hook', array['forecast.published'], 'active', ${sealed}, now(), now());
    `.execute(db);
  // What waits to be sent.
  const [eventId, deliveryId] = [crypto.randomUUID(), crypto.randomUUID()];
  await sql`insert into event (id, tenant_id, type, occurred_at, body)
    values (${eventId}, ${tenantId}, 'ping', now(), '{}')`.execute(db);
  await sql`insert into webhook_delivery (id, tenant_id, endpoint_id, event_id, event, state, created_at)
    values (${deliveryId}, ${tenantId}, ${endpointId}, ${eventId}, 'ping', 'pending', now())`.execute(db);
  await sql`insert into webhook_queue (delivery_id, tenant_id, endpoint_id, event_id, event, due_at)
    values (${deliveryId}, ${tenantId}, ${endpointId}, ${eventId}, 'ping', now())`.execute(db);
  await sql`insert into mail_queue (id, tenant_id, recipient, locale, message, created_at, next_attempt_at)
    values (gen_random_uuid(), ${tenantId}, 'a@example.com', 'en', '{}', now(), now())`.execute(db);
  await sql`insert into feed (series, source, resolution, unit) values ('price.da', 'omie', 'PT1H', 'EUR/MWh')`.execute(
    db,
  );
  // Over several partitions and beyond them, with values whose last digit counts.
  await sql`
    insert into observation (feed_id, start_at, revision, value, available_at)
    select (select max(id) from feed), t, 1, (0.1 + 0.2) * extract(day from t)::float8 / 3, t
    from generate_series('2009-06-01Z'::timestamptz, '2046-06-01Z', interval '50 hours') t`.execute(db);
  await sql`insert into service_state values ('note', ${JSON.stringify({ text: AWKWARD, bytes: randomBytes(9) })}), ('written', '0')`.execute(
    db,
  );
  return { tenantId, apiKey, sessionToken, endpointId, webhookSecret };
}

/** The rows of every table that a backup keeps, as a number each; what a restore changes on purpose is left out. */
export async function digestTables(db: Db): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const { name } of await listStoredTables(db)) {
    if (name === 'data_version') continue;
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest
      from ${sql.table(name)} t
      where ${name === 'service_state' ? sql`t::text !~ 'last_backup|tenant_rights'` : sql`true`}`.execute(
      db,
    );
    digests[name] = rows[0].digest;
  }
  return digests;
}
