import { type Kysely, sql } from 'kysely';

/** What an operator decided of held-back days and values, and from when a held-back value was known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quarantined_day
      add column discarded_at timestamptz,
      add column decided_by uuid,
      add column decision_reason text;
    comment on column quarantined_day.discarded_at is 'When an operator decided that the day is never stored.';
    comment on column quarantined_day.decided_by is 'The superadmin who decided; null: a command on the database.';
    create index quarantined_day_held on quarantined_day (recorded_at)
      where released_at is null and discarded_at is null;

    alter table quarantine
      add column available_at timestamptz,
      add column released_at timestamptz,
      add column discarded_at timestamptz,
      add column decided_by uuid,
      add column decision_reason text;
    comment on column quarantine.available_at is
      'From when the value was known by the word of its file; null for values of before this was kept.';
    create index quarantine_held on quarantine (feed_id, start_at)
      where released_at is null and discarded_at is null;
  `.execute(db);
}
