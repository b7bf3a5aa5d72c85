import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { OperatorError } from '../errors.ts';
import type { Db } from './database.ts';
import { lockTables } from './lock-tables.ts';

/** The role in whose name requests of tenants read and write, unless TENANT_ROLE names another. */
export const DEFAULT_TENANT_ROLE = 'lonja_tenant';

/** What a tenant may do with which tables, beyond what the policies below leave of it. */
const GRANTS: Record<string, readonly string[]> = {
  select: [
    'feed',
    'observation',
    'publication',
    'source_status',
    'service_state',
    'model_version',
    'forecast_run',
    'forecast_point',
    'forecast_contribution',
    'forecast_distribution',
    'forecast_zone_spread',
    'tenant',
    'request_usage',
    'notification',
  ],
  insert: ['mail_queue'],
  // Of what was kept nothing is changed or deleted.
  'select, insert': ['event', 'audit_entry', 'support_message', 'kept_plan', 'plan_settlement'],
  'select, delete': ['alert_finding'],
  'select, insert, update': ['user_session', 'invitation', 'support_ticket'],
  'select, insert, delete': ['totp_recovery_code', 'idempotent_answer'],
  'select, insert, update, delete': [
    'app_user',
    'api_key',
    'webhook_endpoint',
    'webhook_delivery',
    'webhook_queue',
    'site',
    'site_profile',
    'site_charge',
    'alert_rule',
    'alert_channel',
    'identity_provider',
    'linked_identity',
  ],
  'update (name, locale, time_zone, forecast_change_threshold, requires_second_factor)': ['tenant'],
  'update (read_at)': ['notification'],
};
const SEQUENCES = ['webhook_target_version'];

/** Tables with rows of tenants that no tenant sees. */
const CLOSED = [
  'registration',
  'password_reset',
  'finished_sign_in',
  'backfill',
  'missed_run',
  'unkept_plan',
  'alert_message',
  'push_key',
];
/** Tables of whose rows a tenant sees those with its own `tenant_id`. */
const OF_TENANT = [
  'app_user',
  'api_key',
  'user_session',
  'invitation',
  'audit_entry',
  'request_usage',
  'mail_queue',
  'webhook_endpoint',
  'webhook_delivery',
  'webhook_queue',
  'site',
  'site_profile',
  'site_charge',
  'kept_plan',
  'plan_settlement',
  'alert_rule',
  'alert_channel',
  'alert_finding',
  'notification',
  'support_ticket',
  'support_message',
  'totp_recovery_code',
  'idempotent_answer',
  'identity_provider',
  'linked_identity',
];
const TENANT = `nullif(current_setting('lonja.tenant_id', true), '')::uuid`;
const USER = `nullif(current_setting('lonja.user_id', true), '')::uuid`;

interface Policy {
  table: string;
  name: string;
  /** The parts of `create policy` after the table, and after the role. */
  kind?: string;
  rule: string;
}

/** Rules and notifications belong to one user: beside the tenant, `lonja.user_id` must be set and be theirs. */
const POLICIES: readonly Policy[] = [
  { table: 'tenant', name: 'own_tenant', rule: `using (id = ${TENANT})` },
  ...OF_TENANT.map((table) => ({ table, name: 'own_tenant', rule: `using (tenant_id = ${TENANT})` })),
  {
    // Events of the market belong to no tenant; every tenant sees them.
    table: 'event',
    name: 'own_tenant',
    rule: `using (coalesce(tenant_id = ${TENANT}, ${TENANT} is not null)) with check (tenant_id = ${TENANT})`,
  },
  ...['alert_rule', 'notification'].map((table) => ({
    table,
    name: 'own_user',
    kind: 'as restrictive',
    rule: `using (user_id = ${USER})`,
  })),
  {
    // Those of the tenant are seen by all its users.
    table: 'alert_channel',
    name: 'own_user',
    kind: 'as restrictive',
    rule: `using (coalesce(user_id = ${USER}, user_id is null))`,
  },
  {
    // An answer may hold a secret that was shown to one user, or one API key, alone.
    table: 'idempotent_answer',
    name: 'own_user',
    kind: 'as restrictive',
    rule: `using (owner_id = ${USER})`,
  },
  {
    table: 'support_message',
    name: 'own_words',
    kind: 'as restrictive for insert',
    rule: `with check (author_kind = 'customer')`,
  },
];

/** Tables with row-level security. */
const PROTECTED = [...new Set([...CLOSED, ...POLICIES.map(({ table }) => table)])];

const STATE_KEY = 'tenant_rights';
/** Number of the advisory lock of those who set the rights. */
const RIGHTS_LOCK = 7_205_759_404;

/**
 * Makes the tenants' role where it is missing and lets the user of this connection take it. Throws OperatorError, with what an
 * administrator has to do, where the user may not do that.
 */
