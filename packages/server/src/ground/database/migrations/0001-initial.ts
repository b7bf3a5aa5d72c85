import { type Kysely, sql } from 'kysely';

const FIRST_PARTITION_YEAR = 2010;
const LAST_PARTITION_YEAR = 2040;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tenant (
      id uuid primary key,
      name text not null,
      products text[] not null default '{es-da,es-ida1,es-ida2,es-ida3}',
      created_at timestamptz not null default now(),
      deactivated_at timestamptz
    );

    create table app_user (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      email text not null unique check (email = lower(email)),
      password_hash text not null,
      full_name text not null,
      role text not null check (role in ('admin', 'manager', 'trader', 'viewer')),
      is_superadmin boolean not null default false,
      token_version integer not null default 1,
      created_at timestamptz not null default now(),
      deactivated_at timestamptz
    );
    create index app_user_tenant on app_user (tenant_id, id);

    create table api_key (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      label text not null,
      prefix text not null,
      key_sha256 bytea not null unique,
      scopes text[],
      role text not null check (role in ('admin', 'manager', 'trader', 'viewer')),
      created_by uuid references app_user,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz,
      rate_limit integer check (rate_limit > 0)
    );
    create index api_key_tenant on api_key (tenant_id, id);

    create table feed (
      id smallint generated always as identity primary key,
      series text not null,
      source text not null,
      resolution text not null check (resolution in ('PT15M', 'PT1H', 'P1D')),
      unit text not null,
      unique (series, source, resolution)
    );

    -- feed_id has no foreign key: feeds are never deleted, and checking each row doubles the time of a bulk load.
    create table observation (
      feed_id smallint not null,
      start_at timestamptz not null,
      revision smallint not null,
      value double precision not null check (value between -1e12 and 1e12),
      available_at timestamptz not null,
      recorded_at timestamptz not null default now(),
      primary key (feed_id, start_at, revision)
    ) partition by range (start_at);

    create table quarantine (
      id bigint generated always as identity primary key,
      feed_id smallint not null references feed,
      start_at timestamptz not null,
      value double precision not null,
      reason text not null,
      recorded_at timestamptz not null default now(),
      unique (feed_id, start_at, value, reason)
    );

    create table model_version (
      id text primary key,
      product text not null,
      manifest jsonb not null,
      active_from timestamptz not null,
      active_to timestamptz
    );

    create table forecast_run (
      id uuid primary key,
      product text not null check (product in ('da', 'ida1', 'ida2', 'ida3')),
      data_origin text not null check (data_origin in ('market', 'simulator')),
      model_version_id text not null references model_version,
      issued_at timestamptz not null,
      scheduled_for timestamptz not null,
      data_as_of timestamptz not null,
      known_until timestamptz not null,
      first_day date not null,
      last_day date not null,
      degraded text[] not null default '{}',
      created_at timestamptz not null default now()
    );
    create index forecast_run_latest on forecast_run (product, data_origin, issued_at desc);
    create index forecast_run_days on forecast_run (product, data_origin, first_day, last_day);

    create table forecast_point (
      run_id uuid not null references forecast_run on delete cascade,
      resolution text not null check (resolution in ('PT15M', 'PT1H')),
      start_at timestamptz not null,
      value double precision not null,
      p10 double precision not null,
      p90 double precision not null,
      primary key (run_id, resolution, start_at),
      check (p10 <= value and value <= p90),
      check (p10 between -9999 and 9999 and p90 between -9999 and 9999)
    );

    create table calibration_forecast (
      product text not null,
      data_origin text not null check (data_origin in ('market', 'simulator')),
      model_version_id text not null references model_version,
      scheduled_for timestamptz not null,
      first_day date not null,
      point_values double precision[] not null,
      primary key (product, data_origin, model_version_id, scheduled_for)
    );

    create table service_state (
      key text primary key,
      value jsonb not null
    );
  `.execute(db);

  for (let year = FIRST_PARTITION_YEAR; year <= LAST_PARTITION_YEAR; year++) {
    await sql
      .raw(
        `create table observation_${year} partition of observation
         for values from ('${year}-01-01T00:00:00Z') to ('${year + 1}-01-01T00:00:00Z')`,
      )
      .execute(db);
  }

  await sql`create table observation_other partition of observation default`.execute(db);
}
