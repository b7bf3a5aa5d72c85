import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenant
      add column locale text not null default 'en' check (locale in ('en', 'es')),
      add column time_zone text not null default 'Europe/Madrid',
      add column rate_limit integer check (rate_limit > 0);
    alter table tenant
      add column if not exists forecast_change_threshold double precision not null default 5.00;

    alter table app_user
      add column locale text not null default 'en' check (locale in ('en', 'es')),
      add column totp_secret bytea,
      add column totp_enabled_at timestamptz,
      add column totp_last_step bigint;

    alter table api_key add column replaced_by uuid references api_key;

    create table user_session (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      user_id uuid not null references app_user,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      address text,
      user_agent text
    );
    create index user_session_user on user_session (tenant_id, user_id, created_at);

    create table registration (
      id uuid primary key,
      email text not null check (email = lower(email)),
      tenant_name text not null,
      locale text not null check (locale in ('en', 'es')),
      code_hmac bytea,
      code_expires_at timestamptz,
      tries smallint not null default 0,
      codes_asked smallint not null default 1,
      created_at timestamptz not null,
      completed_at timestamptz
    );

    create table invitation (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      email text not null check (email = lower(email)),
      role text not null check (role in ('admin', 'manager', 'trader', 'viewer')),
      token_sha256 bytea unique,
      created_by uuid references app_user,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      accepted_at timestamptz,
      revoked_at timestamptz
    );
    create index invitation_tenant on invitation (tenant_id, created_at);

    create table password_reset (
      token_sha256 bytea primary key,
      tenant_id uuid not null references tenant,
      user_id uuid not null references app_user,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index password_reset_user on password_reset (tenant_id, user_id);

    create table audit_entry (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      at timestamptz not null,
      actor_kind text not null check (actor_kind in ('user', 'api_key', 'operator', 'system')),
      actor_id uuid,
      action text not null,
      target_type text,
      target_id text,
      details jsonb not null default '{}'
    );
    create index audit_entry_tenant on audit_entry (tenant_id, at desc, id desc);

    create table request_usage (
      tenant_id uuid not null references tenant,
      day date not null,
      api_key_id uuid references api_key,
      requests bigint not null,
      unique nulls not distinct (tenant_id, day, api_key_id)
    );

    create table mail_queue (
      id uuid primary key,
      tenant_id uuid references tenant,
      recipient text not null,
      locale text not null check (locale in ('en', 'es')),
      message jsonb not null,
      created_at timestamptz not null,
      next_attempt_at timestamptz not null,
      attempts smallint not null default 0
    );
    create index mail_queue_due on mail_queue (next_attempt_at);
  `.execute(db);
}
