import { type Kysely, sql } from 'kysely';

export const locks = ['app_user', 'tenant'];

/** Slack, Microsoft Teams and Telegram as channels of alerts, and the alerts that wait to be sent there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_channel (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      user_id uuid references app_user,
      kind text not null check (kind in ('slack', 'teams', 'telegram')),
      name text not null,
      target bytea not null,
      host text not null,
      quiet_from text,
      quiet_to text,
      digest_at text,
      time_zone text not null,
      enabled boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      failures integer not null default 0,
      next_attempt_at timestamptz not null,
      last_success_at timestamptz,
      last_failure_at timestamptz,
      last_error text,
      check ((quiet_from is null) = (quiet_to is null))
    );
    create index alert_channel_tenant on alert_channel (tenant_id, user_id);
    create table alert_message (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      channel_id uuid not null references alert_channel on delete cascade,
      content jsonb not null,
      created_at timestamptz not null,
      due_at timestamptz not null
    );
    create index alert_message_due on alert_message (due_at);
    create index alert_message_channel on alert_message (channel_id);
  `.execute(db);
}
