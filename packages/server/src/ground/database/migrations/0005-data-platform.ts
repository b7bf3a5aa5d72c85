import { type Kysely, sql } from 'kysely';

/** The ledger of what sources publish, and the days that failed a check. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table publication (
      source text not null,
      name text not null,
      day date not null,
      expected_at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'quarantined', 'complete')),
      attempts integer not null default 0,
      last_attempt_at timestamptz,
      next_attempt_at timestamptz,
      published_at timestamptz,
      corrections integer not null default 0,
      corrected_at timestamptz,
      reason text,
      primary key (source, name, day)
    );
    create index publication_due on publication (next_attempt_at) where next_attempt_at is not null;
    create index publication_open on publication (expected_at) where state <> 'complete';

    create table quarantined_day (
      id bigint generated always as identity primary key,
      source text not null,
      name text not null,
      day date not null,
      reason text not null,
      digest text not null,
      payload jsonb not null,
      recorded_at timestamptz not null,
      unique (source, name, day, reason, digest)
    );

    create table source_status (
      source text primary key,
      last_answer_at timestamptz,
      last_failure_at timestamptz,
      last_failure text,
      failures_in_row integer not null default 0
    );
  `.execute(db);
}