export async function ensureTenantRole(db: Db, role: string): Promise<void> {
  const { rows } = await sql<{ user: string; exists: boolean; mayTake: boolean }>`
    select current_user as user,
      exists (select from pg_roles where rolname = ${role}) as exists,
      coalesce((select pg_has_role(current_user, oid, ${sql.raw(await takingPrivilege(db))})
        from pg_roles where rolname = ${role}), false) as "mayTake"
  `.execute(db);
  const { user, exists, mayTake } = rows[0];
  const name = sql.id(role);
  try {
    if (!exists) {
      // A role belongs to the whole cluster, so several databases may make it at the same time.
      await sql`
        do $$ begin
          create role ${name} nologin;
        exception when duplicate_object or unique_violation then null;
        end $$`.execute(db);
    }
    if (!mayTake) await sql`grant ${name} to current_user`.execute(db);
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    const statements = [
      ...(exists ? [] : [`create role "${role}" nologin;`]),
      `grant "${role}" to "${user}";`,
    ];
    throw new OperatorError(
      `The user "${user}" of DATABASE_URL may not ${exists ? 'take' : 'make'} the role "${role}", in whose name tenants' requests run; ` +
        `let an administrator run once: ${statements.join(' ')}`,
      { cause },
    );
  }
}

/**
 * Gives the tenants' role what it may do, and each table the policies that keep tenants apart, where that is not as it was left: in a new
 * database, after an upgrade, and after a restore, which loses what belongs to a role that is not there. Gives whether anything was set.
 */
export async function applyTenantRights(db: Db, role: string): Promise<boolean> {
  const declared = digest(JSON.stringify([role, GRANTS, SEQUENCES, CLOSED, POLICIES]));
  if ((await findState(db)) === `${declared} ${await describeRights(db)}`) return false;
  const inTransaction = async (work: (tx: Db) => Promise<void>) =>
    db.isTransaction ? work(db) : db.transaction().execute(work);
  await inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${RIGHTS_LOCK})`.execute(tx);
    await lockTables(tx, PROTECTED);
    await setRights(tx, role);
    const value = JSON.stringify(`${declared} ${await describeRights(tx)}`);
    await tx
      .insertInto('service_state')
      .values({ key: STATE_KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  });
  return true;
}

/** Other databases of the cluster in which the role has rights: their owners can take it, and read what it may read here. */
export async function listOtherUses(db: Db, role: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct datname as name from pg_shdepend
    join pg_roles on pg_roles.oid = refobjid and rolname = ${role}
    join pg_database on pg_database.oid = dbid
    where refclassid = 'pg_authid'::regclass and datname <> current_database()
    order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}

async function setRights(tx: Db, role: string): Promise<void> {
  const name = sql.id(role);
  // Transactions ask it which role to take: it belongs to the database, and goes with it into a backup.
  await sql`
    create or replace function lonja_tenant_role() returns text language sql immutable as ${sql.lit(`select ${quoted(role)}`)}
  `.execute(tx);
  const policies = await sql<{ policy: string; table: string }>`
    select policyname as policy, tablename as table from pg_policies where schemaname = 'public'`.execute(tx);
  for (const { policy, table } of policies.rows) {
    await sql`drop policy ${sql.id(policy)} on ${sql.table(table)}`.execute(tx);
  }
  await sql`revoke all on all tables in schema public from ${name}`.execute(tx);
  await sql`revoke all on all sequences in schema public from ${name}`.execute(tx);
  await sql`grant usage on schema public to ${name}`.execute(tx);
  for (const [rights, tables] of Object.entries(GRANTS)) {
    await sql`grant ${sql.raw(rights)} on ${sql.join(tables.map((table) => sql.table(table)))} to ${name}`.execute(
      tx,
    );
  }
  for (const sequence of SEQUENCES) {
    await sql`grant usage on sequence ${sql.table(sequence)} to ${name}`.execute(tx);
  }
  for (const table of PROTECTED) {
    await sql`alter table ${sql.table(table)} enable row level security`.execute(tx);
  }
  for (const { table, name: policy, kind = '', rule } of POLICIES) {
    await sql`create policy ${sql.id(policy)} on ${sql.table(table)} ${sql.raw(kind)} to ${name} ${sql.raw(rule)}`.execute(
      tx,
    );
  }
}

async function findState(db: Db): Promise<unknown> {
  const row = await db
    .selectFrom('service_state')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst();
  return row?.value;
}

/** A digest of all rights on the tables of this database and of their policies, as PostgreSQL has them. */
async function describeRights(db: Db): Promise<string> {
  const { rows } = await sql<{ rights: string }>`
    select jsonb_build_array(
      (select jsonb_agg(jsonb_build_array(relname, relacl::text, relrowsecurity) order by relname) from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
          and not relispartition and (relacl is not null or relrowsecurity)),
      (select jsonb_agg(jsonb_build_array(attrelid::regclass, attname, attacl::text) order by attrelid::regclass::text, attname)
        from pg_attribute where attacl is not null and attrelid in
          (select oid from pg_class where relnamespace = 'public'::regnamespace)),
      (select jsonb_agg(to_jsonb(policy) order by tablename, policyname) from pg_policies as policy where schemaname = 'public'),
      (select nspacl::text from pg_namespace where nspname = 'public'),
      (select jsonb_agg(prosrc) from pg_proc where proname = 'lonja_tenant_role')
    )::text as rights
  `.execute(db);
  return digest(rows[0].rights);
}

/** Since version 16 a role can be held without the right to take it. */
async function takingPrivilege(db: Db): Promise<string> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(db);
  return rows[0].version >= 160_000 ? "'set'" : "'member'";
}

function isRefusal(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === '42501';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
