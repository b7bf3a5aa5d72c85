import { type Kysely, sql } from 'kysely';

export const locks = ['site', 'tenant'];

/** What batteries really held, as it was measured, and what the gate could not keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_charge (
      site_id uuid not null references site on delete cascade,
      measured_at timestamptz not null,
      tenant_id uuid not null references tenant,
      -- Percent.
      soc double precision not null check (soc between 0 and 100),
      uploaded_at timestamptz not null,
      primary key (site_id, measured_at)
    );
    create index site_charge_of_tenant on site_charge (tenant_id);

    create table unkept_plan (
      site_id uuid not null references site on delete cascade,
      delivery_day date not null,
      product text not null,
      tenant_id uuid not null references tenant,
      noted_at timestamptz not null,
      reason text not null,
      primary key (site_id, delivery_day, product)
    );
    create index unkept_plan_of_tenant on unkept_plan (tenant_id);
  `.execute(db);
}
