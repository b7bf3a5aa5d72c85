import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import type { PublicationKey } from '../publications/publications.ts';

/** A day that an import brought; instants are epoch ms. */
export interface ImportedDay extends PublicationKey {
  state: 'complete' | 'no_result';
  expectedAt: number;
  /** When the source is asked for it again; undefined: not. */
  nextAttemptAt: number | undefined;
}

/**
 * Enters days that an import brought into the ledger, as published at their usual instant. A line that is complete stays as it is, and no
 * line loses prices that are there; an auction that was known to have no result and has one now is corrected `now`.
 */
export async function recordImportedDays(db: Db, days: readonly ImportedDay[], now: number): Promise<void> {
  if (days.length === 0) return;
  const date = (instant: number | undefined) => (instant === undefined ? null : new Date(instant));
  const column = <T>(pick: (day: ImportedDay) => T) => days.map(pick);
  await sql`
    insert into publication (source, name, day, expected_at, state, published_at, last_attempt_at, next_attempt_at)
    select source, name, day, expected_at, state, expected_at, ${new Date(now)}, next_attempt_at
    from unnest(
      ${column(({ source }) => source)}::text[],
      ${column(({ name }) => name)}::text[],
      ${column(({ day }) => day)}::date[],
      ${column(({ expectedAt }) => date(expectedAt))}::timestamptz[],
      ${column(({ state }) => state)}::text[],
      ${column(({ nextAttemptAt }) => date(nextAttemptAt))}::timestamptz[]
    ) as imported (source, name, day, expected_at, state, next_attempt_at)
    on conflict (source, name, day) do update set
      state = excluded.state,
      published_at = coalesce(publication.published_at, excluded.published_at),
      last_attempt_at = excluded.last_attempt_at,
      next_attempt_at = excluded.next_attempt_at,
      corrections = publication.corrections + (publication.state = 'no_result')::int,
      corrected_at = case when publication.state = 'no_result' then ${new Date(now)} else publication.corrected_at end,
      reason = null,
      reason_codes = null
    where publication.state <> 'complete' and (publication.state <> 'no_result' or excluded.state = 'complete')
  `.execute(db);
}
