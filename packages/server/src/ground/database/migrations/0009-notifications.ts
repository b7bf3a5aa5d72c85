import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_rule (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      user_id uuid not null references app_user,
      name text not null,
      kind text not null
        check (kind in ('price_above', 'price_below', 'negative_hours', 'forecast_change', 'spread')),
      product text not null check (product in ('da', 'ida1', 'ida2', 'ida3')),
      threshold double precision not null,
      from_hour smallint not null,
      to_hour smallint not null,
      days_ahead smallint not null check (days_ahead between 1 and 7),
      channels text[] not null check (channels <@ '{in_app,email}' and cardinality(channels) > 0),
      enabled boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      last_notified_at timestamptz,
      unique (tenant_id, id),
      check (0 <= from_hour and from_hour < to_hour and to_hour <= 24)
    );
    create index alert_rule_user on alert_rule (tenant_id, user_id, created_at);
    create index alert_rule_product on alert_rule (product, id) where enabled;

    -- What was last reported for a rule of a delivery day.
    create table alert_finding (
      tenant_id uuid not null,
      rule_id uuid not null,
      delivery_day date not null,
      figure double precision not null,
      told_at timestamptz not null,
      primary key (rule_id, delivery_day),
      foreign key (tenant_id, rule_id) references alert_rule (tenant_id, id) on delete cascade
    );
    create index alert_finding_day on alert_finding (delivery_day);

    -- Published runs that the rules have yet to be held against, as far as after_rule.
    create table alert_run (
      run_id uuid primary key references forecast_run on delete cascade,
      previous_run_id uuid references forecast_run on delete set null,
      after_rule uuid,
      created_at timestamptz not null
    );

    create table notification (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      user_id uuid not null references app_user,
      content jsonb not null,
      created_at timestamptz not null,
      read_at timestamptz
    );
    create index notification_user on notification (tenant_id, user_id, created_at desc, id desc);
    create index notification_unread on notification (tenant_id, user_id) where read_at is null;
    create index notification_created on notification (created_at);

    create table support_ticket (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      subject text not null,
      state text not null check (state in ('open', 'answered', 'closed')),
      created_by uuid not null references app_user,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      closed_at timestamptz,
      unique (tenant_id, id),
      check ((state = 'closed') = (closed_at is not null))
    );
    create index support_ticket_tenant on support_ticket (tenant_id, updated_at desc, id);
    create index support_ticket_state on support_ticket (state, updated_at desc, id);

    create table support_message (
      id uuid primary key,
      tenant_id uuid not null,
      ticket_id uuid not null,
      author_kind text not null check (author_kind in ('customer', 'support')),
      author_id uuid not null references app_user,
      body text not null,
      created_at timestamptz not null,
      foreign key (tenant_id, ticket_id) references support_ticket (tenant_id, id) on delete cascade
    );
    create index support_message_ticket on support_message (tenant_id, ticket_id, created_at, id);

    create table totp_recovery_code (
      tenant_id uuid not null references tenant,
      user_id uuid not null references app_user,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    );
  `.execute(db);
}
