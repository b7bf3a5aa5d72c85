import { type Kysely, sql } from 'kysely';

export const locks = ['app_user', 'tenant'];

/**
 * Who of a provider is which user, by a hash of issuer and subject; without a user it stands for somebody who was erased. A sign-in that was
 * finished is kept until it would have expired, so that it works once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table linked_identity (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      user_id uuid unique references app_user,
      subject_sha256 bytea not null,
      linked_at timestamptz not null,
      last_used_at timestamptz not null,
      unique (tenant_id, subject_sha256)
    );

    create table finished_sign_in (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      expires_at timestamptz not null
    );
    create index finished_sign_in_expiry on finished_sign_in (expires_at);
  `.execute(db);
}
