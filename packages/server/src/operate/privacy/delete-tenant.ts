import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { AppError, fieldFault } from '../../ground/errors.ts';
import type { IdentityContext } from '../../people/access/account-context.ts';
import { operatorOf, type Principal } from '../../people/access/principal.ts';
import { appendAudit } from '../../people/audit/audit.ts';
import { getTenant } from '../../people/tenants/rules.ts';
import { lockTenant } from '../../people/tenants/store.ts';
import { BEYOND_DATABASE, type ErasureReport } from './erase-person.ts';
import { forgetCounts } from './erase-rows.ts';

/** Deletes a deactivated tenant with its people, keys and records, in one transaction. Its name confirms that it is the one that is meant. */
export async function deleteTenant(
  { db, clock }: IdentityContext,
  principal: Principal,
  { id, name }: { id: string; name: string },
): Promise<ErasureReport> {
  if (id === principal.tenantId) {
    throw new AppError('conflict', 'This is your own tenant; you would lock yourself out.');
  }
  return db.transaction().execute(async (tx) => {
    await getTenant(tx, id);
    await lockTenant(tx, id);
    const tenant = await getTenant(tx, id);
    if (tenant.deactivated_at === null) {
      throw new AppError('conflict', 'This tenant is active; deactivate it first.');
    }
    if (name !== tenant.name) {
      throw fieldFault('name', 'This is not the name of this tenant; send it to confirm which one is meant.');
    }
    const counted = await listCountedNames(tx, id);
    await anonymiseActorsBeyond(tx, id);
    const kept = await keepOperatorEntries(tx, id);
    const deleted = await deleteTenantRows(tx, id);
    await forgetCounts(tx, counted);
    await appendAudit(tx, {
      tenantId: undefined,
      actor: operatorOf(principal),
      action: 'tenant.deleted',
      target: { type: 'tenant', id },
      details: { deleted },
      now: clock.now(),
    });
    return {
      deleted,
      anonymised: kept === 0 ? {} : { operator_actions: kept },
      stays: [
        {
          what: 'operator_actions',
          why: "What the platform's operators did to the tenant, its deletion among it, with the ids of what they did it to: it proves what they did, and goes after RETENTION_AUDIT_DAYS.",
        },
        ...BEYOND_DATABASE,
      ],
      mentions: [],
    };
  });
}

/** Tables of a tenant's rows, those that others refer to last. What belongs to a rule, an endpoint or a ticket goes with it. */
const TABLES = [
  'alert_rule',
  'alert_message',
  'alert_channel',
  'notification',
  'idempotent_answer',
  'password_reset',
  'totp_recovery_code',
  'finished_sign_in',
  'linked_identity',
  'identity_provider',
  'user_session',
  'invitation',
  'mail_queue',
  'request_usage',
  'webhook_queue',
  'webhook_endpoint',
  'event',
  'plan_settlement',
  'kept_plan',
  'unkept_plan',
  'site_profile',
  'site_charge',
  'site',
  'support_ticket',
  'api_key',
  'audit_entry',
  'app_user',
] as const;

/** Deletes a tenant with all that is its own, and gives the numbers of rows by table. */
async function deleteTenantRows(tx: Db, tenantId: string): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  const run = async (name: string, statement: ReturnType<typeof sql>) => {
    const { numAffectedRows = 0n } = await statement.execute(tx);
    if (numAffectedRows > 0n) deleted[name] = Number(numAffectedRows);
  };
  await run(
    'registration',
    sql`delete from registration where email in (select email from app_user where tenant_id = ${tenantId})`,
  );
  for (const table of TABLES) {
    await run(table, sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`);
  }
  await run('tenant', sql`delete from tenant where id = ${tenantId}`);
  return deleted;
}

/** Puts new ids, which stand for nobody, in the place of a tenant's users and keys wherever they acted beyond the tenant. */
async function anonymiseActorsBeyond(tx: Db, tenantId: string): Promise<void> {
  const ofTenant = sql`
    select id, gen_random_uuid() as pseudonym from app_user where tenant_id = ${tenantId}
    union all select id, gen_random_uuid() from api_key where tenant_id = ${tenantId}`;
  await sql`
    with actor as materialized (${ofTenant})
    update audit_entry set actor_id = actor.pseudonym, address = null from actor
    where audit_entry.actor_id = actor.id and audit_entry.tenant_id is distinct from ${tenantId}`.execute(tx);
  for (const table of ['quarantine', 'quarantined_day']) {
    await sql`
      with actor as materialized (${ofTenant})
      update ${sql.table(table)} as held set decided_by = actor.pseudonym from actor where held.decided_by = actor.id`.execute(
      tx,
    );
  }
  const users = sql`(select id from app_user where tenant_id = ${tenantId})`;
  await sql`update backfill set created_by = null where created_by in ${users}`.execute(tx);
  await sql`update support_message set author_id = null where author_id in ${users} and tenant_id <> ${tenantId}`.execute(
    tx,
  );
}

/** Lets go of what operators did to a tenant: it stays when the tenant goes. Gives how many entries that are. */
async function keepOperatorEntries(tx: Db, tenantId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update audit_entry set tenant_id = null, details = '{}' where tenant_id = ${tenantId} and actor_kind = 'operator'`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Ids under which requests, mails and tries of a tenant are counted, and the addresses of its users. */
async function listCountedNames(tx: Db, tenantId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select id::text as name from app_user where tenant_id = ${tenantId}
    union all select email from app_user where tenant_id = ${tenantId}
    union all select id::text from api_key where tenant_id = ${tenantId}
    union all select id::text from user_session where tenant_id = ${tenantId}`.execute(tx);
  return [tenantId, ...rows.map(({ name }) => name)];
}
