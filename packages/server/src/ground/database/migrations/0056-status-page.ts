import { type Kysely, sql } from 'kysely';

/** What the status page shows: minutes in which each component was looked at and worked, and incidents that operators write. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table component_day (
      component text not null,
      day date not null,
      measured integer not null default 0,
      good integer not null default 0,
      last_measured timestamptz,
      last_good timestamptz,
      primary key (component, day)
    );
    create table incident (
      id uuid primary key,
      title text not null,
      components text[] not null,
      started_at timestamptz not null
    );
    create table incident_update (
      id uuid primary key,
      incident_id uuid not null references incident,
      state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
      body text not null,
      at timestamptz not null
    );
    create index incident_update_incident on incident_update (incident_id, at);
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$;
    create trigger append_only before update or delete on incident
      for each row execute function refuse_change();
    create trigger append_only before update or delete on incident_update
      for each row execute function refuse_change();
  `.execute(db);
}
