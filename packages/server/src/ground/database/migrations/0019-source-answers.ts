import { type Kysely, sql } from 'kysely';

/** Auctions published without a result, sources that refuse to answer, and days that somebody released from quarantine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table publication drop constraint publication_state_check;
    alter table publication add constraint publication_state_check
      check (state in ('waiting', 'quarantined', 'complete', 'no_result'));
    comment on column publication.state is
      'no_result: the source has published the day, but the auction has no prices.';

    alter table source_status add column refused boolean not null default false;
    comment on column source_status.refused is
      'The last failure was a refusal (401, 403, or a page in place of data): asking again as before will not help.';

    alter table quarantined_day add column released_at timestamptz;
    comment on column quarantined_day.released_at is
      'When an operator looked at the day and stored it in spite of the failed check.';
  `.execute(db);
}
