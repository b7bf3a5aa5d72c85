import { type Kysely, sql } from 'kysely';

export const locks = ['site', 'tenant'];

/** What plants generate and loads take on single days, as their owners uploaded it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_profile (
      site_id uuid not null references site on delete cascade,
      delivery_day date not null,
      tenant_id uuid not null references tenant,
      resolution text not null check (resolution in ('PT15M', 'PT1H')),
      -- One for each period of the day.
      mw double precision[] not null,
      uploaded_at timestamptz not null,
      primary key (site_id, delivery_day)
    );
    create index site_profile_of_tenant on site_profile (tenant_id, delivery_day);
  `.execute(db);
}
