import { type Kysely, sql } from 'kysely';

/** Scheduled runs that were not published while they could be. They belong to no tenant, so the table is closed to tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table missed_run (
      product text not null,
      data_origin text not null,
      scheduled_for timestamptz not null,
      first_day date not null,
      noted_at timestamptz not null,
      primary key (product, data_origin, scheduled_for)
    );
    alter table missed_run enable row level security;
  `.execute(db);
}
