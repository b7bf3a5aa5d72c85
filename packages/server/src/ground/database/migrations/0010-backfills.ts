import { type Kysely, sql } from 'kysely';

/** Loads of past days that superadmins asked for. They belong to no tenant, so the table is closed to tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backfill (
      id uuid primary key,
      source text not null,
      publication text,
      from_day date not null,
      to_day date not null,
      state text not null check (state in ('waiting', 'running', 'done', 'failed')),
      attempts smallint not null default 0,
      progress jsonb not null default '[]',
      failure text,
      created_by uuid references app_user,
      created_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz
    );
    create index backfill_source on backfill (source, created_at desc, id desc);
    create index backfill_open on backfill (created_at) where state in ('waiting', 'running');
    alter table backfill enable row level security;
  `.execute(db);
}
