import { type Kysely, sql } from 'kysely';

export const locks = ['site', 'tenant'];

/** Plans and offers that are kept as they were frozen, and what came of them at the prices that cleared; both are only appended to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table site add column keeps_at_gate text check (keeps_at_gate in ('plan', 'offer'));
    create index site_keeps_at_gate on site (tenant_id) where keeps_at_gate is not null;

    create table kept_plan (
      id uuid primary key,
      tenant_id uuid not null references tenant,
      -- No reference: what was kept outlives its site, and the run that it rests on.
      site_id uuid not null,
      kind text not null check (kind in ('plan', 'offer')),
      product text not null,
      delivery_day date not null,
      resolution text not null check (resolution in ('PT15M', 'PT1H')),
      is_automatic boolean not null,
      frozen_at timestamptz not null,
      author_kind text not null check (author_kind in ('user', 'api_key', 'system')),
      author_id uuid,
      forecast_id uuid not null,
      issued_at timestamptz not null,
      simulated boolean not null,
      expected_eur double precision not null,
      p10_eur double precision not null,
      p90_eur double precision not null,
      content jsonb not null
    );
    create unique index kept_plan_at_gate on kept_plan (site_id, delivery_day, product) where is_automatic;
    create index kept_plan_of_tenant on kept_plan (tenant_id, delivery_day desc, frozen_at desc);
    create index kept_plan_of_site on kept_plan (site_id, delivery_day);
    create index kept_plan_of_day on kept_plan (delivery_day, resolution, id);

    create table plan_settlement (
      plan_id uuid not null references kept_plan,
      -- 1, and one more for each correction of the prices.
      revision integer not null check (revision > 0),
      tenant_id uuid not null references tenant,
      settled_at timestamptz not null,
      bid_mwh double precision not null,
      traded_mwh double precision not null,
      earned_eur double precision not null,
      foresight_eur double precision not null,
      last_day_eur double precision,
      periods jsonb not null,
      -- Of the prices that it was settled at: others are a correction.
      prices_digest text not null,
      primary key (plan_id, revision)
    );
    create index plan_settlement_of_tenant on plan_settlement (tenant_id);
  `.execute(db);
}
