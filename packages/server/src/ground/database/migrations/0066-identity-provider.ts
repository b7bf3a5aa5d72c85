import { type Kysely, sql } from 'kysely';

export const locks = ['tenant'];

/** A tenant's own provider of OpenID Connect. `domains` are those of e-mail addresses that the operator has confirmed as the tenant's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_provider (
      id uuid primary key,
      tenant_id uuid not null unique references tenant,
      name text not null unique,
      issuer text not null,
      client_id text not null,
      client_secret bytea,
      scopes text[] not null,
      role_claim text,
      roles jsonb not null default '{}',
      default_role text check (default_role in ('admin', 'manager', 'trader', 'viewer')),
      creates_users boolean not null,
      is_required boolean not null,
      domains text[] not null default '{}',
      proven_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index identity_provider_domains on identity_provider using gin (domains);
  `.execute(db);
}
