import { type Kysely, sql } from 'kysely';

export const locks = ['app_user', 'audit_entry', 'tenant'];

/**
 * A tenant can require second factors, and the audit holds what belongs to no tenant, such as a sign-in to an address without an account,
 * and from which network address something was done.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenant add column requires_second_factor boolean not null default false;
    alter table audit_entry alter column tenant_id drop not null, add column address text;
    create index audit_entry_at on audit_entry (at desc, id desc);

    -- Whether a session may do more than set up a second factor is part of what its credential may do.
    create constraint trigger raise_version_for_factor
      after update of requires_second_factor on tenant
      deferrable initially deferred for each row execute function raise_credential_version();
    create constraint trigger raise_version_for_factor
      after update of totp_enabled_at on app_user
      deferrable initially deferred for each row execute function raise_credential_version();
  `.execute(db);
}
