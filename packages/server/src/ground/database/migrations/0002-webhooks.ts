import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenant add column if not exists forecast_change_threshold double precision not null default 5.00
      check (forecast_change_threshold between 0 and 10000);

    -- tenant_id is null for what happens on the market; a tenant sees those of the products it subscribes to.
    create table event (
      id uuid primary key,
      sequence bigint generated always as identity unique,
      tenant_id uuid references tenant,
      type text not null check (type in ('forecast.published', 'forecast.changed', 'prices.published', 'ping')),
      market_product_id text,
      max_change double precision,
      occurred_at timestamptz not null,
      body text not null
    );
    create index event_occurred on event (occurred_at);

    create table price_change (
      product text not null,
      data_origin text not null check (data_origin in ('market', 'simulator')),
      delivery_day date not null,
      available_at timestamptz not null,
      primary key (product, data_origin, delivery_day, available_at)
    );
    create index price_change_due on price_change (data_origin, available_at);

    create table price_announcement (
      product text not null,
      data_origin text not null check (data_origin in ('market', 'simulator')),
      delivery_day date not null,
      hourly_prices double precision[] not null,
      announced_at timestamptz not null,
      primary key (product, data_origin, delivery_day)
    );

    create table webhook_endpoint (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      name text not null,
      url text not null,
      events text[] not null,
      state text not null check (state in ('active', 'disabled')),
      disabled_reason text,
      secret bytea not null,
      previous_secret bytea,
      previous_secret_expires_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      last_success_at timestamptz,
      last_failure_at timestamptz,
      failing_since timestamptz,
      unique (tenant_id, id)
    );

    create table webhook_delivery (
      id uuid primary key,
      tenant_id uuid not null,
      endpoint_id uuid not null,
      event_id uuid not null references event on delete cascade,
      event text not null,
      state text not null check (state in ('pending', 'succeeded', 'failed')),
      attempts integer not null default 0,
      step smallint not null default 0,
      next_attempt_at timestamptz,
      last_status smallint,
      created_at timestamptz not null,
      completed_at timestamptz,
      attempt_log jsonb not null default '[]',
      unique (event_id, endpoint_id),
      foreign key (tenant_id, endpoint_id) references webhook_endpoint (tenant_id, id) on delete cascade,
      check ((state = 'pending') = (next_attempt_at is not null))
    );
    create index webhook_delivery_due on webhook_delivery (tenant_id, next_attempt_at) where state = 'pending';
    create index webhook_delivery_log on webhook_delivery (tenant_id, endpoint_id, created_at desc);
  `.execute(db);
}
