import { sql } from 'kysely';
import type { Db } from '../../ground/database/database.ts';
import { type Reasons, reasonsText, sentenceOf, storedReasons } from '../../ground/reasons/reasons.ts';

/** What is known of a source's answers; instants are epoch ms. */
export interface SourceStatus {
  source: string;
  lastAnswerAt: number | undefined;
  lastFailureAt: number | undefined;
  lastFailure: Reasons | undefined;
  failuresInRow: number;
  /** The last failure was a refusal: asking again as before will not help. */
  refused: boolean;
}

export async function listSourceStatus(db: Db): Promise<SourceStatus[]> {
  const rows = await db.selectFrom('source_status').selectAll().orderBy('source').execute();
  return rows.map((row) => ({
    source: row.source,
    lastAnswerAt: row.last_answer_at?.getTime(),
    lastFailureAt: row.last_failure_at?.getTime(),
    lastFailure: storedReasons(row.last_failure, row.last_failure_codes),
    failuresInRow: row.failures_in_row,
    refused: row.refused,
  }));
}

/** Notes that a source has answered, or why it has not, and whether it refused to. */
export async function recordSourceAnswer(
  db: Db,
  {
    source,
    now,
    failure,
    refused = false,
  }: { source: string; now: number; failure: Reasons | undefined; refused?: boolean },
): Promise<void> {
  const at = new Date(now);
  const outcome =
    failure === undefined
      ? { last_answer_at: at, failures_in_row: 0, refused: false }
      : {
          last_failure_at: at,
          last_failure: sentenceOf(failure),
          last_failure_codes: reasonsText(failure),
          failures_in_row: sql<number>`source_status.failures_in_row + 1`,
          refused,
        };
  await db
    .insertInto('source_status')
    .values(
      failure === undefined
        ? { source, last_answer_at: at }
        : {
            source,
            last_failure_at: at,
            last_failure: sentenceOf(failure),
            last_failure_codes: reasonsText(failure),
            failures_in_row: 1,
            refused,
          },
    )
    .onConflict((conflict) => conflict.column('source').doUpdateSet(outcome))
    .execute();
}
